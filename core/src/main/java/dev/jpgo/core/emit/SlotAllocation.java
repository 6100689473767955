package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
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
 * interfere; then slots go to the most used webs first, as the first four have short instructions.
 * Parameters stay where they come in, and the slot of the receiver is nobody else's.
 */
final class SlotAllocation {
  private static final int LIMIT = 65535;

  private record Affinity(int first, int second, double weight) {}

  private final Graph graph;
  private final SlotLiveness liveness;
  private final Interference interference;
  private final int[] parent;
  private final int[] nextMember;
  private final int[] slots;
  private final int[] uses;
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
    uses = new int[count];
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
          uses[liveness.variable(item.value)]++;
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
    Block block = store.block;
    double frequency = block.frequency() < 0 ? 1 : block.frequency();
    affinities.add(
        new Affinity(
            liveness.variable(store.value), liveness.variable(source), frequency * factor));
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
    affinities.sort(Comparator.comparingDouble(Affinity::weight).reversed());
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
    roots.sort((a, b) -> Integer.compare(uses[b], uses[a]));
    long[] taken = new long[(2 * parent.length + maxLocals + 130) >>> 6];
    for (int root : roots) {
      Arrays.fill(taken, 0);
      if (!graph.isStatic()) {
        SlotLiveness.set(taken, 0);
      }
      mark(taken, interference.row(root));
      int width = width(root);
      int slot = 0;
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
