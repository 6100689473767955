package dev.jpgo.core.profile;

import dev.jpgo.core.classfile.MethodId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads format 1, which nothing writes any more; see docs/profile-format.md. Whatever the bytes
 * are, the outcome is a profile or a {@link ProfileFormatException}, and memory stays within a
 * small multiple of their length.
 */
final class FormatOne {
  private static final int MIN_METHOD_BYTES = 18;
  private static final int MIN_DECISION_BYTES = 9;

  /** Deflate cannot make more than this of one byte (RFC 1951: 258 bytes from two bits). */
  private static final int MAX_INFLATION = 1032;

  private final SectionTable sections;
  private String[] strings = new String[0];

  private FormatOne(SectionTable sections) {
    this.sections = sections;
  }

  /** Whether these bytes begin as a file of format 1 does. */
  static boolean isOne(byte[] bytes) {
    return bytes.length >= 4
        && bytes[0] == 'J'
        && bytes[1] == 'P'
        && bytes[2] == 'G'
        && bytes[3] == 'O';
  }

  static Profile decode(byte[] bytes) throws ProfileFormatException {
    return new FormatOne(SectionTable.read(bytes)).decode();
  }

  private Profile decode() throws ProfileFormatException {
    ProfileOrigin origin = origin(sections.open(Section.HEADER));
    strings(sections.open(Section.STRINGS));
    List<ProfiledMethod> methods = methods(sections.open(Section.METHODS));
    BytecodeText[] texts = texts(sections.open(Section.TEXTS), methods.size());
    decisions(sections.open(Section.DECISIONS), methods, texts);
    return new Profile(List.of(origin), methods);
  }

  private static ProfileOrigin origin(ByteSource source) throws ProfileFormatException {
    ProfileOrigin origin =
        new ProfileOrigin(
            source.string(),
            source.string(),
            source.string(),
            source.string(),
            source.string(),
            source.string(),
            "",
            source.count(),
            source.count(),
            source.count());
    source.finish();
    return origin;
  }

  private void strings(ByteSource source) throws ProfileFormatException {
    strings = new String[source.length("strings", 1)];
    for (int i = 0; i < strings.length; i++) {
      strings[i] = source.string();
    }
    source.finish();
  }

  private List<ProfiledMethod> methods(ByteSource source) throws ProfileFormatException {
    int number = source.length("methods", MIN_METHOD_BYTES);
    List<ProfiledMethod> methods = new ArrayList<>(number);
    for (int i = 0; i < number; i++) {
      MethodId method = methodId(source);
      String loader = string(source);
      int tier = source.number("tier", 2);
      int codeBytes = source.number("code length", Integer.MAX_VALUE);
      long hash = source.fixed64();
      long calls = source.count();
      List<Long> edges = edges(source);
      long imbalance = imbalance(Double.longBitsToDouble(Long.reverse(source.varint())), edges);
      MethodProfile counts =
          new MethodProfile(method, hash, calls, edges, imbalance, receivers(source));
      methods.add(new ProfiledMethod(counts, loader, tier, codeBytes, Optional.empty()));
    }
    source.finish();
    return methods;
  }

  /** Format 1 held it relative to the largest count. */
  private static long imbalance(double error, List<Long> edges) {
    long largest = 1;
    for (Long edge : edges) {
      largest = Math.max(largest, edge);
    }
    return error > 0 ? Math.round(Math.min(1, error) * largest) : 0;
  }

  private static List<Long> edges(ByteSource source) throws ProfileFormatException {
    int number = source.length("edges", 1);
    List<Long> edges = new ArrayList<>(number);
    for (int i = 0; i < number; i++) {
      edges.add(source.count());
    }
    return edges;
  }

  private Map<Integer, TypeHistogram> receivers(ByteSource source) throws ProfileFormatException {
    int number = source.length("call sites", 3);
    Map<Integer, TypeHistogram> receivers = new HashMap<>();
    for (int i = 0; i < number; i++) {
      int site = source.number("call site", Integer.MAX_VALUE);
      long total = source.count();
      int classes = source.length("receiver classes", 2);
      List<TypeHistogram.Entry> entries = new ArrayList<>(classes);
      for (int j = 0; j < classes; j++) {
        entries.add(new TypeHistogram.Entry(string(source), source.count()));
      }
      if (receivers.put(site, new TypeHistogram(entries, total)) != null) {
        throw source.damaged("call site " + site + " twice");
      }
    }
    return receivers;
  }

  private void decisions(ByteSource source, List<ProfiledMethod> methods, BytecodeText[] texts)
      throws ProfileFormatException {
    int number = source.length("compiled methods", 4);
    for (int i = 0; i < number; i++) {
      int index = source.number("method", methods.size() - 1);
      ProfiledMethod method = methods.get(index);
      if (method.compiled().isPresent()) {
        throw source.damaged("method " + index + " twice");
      }
      CompiledMethod compiled =
          new CompiledMethod(
              source.number("code length", Integer.MAX_VALUE),
              source.number("code length", Integer.MAX_VALUE),
              decisions(source, InlineDecision.MAX_DEPTH),
              Optional.ofNullable(texts[index]));
      methods.set(
          index,
          new ProfiledMethod(
              method.counts(),
              method.loader(),
              method.tier(),
              method.codeBytes(),
              Optional.of(compiled)));
    }
    source.finish();
  }

  private List<InlineDecision> decisions(ByteSource source, int levels)
      throws ProfileFormatException {
    int number = source.length("decisions", MIN_DECISION_BYTES);
    if (number > 0 && levels == 0) {
      throw source.damaged("decisions deeper than " + InlineDecision.MAX_DEPTH);
    }
    List<InlineDecision> decisions = new ArrayList<>(number);
    for (int i = 0; i < number; i++) {
      decisions.add(
          new InlineDecision(
              source.number("call site", Integer.MAX_VALUE),
              source.number("line", Integer.MAX_VALUE),
              methodId(source),
              source.flag(),
              string(source),
              source.count(),
              decisions(source, levels - 1)));
    }
    return decisions;
  }

  private static BytecodeText[] texts(ByteSource source, int methods)
      throws ProfileFormatException {
    ByteSource plain = inflate(source);
    BytecodeText[] texts = new BytecodeText[methods];
    int number = plain.length("texts", 3);
    for (int i = 0; i < number; i++) {
      texts[plain.number("method", methods - 1)] = new BytecodeText(plain.string(), plain.string());
    }
    plain.finish();
    return texts;
  }

  private static ByteSource inflate(ByteSource source) throws ProfileFormatException {
    int size = source.fixed32();
    if (size < 0 || size > ProfileFile.MAX_BYTES || size > (long) source.left() * MAX_INFLATION) {
      throw source.damaged("texts of " + size + " bytes");
    }
    byte[] plain = new byte[size];
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(source.rest());
      int at = 0;
      while (at < size && !inflater.finished()) {
        int more = inflater.inflate(plain, at, size - at);
        if (more == 0) {
          break;
        }
        at += more;
      }
      if (at < size) {
        throw source.damaged("compressed texts that end too early");
      }
      return new ByteSource(plain, 0, size, "texts, uncompressed");
    } catch (DataFormatException e) {
      throw source.damaged("texts that cannot be decompressed");
    } finally {
      inflater.end();
    }
  }

  private MethodId methodId(ByteSource source) throws ProfileFormatException {
    return new MethodId(string(source), string(source), string(source));
  }

  private String string(ByteSource source) throws ProfileFormatException {
    return strings[source.number("text", strings.length - 1)];
  }
}
