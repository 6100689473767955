package dev.jpgo.core.profile;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.collect.Ordering;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Turns one profile into the content of a file; see docs/profile-format.md. Used once. */
final class ProfileEncoder {
  /** Classes of one site that a file holds, the most frequent ones; its total counts them all. */
  static final int MAX_TYPES = 64;

  private final Map<String, Integer> texts = new HashMap<>();
  private final ByteSink textTable = new ByteSink();

  /**
   * The bytes of a file.
   *
   * @param absorbed names of files whose counts this one has taken over; see {@link PoolFile}
   */
  static byte[] encode(Profile profile, List<String> absorbed) {
    return ProfileEnvelope.wrap(new ProfileEncoder().content(profile, absorbed));
  }

  private ByteSink content(Profile profile, List<String> absorbed) {
    Profile canonical = ProfileMerger.canonical(profile);
    ByteSink classes = classes(canonical.methods());
    ByteSink content = new ByteSink();
    for (ProfileOrigin origin : canonical.origins()) {
      origin(content, origin);
    }
    content.bytes(textTable.array(), textTable.size());
    content.bytes(classes.array(), classes.size());
    List<String> names = new ArrayList<>(absorbed);
    Ordering.sort(names);
    for (String name : names) {
      content.textField(Wire.Content.ABSORBED, name);
    }
    if (content.size() > ProfileFile.MAX_BYTES) {
      throw new IllegalArgumentException(
          "a profile of " + content.size() + " bytes, more than " + ProfileFile.MAX_BYTES);
    }
    return content;
  }

  private static void origin(ByteSink sink, ProfileOrigin origin) {
    int mark = sink.begin(Wire.Content.ORIGIN);
    word(sink, Wire.Origin.JVM, origin.jvm());
    word(sink, Wire.Origin.OS, origin.os());
    word(sink, Wire.Origin.ARCH, origin.arch());
    word(sink, Wire.Origin.MODE, origin.mode());
    word(sink, Wire.Origin.AGENT_VERSION, origin.agentVersion());
    word(sink, Wire.Origin.PROGRAM, origin.program());
    word(sink, Wire.Origin.PHASE, origin.phase());
    sink.field(Wire.Origin.START_MILLIS, origin.startMillis());
    sink.field(Wire.Origin.DURATION_MILLIS, origin.durationMillis());
    sink.field(Wire.Origin.RUNS, origin.runs());
    sink.end(mark);
  }

  private static void word(ByteSink sink, int field, String text) {
    if (!text.isEmpty()) {
      sink.textField(field, text);
    }
  }

  private ByteSink classes(List<ProfiledMethod> methods) {
    ByteSink sink = new ByteSink();
    int next = 0;
    while (next < methods.size()) {
      ProfiledMethod first = methods.get(next);
      int mark = sink.begin(Wire.Content.CLASS);
      text(sink, Wire.OfClass.NAME, first.counts().method().owner());
      text(sink, Wire.OfClass.LOADER, first.loader());
      while (next < methods.size() && MethodOrder.sameClass(first, methods.get(next))) {
        method(sink, methods.get(next++));
      }
      sink.end(mark);
    }
    return sink;
  }

  private void method(ByteSink sink, ProfiledMethod method) {
    MethodProfile counts = method.counts();
    int mark = sink.begin(Wire.OfClass.METHOD);
    text(sink, Wire.Method.NAME, counts.method().name());
    text(sink, Wire.Method.DESCRIPTOR, counts.method().descriptor());
    sink.fixed64Field(Wire.Method.CODE_HASH, counts.codeHash());
    sink.field(Wire.Method.CALLS, counts.calls());
    sink.field(Wire.Method.TIER, method.tier());
    sink.field(Wire.Method.CODE_BYTES, method.codeBytes());
    edges(sink, counts.edges());
    sink.field(Wire.Method.IMBALANCE, counts.imbalance());
    receivers(sink, counts.receivers());
    List<SiteCounts> sites = new ArrayList<>(counts.sites());
    Ordering.sort(sites);
    for (SiteCounts site : sites) {
      site(sink, site.site(), site.kind().ordinal() + 1, site.seen());
    }
    if (method.compiled().isPresent()) {
      compiled(sink, method.compiled().get());
    }
    for (TierStep step : method.steps()) {
      step(sink, step);
    }
    sink.end(mark);
  }

  private void step(ByteSink sink, TierStep step) {
    int mark = sink.begin(Wire.Method.STEP);
    sink.field(Wire.Step.AT_MILLIS, step.atMillis());
    sink.field(Wire.Step.TIER, step.tier());
    text(sink, Wire.Step.REASON, step.reason());
    sink.end(mark);
  }

  private static void edges(ByteSink sink, List<Long> edges) {
    if (!edges.isEmpty()) {
      int mark = sink.begin(Wire.Method.EDGE);
      for (Long edge : edges) {
        sink.varint(edge);
      }
      sink.end(mark);
    }
  }

  private void receivers(ByteSink sink, Map<Integer, TypeHistogram> receivers) {
    if (receivers.isEmpty()) {
      return;
    }
    List<Integer> sites = new ArrayList<>(receivers.keySet());
    Ordering.sort(sites);
    for (Integer site : sites) {
      TypeHistogram histogram = receivers.get(site);
      if (histogram == null) {
        throw new IllegalStateException("receivers changed while they were written");
      }
      site(sink, site, 0, histogram);
    }
  }

  private void site(ByteSink sink, int ordinal, int kind, TypeHistogram histogram) {
    List<TypeHistogram.Entry> entries = histogram.entries();
    if (entries.size() > MAX_TYPES) {
      entries = entries.subList(0, MAX_TYPES);
    }
    int mark = sink.begin(Wire.Method.SITE);
    sink.field(Wire.Site.ORDINAL, ordinal);
    sink.field(Wire.Site.KIND, kind);
    sink.field(Wire.Site.TOTAL, histogram.total());
    if (!entries.isEmpty()) {
      int labels = sink.begin(Wire.Site.LABEL);
      for (TypeHistogram.Entry entry : entries) {
        sink.varint(text(entry.className()));
      }
      sink.end(labels);
      int counts = sink.begin(Wire.Site.COUNT);
      for (TypeHistogram.Entry entry : entries) {
        sink.varint(entry.count());
      }
      sink.end(counts);
    }
    sink.end(mark);
  }

  private void compiled(ByteSink sink, CompiledMethod compiled) {
    int mark = sink.begin(Wire.Method.COMPILED);
    sink.field(Wire.Compiled.BYTES_BEFORE, compiled.codeBytesBefore());
    sink.field(Wire.Compiled.BYTES_AFTER, compiled.codeBytesAfter());
    decisions(sink, Wire.Compiled.DECISION, compiled.decisions(), InlineDecision.MAX_DEPTH);
    if (compiled.text().isPresent()) {
      BytecodeText text = compiled.text().get();
      sink.textField(Wire.Compiled.TEXT_BEFORE, text.before());
      sink.textField(Wire.Compiled.TEXT_AFTER, text.after());
    }
    sink.end(mark);
  }

  private void decisions(ByteSink sink, int field, List<InlineDecision> decisions, int levels) {
    if (levels == 0) {
      return;
    }
    for (InlineDecision decision : decisions) {
      MethodId target = decision.target();
      int mark = sink.begin(field);
      sink.field(Wire.Decision.SITE, decision.site());
      sink.field(Wire.Decision.LINE, decision.line());
      text(sink, Wire.Decision.OWNER, target.owner());
      text(sink, Wire.Decision.NAME, target.name());
      text(sink, Wire.Decision.DESCRIPTOR, target.descriptor());
      sink.field(Wire.Decision.INLINED, decision.inlined() ? 1 : 0);
      text(sink, Wire.Decision.REASON, decision.reason());
      sink.field(Wire.Decision.COUNT, decision.count());
      decisions(sink, Wire.Decision.INNER, decision.inner(), levels - 1);
      sink.end(mark);
    }
  }

  private void text(ByteSink sink, int field, String value) {
    sink.field(field, text(value));
  }

  private int text(String value) {
    Integer known = texts.get(value);
    if (known != null) {
      return known;
    }
    int index = texts.size();
    texts.put(value, index);
    textTable.textField(Wire.Content.TEXT, value);
    return index;
  }
}
