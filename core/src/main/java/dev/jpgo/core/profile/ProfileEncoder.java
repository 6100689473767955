package dev.jpgo.core.profile;

import dev.jpgo.core.classfile.MethodId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Turns one profile into bytes; see docs/profile-format.md. Used once. */
final class ProfileEncoder {
  private final Map<String, Integer> strings = new HashMap<>();
  private final ByteSink stringBytes = new ByteSink();

  byte[] encode(Profile profile) {
    List<ProfiledMethod> methods = new ArrayList<>(profile.methods());
    methods.sort(ProfileEncoder::order);
    ByteSink header = header(profile.header());
    ByteSink counts = methods(methods);
    ByteSink decisions = decisions(methods);
    ByteSink texts = texts(methods);
    ByteSink table = new ByteSink();
    table.varint(strings.size());
    table.bytes(stringBytes.array(), stringBytes.size());
    ByteSink[] sections = {header, table, counts, decisions, texts};
    int length = Section.PREAMBLE;
    for (ByteSink section : sections) {
      length = Math.addExact(length, Section.FRAME + section.size());
    }
    ByteSink file = new ByteSink();
    file.fixed32(Section.MAGIC);
    file.fixed32(Section.VERSION);
    file.fixed32(length);
    checksum(file, 0);
    for (Section section : Section.values()) {
      int start = file.size();
      ByteSink content = sections[section.ordinal()];
      file.fixed32(section.number);
      file.fixed32(content.size());
      file.bytes(content.array(), content.size());
      checksum(file, start);
    }
    return file.toByteArray();
  }

  /** By code hash first: one comparison decides nearly always, also when interpreted. */
  private static int order(ProfiledMethod a, ProfiledMethod b) {
    int order = Long.compare(a.counts().codeHash(), b.counts().codeHash());
    MethodId left = a.counts().method();
    MethodId right = b.counts().method();
    order = order != 0 ? order : left.owner().compareTo(right.owner());
    order = order != 0 ? order : left.name().compareTo(right.name());
    order = order != 0 ? order : left.descriptor().compareTo(right.descriptor());
    order = order != 0 ? order : a.loader().compareTo(b.loader());
    return order != 0 ? order : Long.compare(a.counts().calls(), b.counts().calls());
  }

  private static void checksum(ByteSink sink, int start) {
    CRC32 crc = new CRC32();
    crc.update(sink.array(), start, sink.size() - start);
    sink.fixed32((int) crc.getValue());
  }

  private static ByteSink header(ProfileHeader header) {
    ByteSink sink = new ByteSink();
    sink.string(header.jvm());
    sink.string(header.os());
    sink.string(header.arch());
    sink.string(header.mode());
    sink.string(header.agentVersion());
    sink.string(header.program());
    sink.count(header.startMillis());
    sink.count(header.durationMillis());
    sink.count(header.runs());
    return sink;
  }

  private ByteSink methods(List<ProfiledMethod> methods) {
    ByteSink sink = new ByteSink();
    sink.varint(methods.size());
    for (ProfiledMethod method : methods) {
      MethodProfile counts = method.counts();
      methodId(sink, counts.method());
      string(sink, method.loader());
      sink.varint(method.tier());
      sink.count(method.codeBytes());
      sink.fixed64(counts.codeHash());
      sink.count(counts.calls());
      sink.varint(counts.edges().size());
      for (Long edge : counts.edges()) {
        sink.count(edge);
      }
      sink.varint(Long.reverse(Double.doubleToLongBits(counts.conservationError())));
      receivers(sink, counts.receivers());
    }
    return sink;
  }

  private void receivers(ByteSink sink, Map<Integer, TypeHistogram> receivers) {
    Integer[] sites = receivers.keySet().toArray(new Integer[0]);
    Arrays.sort(sites);
    sink.varint(sites.length);
    for (Integer site : sites) {
      TypeHistogram histogram = receivers.get(site);
      if (histogram == null) {
        throw new IllegalStateException("receivers changed while they were written");
      }
      sink.count(site);
      sink.count(histogram.total());
      sink.varint(histogram.entries().size());
      for (TypeHistogram.Entry entry : histogram.entries()) {
        string(sink, entry.className());
        sink.count(entry.count());
      }
    }
  }

  private ByteSink decisions(List<ProfiledMethod> methods) {
    ByteSink sink = new ByteSink();
    int compiled = 0;
    for (ProfiledMethod method : methods) {
      compiled += method.compiled().isPresent() ? 1 : 0;
    }
    sink.varint(compiled);
    for (int i = 0; i < methods.size(); i++) {
      Optional<CompiledMethod> code = methods.get(i).compiled();
      if (code.isPresent()) {
        sink.varint(i);
        sink.count(code.get().codeBytesBefore());
        sink.count(code.get().codeBytesAfter());
        decisions(sink, code.get().decisions(), InlineDecision.MAX_DEPTH);
      }
    }
    return sink;
  }

  private void decisions(ByteSink sink, List<InlineDecision> decisions, int levels) {
    sink.varint(levels == 0 ? 0 : decisions.size());
    if (levels == 0) {
      return;
    }
    for (InlineDecision decision : decisions) {
      sink.count(decision.site());
      sink.count(decision.line());
      methodId(sink, decision.target());
      sink.varint(decision.inlined() ? 1 : 0);
      string(sink, decision.reason());
      sink.count(decision.count());
      decisions(sink, decision.inner(), levels - 1);
    }
  }

  private static ByteSink texts(List<ProfiledMethod> methods) {
    ByteSink plain = new ByteSink();
    int number = 0;
    for (ProfiledMethod method : methods) {
      number += text(method).isPresent() ? 1 : 0;
    }
    plain.varint(number);
    for (int i = 0; i < methods.size(); i++) {
      Optional<BytecodeText> text = text(methods.get(i));
      if (text.isPresent()) {
        plain.varint(i);
        plain.string(text.get().before());
        plain.string(text.get().after());
      }
    }
    ByteSink sink = new ByteSink();
    sink.fixed32(plain.size());
    deflate(plain, sink);
    return sink;
  }

  private static Optional<BytecodeText> text(ProfiledMethod method) {
    return method.compiled().isPresent() ? method.compiled().get().text() : Optional.empty();
  }

  private static void deflate(ByteSink plain, ByteSink sink) {
    Deflater deflater = new Deflater();
    try {
      deflater.setInput(plain.array(), 0, plain.size());
      deflater.finish();
      byte[] buffer = new byte[1 << 14];
      while (!deflater.finished()) {
        sink.bytes(buffer, deflater.deflate(buffer));
      }
    } finally {
      deflater.end();
    }
  }

  private void methodId(ByteSink sink, MethodId method) {
    string(sink, method.owner());
    string(sink, method.name());
    string(sink, method.descriptor());
  }

  private void string(ByteSink sink, String value) {
    Integer known = strings.get(value);
    if (known == null) {
      known = strings.size();
      strings.put(value, known);
      stringBytes.string(value);
    }
    sink.varint(known);
  }
}
