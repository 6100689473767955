package dev.jpgo.core.cache;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.phase.CompileStats;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.world.FlagField;
import dev.jpgo.core.world.VariableHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what {@link VersionWriter} wrote. */
public final class VersionReader {
  /** No number in a version is larger. */
  private static final int MOST = 1 << 24;

  private final Source source;
  private final Texts texts;
  private int entities;

  private VersionReader(Source source, Texts texts) {
    this.source = source;
    this.texts = texts;
  }

  /**
   * The version in these bytes.
   *
   * @throws IllegalArgumentException when they are damaged
   */
  public static Version read(byte[] bytes, Texts texts) {
    Source source = new Source(bytes);
    Version version = new VersionReader(source, texts).version();
    if (!source.isAtEnd()) {
      throw new IllegalArgumentException("more than a version");
    }
    return version;
  }

  private String text() {
    return texts.text(source.number(Integer.MAX_VALUE - 1));
  }

  private boolean flag() {
    return source.number(1) == 1;
  }

  private int entity() {
    return source.number(entities - 1);
  }

  private Version version() {
    String name = text();
    String descriptor = text();
    Facts facts = facts();
    List<InlineDecision> decisions = decisions(InlineDecision.MAX_DEPTH);
    CompileStats stats =
        new CompileStats(
            source.number(MOST), source.number(MOST), source.number(MOST), source.number(MOST));
    return new Version(name, descriptor, facts, decisions, stats, outcome());
  }

  private Version.Outcome outcome() {
    if (!flag()) {
      return new Version.Unchanged(text());
    }
    FlagField flag = new FlagField(text(), text(), text());
    Map<Integer, Position> lines = new HashMap<>();
    int count = source.count();
    for (int i = 0; i < count; i++) {
      int line = source.number(0xFFFF);
      Position position = position(InlineDecision.MAX_DEPTH);
      lines.put(line, position);
    }
    return new Version.Better(source.bytes(), flag, lines);
  }

  private Facts facts() {
    List<Facts.Entity> all = new ArrayList<>();
    entities = source.count();
    for (int i = 0; i < entities; i++) {
      String name = text();
      long fingerprint = source.word();
      int loader = source.number(entities);
      int bits = source.number(7);
      boolean code = (bits & 4) != 0;
      boolean exported = (bits & 2) != 0;
      all.add(new Facts.Entity(name, fingerprint, code, loader, (bits & 1) != 0, exported));
    }
    return new Facts(all, steps(), links(), held(), assumed());
  }

  private List<Facts.Step> steps() {
    List<Facts.Step> steps = new ArrayList<>();
    int count = source.count();
    for (int i = 0; i < count; i++) {
      Facts.Way way = Facts.Way.values()[source.number(Facts.Way.values().length - 1)];
      int from = entity();
      String name = text();
      int index = source.number(MOST);
      steps.add(new Facts.Step(way, from, name, index, source.signed(entities - 1)));
    }
    return steps;
  }

  private List<Facts.Link> links() {
    List<Facts.Link> links = new ArrayList<>();
    int count = source.count();
    for (int i = 0; i < count; i++) {
      boolean reads = flag();
      int from = entity();
      links.add(new Facts.Link(reads, from, entity()));
    }
    return links;
  }

  private List<Facts.Held> held() {
    VariableHandle.Kind[] kinds = VariableHandle.Kind.values();
    List<Facts.Held> held = new ArrayList<>();
    int count = source.count();
    for (int i = 0; i < count; i++) {
      int owner = entity();
      String field = text();
      VariableHandle.Kind kind = kinds[source.number(kinds.length - 1)];
      held.add(
          new Facts.Held(
              owner, field, new VariableHandle(kind, text(), text(), text(), source.word())));
    }
    return held;
  }

  private List<Facts.Assumed> assumed() {
    List<Facts.Assumed> assumed = new ArrayList<>();
    int count = source.count();
    for (int i = 0; i < count; i++) {
      int root = entity();
      String name = text();
      String descriptor = text();
      int target = entity();
      int except = source.signed(entities - 1);
      assumed.add(new Facts.Assumed(root, name, descriptor, target, except));
    }
    return assumed;
  }

  private List<InlineDecision> decisions(int levels) {
    int count = source.count();
    if (count > 0 && levels == 0) {
      throw new IllegalArgumentException("decisions too deep");
    }
    List<InlineDecision> decisions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int site = source.signed(MOST);
      int line = source.signed(MOST);
      MethodId target = method();
      boolean inlined = flag();
      String reason = text();
      long seen = source.word();
      decisions.add(
          new InlineDecision(site, line, target, inlined, reason, seen, decisions(levels - 1)));
    }
    return decisions;
  }

  private MethodId method() {
    String owner = text();
    String name = text();
    return new MethodId(owner, name, text());
  }

  private Position position(int levels) {
    if (levels == 0) {
      throw new IllegalArgumentException("inlined too deep");
    }
    MethodId method = method();
    @Nullable String file = flag() ? text() : null;
    int line = source.signed(MOST);
    return new Position(method, file, line, flag() ? position(levels - 1) : null);
  }
}
