package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Clears slots of references that nothing reads any more. HotSpot's interpreters hold on to what is
 * in a slot until something else is stored there, and the program had let go of it: its method had
 * returned, which is inlined here, or had stored null ({@link Graph#letsGo}). A thread that waits
 * would keep its last task, and of two large arrays that follow one another both would have to fit.
 *
 * <p>It is done in front of the first call that may take long, array, or lock, since what runs in
 * between makes no difference: 2 bytecodes for each reference that is not overwritten before.
 *
 * <p>Sound: by {@link SlotLiveness}, handlers included, no value is live that has such a slot, or
 * half of it; so nothing reads it before it is written again, and no frame says what is in it. That
 * an object is unreachable earlier is what JLS 12.6.1 allows. Compiled code is left alone: the
 * compilers know what is live.
 */
final class DeadReferences {
  private final Graph graph;
  private final Chains chains;
  private final SlotLiveness liveness;
  private final SlotAllocation slots;
  private final long[] candidates;
  private final long[][] held;
  private final Map<Item, long[]> let = new IdentityHashMap<>();

  /** By the call that a frame was inlined at: the candidates whose frames are no more. */
  private final Map<Position, long[]> ended = new IdentityHashMap<>();

  private final long[] endedAtRoot;

  private DeadReferences(Emission emission, long[] candidates) {
    graph = emission.graph();
    chains = emission.chains();
    liveness = emission.liveness();
    slots = emission.slots();
    this.candidates = candidates;
    held = new long[chains.segments().size()][liveness.words()];
    endedAtRoot = ended(null);
  }

  /** Adds items that clear slots. */
  static void apply(Emission emission) {
    long[] candidates = candidates(emission);
    if (candidates != null) {
      DeadReferences references = new DeadReferences(emission, candidates);
      if (references.findPlaces()) {
        references.solve();
        references.insert();
      }
    }
  }

  /** The references that the program lets go of before the method returns; null for none. */
  private static long @Nullable [] candidates(Emission emission) {
    SlotLiveness liveness = emission.liveness();
    Graph graph = emission.graph();
    long[] candidates = new long[liveness.words()];
    boolean found = false;
    for (int i = 0; i < liveness.count(); i++) {
      Instr value = liveness.value(i);
      boolean isReceiver = !graph.isStatic() && emission.slots().slotOf(i) == 0;
      if (value.type().isRef()
          && !value.type().isNull()
          && !isReceiver
          && (value.position().caller() != null || isLetGo(graph, value))) {
        SlotLiveness.set(candidates, i);
        found = true;
      }
    }
    return found ? candidates : null;
  }

  /**
   * Whether a value may be in a variable that null is stored to. What was read from a field or an
   * array is there, too, mostly.
   */
  private static boolean isLetGo(Graph graph, Instr value) {
    return graph.letsGo()
        && value.op() != Opcodes.GETFIELD
        && value.op() != Opcodes.GETSTATIC
        && value.op() != Opcodes.AALOAD;
  }

  // --- places

  /** Finds what may be let go of where; false when there is no such place. */
  private boolean findPlaces() {
    for (Segment segment : chains.segments()) {
      long[] live = liveness.out(segment).clone();
      for (Item item = segment.last; item != null; item = item.previous) {
        liveness.step(live, item);
        if (item.is(Item.Kind.OP) && mayTakeLong(item.value)) {
          long[] dead = dead(item, live);
          if (dead != null) {
            let.put(item, dead);
          }
        }
      }
    }
    return !let.isEmpty();
  }

  private static boolean mayTakeLong(Instr instr) {
    return switch (instr.op()) {
      case Opcodes.NEWARRAY,
          Opcodes.ANEWARRAY,
          Opcodes.MULTIANEWARRAY,
          Opcodes.MONITORENTER,
          Opcodes.INVOKEDYNAMIC ->
          true;
      default ->
          Op.isInvoke(instr.op())
              && instr.operand() instanceof Operand.Method called
              && !isShort(called);
    };
  }

  /** Calls that wait for nothing and keep nothing; they are many. */
  private static boolean isShort(Operand.Method called) {
    return switch (called.owner()) {
      case "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Character",
          "java/lang/Boolean",
          "java/lang/Double",
          "java/lang/Math",
          "java/lang/Object",
          "java/lang/Enum" ->
          !called.name().equals("wait");
      case "java/lang/String" ->
          called.name().equals("length")
              || called.name().equals("charAt")
              || called.name().equals("isEmpty");
      default -> called.owner().contains("/Jpgo"); // of the runtime
    };
  }

  /** The candidates that are of no use from an item on, and not the program's any more, or null. */
  private long @Nullable [] dead(Item item, long[] live) {
    Position caller = item.value.position().caller();
    long[] over = caller == null ? endedAtRoot : ended.computeIfAbsent(caller, this::ended);
    long[] dead = null;
    for (int i = SlotLiveness.next(over, 0); i >= 0; i = SlotLiveness.next(over, i + 1)) {
      if (!isInUse(slots.slotOf(i), live)) {
        dead = dead == null ? new long[over.length] : dead;
        SlotLiveness.set(dead, i);
      }
    }
    return dead;
  }

  private boolean isInUse(int slot, long[] live) {
    for (int i = SlotLiveness.next(live, 0); i >= 0; i = SlotLiveness.next(live, i + 1)) {
      if (overlaps(i, slot)) {
        return true;
      }
    }
    return false;
  }

  private boolean overlaps(int variable, int slot) {
    int first = slots.slotOf(variable);
    return first <= slot && slot < first + liveness.value(variable).type().kind().slots();
  }

  /** The candidates of frames that a place is not in, and those that null is stored over. */
  private long[] ended(@Nullable Position caller) {
    long[] over = candidates.clone();
    for (int i = SlotLiveness.next(over, 0); i >= 0; i = SlotLiveness.next(over, i + 1)) {
      Instr value = liveness.value(i);
      if (!isLetGo(graph, value) && isIn(caller, value.position().caller())) {
        SlotLiveness.clear(over, i);
      }
    }
    return over;
  }

  /** Whether a place is in a frame, or in one that was inlined there; null for the method's own. */
  private static boolean isIn(@Nullable Position place, @Nullable Position frame) {
    for (Position at = place; at != null; at = at.caller()) {
      if (at.equals(frame)) {
        return true;
      }
    }
    return frame == null;
  }

  // --- what is in the slots

  private void solve() {
    List<Instr> params = graph.params();
    for (int i = 0; i < params.size(); i++) {
      int variable = liveness.variable(params.get(i));
      if (variable >= 0 && SlotLiveness.contains(candidates, variable)) {
        SlotLiveness.set(held[chains.segmentOf(graph.entry()).index], variable);
      }
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Segment segment : chains.segments()) {
        long[] now = held[segment.index].clone();
        for (Item item = segment.first; item != null; item = item.next) {
          if (item.throwing) {
            for (Block.Handler handler : item.block.handlers()) {
              changed |= hold(handler.target(), now);
            }
          }
          step(now, item);
        }
        for (Block successor : segment.tail().successors()) {
          changed |= hold(successor, now);
        }
      }
    }
  }

  private boolean hold(Block block, long[] now) {
    long[] at = held[chains.segmentOf(block).index];
    boolean changed = false;
    for (int i = 0; i < at.length; i++) {
      changed |= (now[i] & ~at[i]) != 0;
      at[i] |= now[i];
    }
    return changed;
  }

  private void step(long[] now, Item item) {
    if (item.is(Item.Kind.STORE)) {
      int stored = liveness.variable(item.value);
      int slot = slots.slotOf(stored);
      int end = slot + item.value.type().kind().slots();
      for (int i = SlotLiveness.next(now, 0); i >= 0; i = SlotLiveness.next(now, i + 1)) {
        if (slot <= slots.slotOf(i) && slots.slotOf(i) < end) {
          SlotLiveness.clear(now, i);
        }
      }
      if (SlotLiveness.contains(candidates, stored)) {
        SlotLiveness.set(now, stored);
      }
    }
    long[] dead = dead(item);
    if (dead != null) {
      for (int i = 0; i < now.length; i++) {
        now[i] &= ~dead[i];
      }
    }
  }

  private long @Nullable [] dead(Item item) {
    return item.is(Item.Kind.OP) ? let.get(item) : null;
  }

  private void insert() {
    List<Integer> cleared = new ArrayList<>();
    for (Segment segment : chains.segments()) {
      long[] now = held[segment.index].clone();
      for (Item item = segment.first; item != null; item = item.next) {
        long[] dead = dead(item);
        if (dead != null) {
          long[] both = Arrays.copyOf(dead, dead.length);
          for (int i = 0; i < both.length; i++) {
            both[i] &= now[i];
          }
          cleared.clear();
          for (int i = SlotLiveness.next(both, 0); i >= 0; i = SlotLiveness.next(both, i + 1)) {
            int slot = slots.slotOf(i);
            if (!cleared.contains(slot)) {
              cleared.add(slot);
              segment.insertBefore(Item.clear(slot, item.value, item.block), item);
            }
          }
        }
        step(now, item);
      }
    }
  }
}
