package dev.jpgo.core.profile;

import dev.jpgo.core.classfile.MethodId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the content of format 2; see docs/profile-format.md. Whatever the bytes are, the outcome is
 * a profile or a {@link ProfileFormatException}, and memory stays within a small multiple of their
 * length. Fields that it does not know are passed over.
 */
final class ProfileDecoder {
  private final WireReader in;
  private final List<ProfileOrigin> origins = new ArrayList<>();
  private final List<ProfiledMethod> methods = new ArrayList<>();
  private final List<String> absorbed = new ArrayList<>();
  private String[] texts = new String[64];
  private int textCount;

  private final @Nullable Texts shared;

  private ProfileDecoder(byte[] content, @Nullable Texts shared) {
    in = new WireReader(content);
    this.shared = shared;
  }

  /**
   * @param shared where to take texts from that other profiles have, too; or null
   */
  static PoolContent decode(byte[] content, @Nullable Texts shared) throws ProfileFormatException {
    ProfileDecoder decoder = new ProfileDecoder(content, shared);
    decoder.content();
    return new PoolContent(
        new Profile(decoder.origins, decoder.methods), List.copyOf(decoder.absorbed));
  }

  private void content() throws ProfileFormatException {
    for (int field = in.next(); field != 0; field = in.next()) {
      switch (field) {
        case Wire.Content.ORIGIN -> origin();
        case Wire.Content.TEXT -> {
          if (textCount == texts.length) {
            texts = Arrays.copyOf(texts, 2 * textCount);
          }
          texts[textCount++] = shared == null ? in.text() : in.text(shared);
        }
        case Wire.Content.CLASS -> ofClass();
        case Wire.Content.ABSORBED -> absorbed.add(in.text());
        default -> in.skip();
      }
    }
  }

  private void origin() throws ProfileFormatException {
    String[] words = new String[Wire.Origin.PHASE + 1];
    Arrays.fill(words, "");
    long[] numbers = new long[Wire.Origin.RUNS + 1];
    int outer = in.enter();
    for (int field = in.next(); field != 0; field = in.next()) {
      if (field <= Wire.Origin.PHASE) {
        words[field] = in.text();
      } else if (field <= Wire.Origin.RUNS) {
        numbers[field] = in.count();
      } else {
        in.skip();
      }
    }
    in.leave(outer);
    origins.add(
        new ProfileOrigin(
            words[Wire.Origin.JVM],
            words[Wire.Origin.OS],
            words[Wire.Origin.ARCH],
            words[Wire.Origin.MODE],
            words[Wire.Origin.AGENT_VERSION],
            words[Wire.Origin.PROGRAM],
            words[Wire.Origin.PHASE],
            numbers[Wire.Origin.START_MILLIS],
            numbers[Wire.Origin.DURATION_MILLIS],
            numbers[Wire.Origin.RUNS]));
  }

  private void ofClass() throws ProfileFormatException {
    int name = 0;
    int loader = 0;
    int outer = in.enter();
    for (int field = in.next(); field != 0; field = in.next()) {
      switch (field) {
        case Wire.OfClass.NAME -> name = textIndex();
        case Wire.OfClass.LOADER -> loader = textIndex();
        case Wire.OfClass.METHOD -> method(text(name), text(loader));
        default -> in.skip();
      }
    }
    in.leave(outer);
  }

  private void method(String owner, String loader) throws ProfileFormatException {
    int name = 0;
    int descriptor = 0;
    long hash = 0;
    long calls = 0;
    int tier = 0;
    int codeBytes = 0;
    long imbalance = 0;
    List<Long> edges = List.of();
    Sites sites = new Sites();
    Optional<CompiledMethod> compiled = Optional.empty();
    List<TierStep> steps = List.of();
    int outer = in.enter();
    for (int field = in.next(); field != 0; field = in.next()) {
      switch (field) {
        case Wire.Method.NAME -> name = textIndex();
        case Wire.Method.DESCRIPTOR -> descriptor = textIndex();
        case Wire.Method.CODE_HASH -> hash = in.fixed64();
        case Wire.Method.CALLS -> calls = in.count();
        case Wire.Method.TIER -> tier = in.number("tier", 2);
        case Wire.Method.CODE_BYTES -> codeBytes = in.number("code length", Integer.MAX_VALUE);
        case Wire.Method.EDGE -> edges = counts();
        case Wire.Method.IMBALANCE -> imbalance = in.count();
        case Wire.Method.SITE -> site(sites);
        case Wire.Method.COMPILED -> compiled = Optional.of(compiled());
        case Wire.Method.STEP -> {
          steps = steps.isEmpty() ? new ArrayList<>() : steps;
          steps.add(step());
        }
        default -> in.skip();
      }
    }
    in.leave(outer);
    MethodId id = new MethodId(owner, text(name), text(descriptor));
    MethodProfile counts =
        new MethodProfile(id, hash, calls, edges, imbalance, sites.receivers, sites.others);
    methods.add(new ProfiledMethod(counts, loader, tier, codeBytes, compiled, steps));
  }

  private List<Long> counts() throws ProfileFormatException {
    int outer = in.enter();
    List<Long> counts = new ArrayList<>(Math.min(in.left(), 1024));
    while (in.left() > 0) {
      counts.add(in.packedCount());
    }
    in.leave(outer);
    return counts;
  }

  /** What a method's sites saw, while they are read. */
  private static final class Sites {
    private Map<Integer, TypeHistogram> receivers = Map.of();
    private List<SiteCounts> others = List.of();
  }

  private void site(Sites into) throws ProfileFormatException {
    int ordinal = 0;
    int kind = 0;
    long total = 0;
    List<String> labels = List.of();
    List<Long> counts = List.of();
    int outer = in.enter();
    for (int field = in.next(); field != 0; field = in.next()) {
      switch (field) {
        case Wire.Site.ORDINAL -> ordinal = in.number("call site", Integer.MAX_VALUE);
        case Wire.Site.KIND -> kind = in.number("kind of site", Integer.MAX_VALUE);
        case Wire.Site.TOTAL -> total = in.count();
        case Wire.Site.LABEL -> labels = labels();
        case Wire.Site.COUNT -> counts = counts();
        default -> in.skip();
      }
    }
    in.leave(outer);
    if (labels.size() != counts.size()) {
      throw in.damaged(labels.size() + " names for " + counts.size() + " counts");
    }
    List<TypeHistogram.Entry> entries = new ArrayList<>(labels.size());
    for (int i = 0; i < labels.size(); i++) {
      entries.add(new TypeHistogram.Entry(labels.get(i), counts.get(i)));
    }
    add(into, ordinal, kind, new TypeHistogram(entries, total));
  }

  private void add(Sites into, int ordinal, int kind, TypeHistogram seen)
      throws ProfileFormatException {
    if (kind == 0) {
      if (into.receivers.isEmpty()) {
        into.receivers = new HashMap<>();
      }
      if (into.receivers.put(ordinal, seen) != null) {
        throw in.damaged("call site " + ordinal + " twice");
      }
    } else if (kind <= SiteCounts.Kind.values().length) {
      if (into.others.isEmpty()) {
        into.others = new ArrayList<>();
      }
      into.others.add(new SiteCounts(SiteCounts.Kind.values()[kind - 1], ordinal, seen));
    }
  }

  private List<String> labels() throws ProfileFormatException {
    int outer = in.enter();
    List<String> labels = new ArrayList<>();
    while (in.left() > 0) {
      labels.add(texts[in.packedNumber("text", textCount - 1)]);
    }
    in.leave(outer);
    return labels;
  }

  private CompiledMethod compiled() throws ProfileFormatException {
    int before = 0;
    int after = 0;
    List<InlineDecision> decisions = new ArrayList<>();
    Optional<String> textBefore = Optional.empty();
    Optional<String> textAfter = Optional.empty();
    int outer = in.enter();
    for (int field = in.next(); field != 0; field = in.next()) {
      switch (field) {
        case Wire.Compiled.BYTES_BEFORE -> before = in.number("code length", Integer.MAX_VALUE);
        case Wire.Compiled.BYTES_AFTER -> after = in.number("code length", Integer.MAX_VALUE);
        case Wire.Compiled.DECISION -> decisions.add(decision(InlineDecision.MAX_DEPTH));
        case Wire.Compiled.TEXT_BEFORE -> textBefore = Optional.of(in.text());
        case Wire.Compiled.TEXT_AFTER -> textAfter = Optional.of(in.text());
        default -> in.skip();
      }
    }
    in.leave(outer);
    Optional<BytecodeText> text =
        textBefore.isPresent() && textAfter.isPresent()
            ? Optional.of(new BytecodeText(textBefore.get(), textAfter.get()))
            : Optional.empty();
    return new CompiledMethod(before, after, decisions, text);
  }

  private TierStep step() throws ProfileFormatException {
    long at = 0;
    int tier = 0;
    int reason = 0;
    int outer = in.enter();
    for (int field = in.next(); field != 0; field = in.next()) {
      switch (field) {
        case Wire.Step.AT_MILLIS -> at = in.count();
        case Wire.Step.TIER -> tier = in.number("tier", 2);
        case Wire.Step.REASON -> reason = textIndex();
        default -> in.skip();
      }
    }
    in.leave(outer);
    return new TierStep(at, tier, text(reason));
  }

  private InlineDecision decision(int levels) throws ProfileFormatException {
    if (levels == 0) {
      throw in.damaged("decisions deeper than " + InlineDecision.MAX_DEPTH);
    }
    int[] numbers = new int[Wire.Decision.REASON + 1];
    long count = 0;
    List<InlineDecision> inner = List.of();
    int outer = in.enter();
    for (int field = in.next(); field != 0; field = in.next()) {
      if (field == Wire.Decision.COUNT) {
        count = in.count();
      } else if (field == Wire.Decision.INNER) {
        inner = inner.isEmpty() ? new ArrayList<>() : inner;
        inner.add(decision(levels - 1));
      } else if (field <= Wire.Decision.LINE) {
        numbers[field] = in.number("site or line", Integer.MAX_VALUE);
      } else if (field == Wire.Decision.INLINED) {
        numbers[field] = in.number("flag", 1);
      } else if (field <= Wire.Decision.REASON) {
        numbers[field] = textIndex();
      } else {
        in.skip();
      }
    }
    in.leave(outer);
    MethodId target =
        new MethodId(
            text(numbers[Wire.Decision.OWNER]),
            text(numbers[Wire.Decision.NAME]),
            text(numbers[Wire.Decision.DESCRIPTOR]));
    return new InlineDecision(
        numbers[Wire.Decision.SITE],
        numbers[Wire.Decision.LINE],
        target,
        numbers[Wire.Decision.INLINED] == 1,
        text(numbers[Wire.Decision.REASON]),
        count,
        inner);
  }

  private int textIndex() throws ProfileFormatException {
    return in.number("text", textCount - 1);
  }

  private String text(int index) throws ProfileFormatException {
    if (index >= textCount) {
      throw in.damaged("no text at all");
    }
    return texts[index];
  }
}
