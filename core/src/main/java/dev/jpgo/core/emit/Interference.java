package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which variables may not share a slot: one is stored while the other is live (Chaitin 1981). A
 * copy does not make its source and destination interfere, they hold the same value, unless the
 * same parallel copy stores to the source too; nor do two destinations of one source. Such equals
 * may have one slot, but of two slots wide they must not have half of each other.
 */
final class Interference {
  private final SlotLiveness liveness;
  private final long[][] rows;

  /** By variable two slots wide: what holds the same while both are live. */
  private final Map<Integer, long[]> equals = new HashMap<>(0);

  Interference(Graph graph, Chains chains, SlotLiveness liveness) {
    this.liveness = liveness;
    rows = new long[liveness.count()][liveness.words()];
    long[] live = new long[liveness.words()];
    for (Segment segment : chains.segments()) {
      System.arraycopy(liveness.out(segment), 0, live, 0, live.length);
      for (Item item = segment.last; item != null; item = item.previous) {
        if (item.is(Item.Kind.STORE)) {
          define(liveness.variable(item.value), source(item), item, live);
        }
        liveness.step(live, item);
      }
    }
    defineParameters(graph, chains);
  }

  /** The variable that an item copies, or -1. */
  private int source(Item store) {
    Item load = store.mate;
    if (load == null) {
      return -1;
    }
    for (Item item = store.previous; item != load; item = item.previous) {
      if (item == null) {
        throw new IllegalStateException("a copy without its load");
      }
      if (item.is(Item.Kind.STORE) && item.value == load.value) {
        return -1;
      }
    }
    return liveness.variable(load.value);
  }

  private void define(int variable, int source, @Nullable Item store, long[] live) {
    long[] row = rows[variable];
    for (int other = SlotLiveness.next(live, 0);
        other >= 0;
        other = SlotLiveness.next(live, other + 1)) {
      if (other == variable) {
        continue;
      }
      if (other == source || isTwin(other, store)) {
        if (liveness.value(other).type().kind().slots() == 2) {
          SlotLiveness.set(equalsOf(variable), other);
          SlotLiveness.set(equalsOf(other), variable);
        }
      } else {
        SlotLiveness.set(row, other);
        SlotLiveness.set(rows[other], variable);
      }
    }
  }

  private long[] equalsOf(int variable) {
    return equals.computeIfAbsent(variable, key -> new long[liveness.words()]);
  }

  /**
   * Whether a variable of the same type was stored just before, by the same parallel copy and from
   * one source. As one of another type the verifier would not know the other.
   */
  private boolean isTwin(int variable, @Nullable Item store) {
    Instr copied = store == null ? null : store.copied;
    if (store == null || copied == null) {
      return false;
    }
    Item item = store.previous;
    for (; item != null && item.is(Item.Kind.STORE) && item.copied != null; item = item.previous) {
      if (liveness.variable(item.value) == variable) {
        return isSame(copied, item.copied) && item.value.type().equals(store.value.type());
      }
    }
    return false;
  }

  /** Whether two values are one, or equal constants. */
  static boolean isSame(Instr first, Instr second) {
    return first == second
        || (first.isConst()
            && second.isConst()
            && first.type().equals(second.type())
            && first.operand().equals(second.operand()));
  }

  private void defineParameters(Graph graph, Chains chains) {
    long[] live = liveness.in(chains.segmentOf(graph.entry())).clone();
    for (Instr parameter : graph.params()) {
      int variable = liveness.variable(parameter);
      if (variable >= 0) {
        SlotLiveness.set(live, variable);
      }
    }
    int members = 0;
    for (Instr parameter : graph.params()) {
      int variable = liveness.variable(parameter);
      if (variable >= 0) {
        members++;
        define(variable, -1, null, live);
      }
    }
    int found = 0;
    for (int i = SlotLiveness.next(live, 0); i >= 0; i = SlotLiveness.next(live, i + 1)) {
      found++;
    }
    if (found != members) {
      throw new IllegalStateException(graph.method() + " reads a slot that nothing was stored to");
    }
  }

  /** The variables that a variable interferes with. */
  long[] row(int variable) {
    return rows[variable];
  }

  /** The variables that must have the very slot of a variable or none of its two; or null. */
  long @Nullable [] wideEquals(int variable) {
    return equals.get(variable);
  }

  /** Has a variable stand for another, too. */
  void merge(int into, int other) {
    unite(rows[into], rows[other]);
    long[] row = equals.get(other);
    if (row != null) {
      unite(equalsOf(into), row);
    }
  }

  private static void unite(long[] to, long[] from) {
    for (int i = 0; i < to.length; i++) {
      to[i] |= from[i];
    }
  }
}
