package dev.jpgo.agent.compiler;

import dev.jpgo.core.cache.Sink;
import dev.jpgo.core.cache.Source;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.phase.inline.InlineLimits;
import dev.jpgo.core.phase.inline.LockPlaces;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.SiteCounts;
import dev.jpgo.core.profile.TypeHistogram;
import dev.jpgo.core.world.FlagField;
import dev.jpgo.core.world.VariableHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How values are written into messages and read from them. */
final class Wire {
  static final int NONE = -1;

  /** Nothing is counted higher in a message. */
  static final int MOST = 1 << 26;

  private Wire() {}

  static void flag(Sink sink, boolean flag) {
    sink.number(flag ? 1 : 0);
  }

  static boolean flag(Source source) {
    return source.number(1) == 1;
  }

  /** Names may hold any characters, so one that Latin-1 lacks is written as it is in memory. */
  static void text(Sink sink, String text) {
    byte[] plain = text.getBytes(StandardCharsets.ISO_8859_1);
    boolean isPlain = new String(plain, StandardCharsets.ISO_8859_1).equals(text);
    flag(sink, isPlain);
    if (isPlain) {
      sink.bytes(plain);
      return;
    }
    sink.number(text.length());
    for (int i = 0; i < text.length(); i++) {
      sink.number(text.charAt(i));
    }
  }

  static String text(Source source) {
    if (flag(source)) {
      return new String(source.bytes(), StandardCharsets.ISO_8859_1);
    }
    int length = source.number(MOST);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) source.number(Character.MAX_VALUE));
    }
    return text.toString();
  }

  static void limits(Sink sink, InlineLimits limits) {
    sink.number(limits.maxDepth());
    sink.number(limits.maxRecursion());
    sink.number(limits.tinyBytes());
    sink.number(limits.maxCalleeBytes());
    sink.number(limits.maxHotCalleeBytes());
    sink.number(limits.hotRuns());
    sink.number(limits.maxGrowthBytes());
    sink.number(limits.maxUnsharedBytes());
    sink.number(limits.maxMethodBytes());
    sink.number(limits.maxInstructions());
    sink.number(limits.locks().ordinal());
    flag(sink, limits.jumpsPoll());
  }

  static InlineLimits limits(Source source) {
    LockPlaces[] places = LockPlaces.values();
    return new InlineLimits(
        source.number(MOST),
        source.number(MOST),
        source.number(MOST),
        source.number(MOST),
        source.number(MOST),
        source.number(InlineLimits.NEVER),
        source.number(MOST),
        source.number(MOST),
        source.number(MOST),
        source.number(MOST),
        places[source.number(places.length - 1)],
        flag(source));
  }

  static void field(Sink sink, FlagField flag) {
    text(sink, flag.owner());
    text(sink, flag.name());
    text(sink, flag.misses());
  }

  static FlagField field(Source source) {
    String owner = text(source);
    String name = text(source);
    return new FlagField(owner, name, text(source));
  }

  static void handle(Sink sink, Optional<VariableHandle> known) {
    flag(sink, known.isPresent());
    if (known.isPresent()) {
      VariableHandle handle = known.get();
      sink.number(handle.kind().ordinal());
      text(sink, handle.receiver());
      text(sink, handle.field());
      text(sink, handle.type());
      sink.word(handle.offset());
    }
  }

  static Optional<VariableHandle> handle(Source source) {
    if (!flag(source)) {
      return Optional.empty();
    }
    VariableHandle.Kind[] kinds = VariableHandle.Kind.values();
    VariableHandle.Kind kind = kinds[source.number(kinds.length - 1)];
    return Optional.of(
        new VariableHandle(kind, text(source), text(source), text(source), source.word()));
  }

  static void profile(Sink sink, Optional<MethodProfile> counted) {
    flag(sink, counted.isPresent());
    if (counted.isEmpty()) {
      return;
    }
    MethodProfile profile = counted.get();
    text(sink, profile.method().owner());
    text(sink, profile.method().name());
    text(sink, profile.method().descriptor());
    sink.word(profile.codeHash());
    sink.word(profile.calls());
    sink.number(profile.edges().size());
    for (long edge : profile.edges()) {
      sink.word(edge);
    }
    sink.word(profile.imbalance());
    sink.number(profile.receivers().size());
    for (Map.Entry<Integer, TypeHistogram> receiver : profile.receivers().entrySet()) {
      sink.number(receiver.getKey());
      histogram(sink, receiver.getValue());
    }
    sink.number(profile.sites().size());
    for (SiteCounts site : profile.sites()) {
      sink.number(site.kind().ordinal());
      sink.number(site.site());
      histogram(sink, site.seen());
    }
  }

  static Optional<MethodProfile> profile(Source source) {
    if (!flag(source)) {
      return Optional.empty();
    }
    MethodId method = new MethodId(text(source), text(source), text(source));
    long codeHash = source.word();
    long calls = source.word();
    List<Long> edges = new ArrayList<>();
    for (int left = source.number(MOST); left > 0; left--) {
      edges.add(source.word());
    }
    long imbalance = source.word();
    Map<Integer, TypeHistogram> receivers = new HashMap<>();
    for (int left = source.number(MOST); left > 0; left--) {
      int site = source.number(MOST);
      receivers.put(site, histogram(source));
    }
    SiteCounts.Kind[] kinds = SiteCounts.Kind.values();
    List<SiteCounts> sites = new ArrayList<>();
    for (int left = source.number(MOST); left > 0; left--) {
      SiteCounts.Kind kind = kinds[source.number(kinds.length - 1)];
      int site = source.number(MOST);
      sites.add(new SiteCounts(kind, site, histogram(source)));
    }
    return Optional.of(
        new MethodProfile(method, codeHash, calls, edges, imbalance, receivers, sites));
  }

  private static void histogram(Sink sink, TypeHistogram histogram) {
    sink.number(histogram.entries().size());
    for (TypeHistogram.Entry entry : histogram.entries()) {
      text(sink, entry.className());
      sink.word(entry.count());
    }
    sink.word(histogram.total());
  }

  private static TypeHistogram histogram(Source source) {
    List<TypeHistogram.Entry> entries = new ArrayList<>();
    for (int left = source.number(MOST); left > 0; left--) {
      String name = text(source);
      entries.add(new TypeHistogram.Entry(name, source.word()));
    }
    return new TypeHistogram(entries, source.word());
  }
}
