package dev.jpgo.core.instrument;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.CodeOrdinals;
import dev.jpgo.core.cfg.Edge;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/**
 * A {@code tableswitch} or {@code lookupswitch}: which cases lead along which edge. Cases that lead
 * where the default does are none: javac fills the holes of a table with them.
 */
final class Switch {
  private final int ordinal;
  private final List<Edge> ways;

  /** Values, and for each the position of its edge among the ways. */
  private final int[] values;

  private final int[] wayOf;
  private int cases;

  /** Ways that cases lead along. */
  private final BitSet used = new BitSet();

  /** Ways that several cases lead along. */
  private final BitSet shared = new BitSet();

  private Switch(int ordinal, List<Edge> ways, int labels) {
    this.ordinal = ordinal;
    this.ways = ways;
    this.values = new int[labels];
    this.wayOf = new int[labels];
  }

  /** The switches of a method, in the order of the code. */
  static List<Switch> of(CodeOrdinals code, Cfg cfg) {
    List<Switch> all = new ArrayList<>(0);
    for (int i = 0; i < code.count(); i++) {
      AbstractInsnNode instruction = code.instruction(i);
      if (instruction instanceof TableSwitchInsnNode table) {
        List<Integer> keys = new ArrayList<>(table.labels.size());
        for (int key = table.min; keys.size() < table.labels.size(); key++) {
          keys.add(key);
        }
        all.add(of(i, keys, table.labels, table.dflt, code, cfg));
      } else if (instruction instanceof LookupSwitchInsnNode lookup) {
        all.add(of(i, lookup.keys, lookup.labels, lookup.dflt, code, cfg));
      }
    }
    return all;
  }

  private static Switch of(
      int ordinal,
      List<Integer> keys,
      List<LabelNode> labels,
      LabelNode rest,
      CodeOrdinals code,
      Cfg cfg) {
    List<Edge> ways = cfg.outgoing(cfg.blockAt(ordinal).index());
    Map<Integer, Integer> wayTo = new HashMap<>();
    for (int i = 0; i < ways.size(); i++) {
      wayTo.put(ways.get(i).to(), i);
    }
    wayTo.remove(target(rest, code, cfg));
    Switch read = new Switch(ordinal, ways, keys.size());
    for (int i = 0; i < keys.size(); i++) {
      Integer way = wayTo.get(target(labels.get(i), code, cfg));
      if (way != null) {
        read.add(keys.get(i), way);
      }
    }
    return read;
  }

  private static int target(LabelNode label, CodeOrdinals code, Cfg cfg) {
    int at = code.of(label);
    return at < code.count() ? cfg.blockAt(at).index() : cfg.root();
  }

  private void add(int value, int way) {
    if (used.get(way)) {
      shared.set(way);
    }
    used.set(way);
    values[cases] = value;
    wayOf[cases++] = way;
  }

  /** Ordinal of the instruction. */
  int ordinal() {
    return ordinal;
  }

  /** How many cases there are. */
  int cases() {
    return cases;
  }

  /** The number that a case is for. */
  int value(int index) {
    return values[index];
  }

  /** The edge that a case leads along. */
  Edge edge(int index) {
    return ways.get(wayOf[index]);
  }

  /** Whether no other case leads along the edge of this one. */
  boolean isAlone(int index) {
    return !shared.get(wayOf[index]);
  }

  /** Whether edges do not tell all cases apart. */
  boolean sharesEdges() {
    return !shared.isEmpty();
  }

  /** All edges that leave it: with their counts, how often it ran. */
  List<Edge> ways() {
    return ways;
  }
}
