package dev.jpgo.core.emit;

import dev.jpgo.core.collect.Ordering;
import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Kind;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.UnsupportedMethodException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * Gives each variable a slot. Copies, hottest first, get both ends into one slot where they do not
 * interfere; then slots go to the webs first that are used most when the code runs. Parameters stay
 * where they come in, and the slot of the receiver is nobody else's.
 *
 * <p>The first four slots have instructions of one byte, which gain nothing in themselves. Ints do
 * better without: HotSpot's interpreter runs {@code iload n; iload m} and {@code iload n; caload}
 * as one instruction, but not if the first is {@code iload_0} to {@code iload_3}
 * (templateTable_x86.cpp, {@code iload_internal}). {@code iload, iload, iadd, istore} takes 2.0 ns
 * in place of 2.4 on JDK 25 and 1.4 in place of 2.2 on 17; on Zero there is no difference. Nor is
 * there between one byte and two otherwise.
 */
final class SlotAllocation {
  private static final int LIMIT = 65535;

  /** The first slot without instructions of one byte. */
  private static final int GENERAL = 4;

  /**
   * How often, in a call, an int must be the first of two for such a slot: slots below it that stay
   * empty are cleared at each call.
   */
  private static final double WORTH = 2;

  private record Affinity(int first, int second, double weight) {}

  private final Graph graph;
  private final SlotLiveness liveness;
  private final Interference interference;
  private final int[] parent;
  private final int[] nextMember;
  private final int[] slots;
  private final double[] uses;
  private final double[] pairs;
  private final List<Affinity> affinities = new ArrayList<>();
  private int maxLocals;

  private SlotAllocation(Graph graph, Chains chains, SlotLiveness liveness) {
    this.graph = graph;
    this.liveness = liveness;
    int count = liveness.count();
    interference = new Interference(graph, chains, liveness);
    parent = new int[count];
    nextMember = new int[count];
    slots = new int[count];
    uses = new double[count];
    pairs = new double[count];
    for (int i = 0; i < count; i++) {
      parent[i] = i;
    }
    Arrays.fill(nextMember, -1);
    Arrays.fill(slots, -1);
  }

  static SlotAllocation of(Graph graph, Chains chains, SlotLiveness liveness)
      throws UnsupportedMethodException {
    SlotAllocation allocation = new SlotAllocation(graph, chains, liveness);
    allocation.placeParameters();
    allocation.collect(chains);
    allocation.coalesce();
    allocation.color();
    return allocation;
  }

  private void placeParameters() {
    int slot = 0;
    for (Instr parameter : graph.params()) {
      int variable = liveness.variable(parameter);
      if (variable >= 0) {
        slots[variable] = slot;
      }
      slot += parameter.type().kind().slots();
    }
    maxLocals = slot;
  }

  private void collect(Chains chains) {
    for (Segment segment : chains.segments()) {
      for (Item item = segment.first; item != null; item = item.next) {
        if (item.is(Item.Kind.LOAD) || item.is(Item.Kind.STORE)) {
          int variable = liveness.variable(item.value);
          uses[variable] += frequency(item);
          if (isFirstOfTwo(item)) {
            pairs[variable] += frequency(item);
          }
        }
        if (!item.is(Item.Kind.STORE)) {
          continue;
        }
        Item load = item.mate;
        if (load != null) {
          addAffinity(item, load.value, 2);
        } else {
          Instr counter = incremented(item);
          if (counter != null) {
            addAffinity(item, counter, 1);
          }
        }
      }
    }
  }

  private void addAffinity(Item store, Instr source, double factor) {
    affinities.add(
        new Affinity(
            liveness.variable(store.value), liveness.variable(source), frequency(store) * factor));
  }

  /** Whether HotSpot's interpreter can run a load and what follows as one. */
  private static boolean isFirstOfTwo(Item load) {
    Item next = load.next;
    return next != null
        && load.is(Item.Kind.LOAD)
        && load.value.type().kind() == Kind.INT
        && (next.is(Item.Kind.LOAD) && next.value.type().kind() == Kind.INT
            || next.is(Item.Kind.OP) && next.value.op() == Opcodes.CALOAD);
  }

  private static double frequency(Item item) {
    return frequency(item.block);
  }

  private static double frequency(Block block) {
    return block.frequency() < 0 ? 1 : block.frequency();
  }

  /** The value that a store increments by a constant, if it does. */
  static @org.jspecify.annotations.Nullable Instr incremented(Item store) {
    Item add = store.previous;
    if (add != null && add.isStack(Opcodes.DUP)) {
      add = add.previous;
    }
    if (add == null || !add.is(Item.Kind.OP) || add.previous == null) {
      return null;
    }
    int op = add.value.op();
    Item second = add.previous;
    Item first = second.previous;
    if ((op != Opcodes.IADD && op != Opcodes.ISUB) || first == null) {
      return null;
    }
    if (first.is(Item.Kind.LOAD) && second.is(Item.Kind.CONST)) {
      return first.value;
    }
    boolean reversed = op == Opcodes.IADD && first.is(Item.Kind.CONST);
    return reversed && second.is(Item.Kind.LOAD) ? second.value : null;
  }

  // --- coalescing

  private void coalesce() {
    Ordering.sort(affinities, Comparator.comparingDouble(Affinity::weight).reversed());
    for (Affinity affinity : affinities) {
      int first = find(affinity.first);
      int second = find(affinity.second);
      if (first != second && mayMerge(first, second)) {
        merge(first, second);
      }
    }
  }

  private boolean mayMerge(int first, int second) {
    if (liveness.value(first).type().kind() != liveness.value(second).type().kind()
        || isReceiver(first)
        || isReceiver(second)
        || (slots[first] >= 0 && slots[second] >= 0)) {
      return false;
    }
    long[] row = interference.row(first);
    for (int member = second; member >= 0; member = nextMember[member]) {
      if (SlotLiveness.contains(row, member)) {
        return false;
      }
    }
    return true;
  }

  private boolean isReceiver(int variable) {
    Instr value = liveness.value(variable);
    return !graph.isStatic()
        && value.op() == Op.PARAM
        && value.operand() instanceof Operand.Int index
        && index.value() == 0;
  }

  private void merge(int into, int other) {
    parent[other] = into;
    slots[into] = Math.max(slots[into], slots[other]);
    uses[into] += uses[other];
    pairs[into] += pairs[other];
    int last = into;
    while (nextMember[last] >= 0) {
      last = nextMember[last];
    }
    nextMember[last] = other;
    interference.merge(into, other);
  }

  private int find(int variable) {
    int root = variable;
    while (parent[root] != root) {
      root = parent[root];
    }
    for (int at = variable; at != root; ) {
      int up = parent[at];
      parent[at] = root;
      at = up;
    }
    return root;
  }

  // --- colouring

  private void color() throws UnsupportedMethodException {
    List<Integer> roots = new ArrayList<>();
    for (int i = 0; i < parent.length; i++) {
      if (parent[i] == i && slots[i] < 0) {
        roots.add(i);
      }
    }
    Ordering.sort(roots, (a, b) -> Double.compare(uses[b], uses[a]));
    double worth = WORTH * frequency(graph.entry());
    long[] taken = new long[(2 * parent.length + maxLocals + 130) >>> 6];
    for (int root : roots) {
      Arrays.fill(taken, 0);
      if (!graph.isStatic()) {
        SlotLiveness.set(taken, 0);
      }
      mark(taken, interference.row(root));
      int width = width(root);
      int slot = pairs[root] > worth ? GENERAL : 0;
      while (SlotLiveness.contains(taken, slot)
          || (width == 2
              && (SlotLiveness.contains(taken, slot + 1) || isHalfOfAnEqual(root, slot)))) {
        slot++;
      }
      slots[root] = slot;
      maxLocals = Math.max(maxLocals, slot + width);
    }
    for (int i = 0; i < parent.length; i++) {
      slots[i] = slots[find(i)];
    }
    if (maxLocals > LIMIT) {
      throw new UnsupportedMethodException("it needs more than " + LIMIT + " local variables");
    }
  }

  /** Whether two slots from here on would overlap those of a variable with the same content. */
  private boolean isHalfOfAnEqual(int variable, int slot) {
    long[] row = interference.wideEquals(variable);
    if (row == null) {
      return false;
    }
    for (int other = SlotLiveness.next(row, 0);
        other >= 0;
        other = SlotLiveness.next(row, other + 1)) {
      int taken = slots[find(other)];
      if (taken >= 0 && Math.abs(taken - slot) == 1) {
        return true;
      }
    }
    return false;
  }

  private void mark(long[] taken, long[] row) {
    for (int other = SlotLiveness.next(row, 0);
        other >= 0;
        other = SlotLiveness.next(row, other + 1)) {
      int root = find(other);
      int slot = slots[root];
      if (slot >= 0) {
        SlotLiveness.set(taken, slot);
        if (width(root) == 2) {
          SlotLiveness.set(taken, slot + 1);
        }
      }
    }
  }

  private int width(int variable) {
    return liveness.value(variable).type().kind().slots();
  }

  // --- results

  /** The slot of a value that has one. */
  int slot(Instr value) {
    return slots[liveness.variable(value)];
  }

  /** The slot of a variable. */
  int slotOf(int variable) {
    return slots[variable];
  }

  /** Slots in use, those of the parameters included. */
  int maxLocals() {
    return maxLocals;
  }
}
