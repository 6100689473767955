package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Clears slots of references that nothing reads any more. HotSpot's interpreters hold on to what is
 * in a slot until something else is stored there, and the program had let go of it: its method had
 * returned, which is inlined here, or had stored null ({@link Graph#letsGo}), or had it on the
 * operand stack alone, from where a call took it ({@link Instr#isTemporary}), which is inlined here
 * and has returned. A thread that waits would keep its last task, and of two large arrays that
 * follow one another both would have to fit.
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
  /** How many phis are looked through at most. */
  private static final int MAX_MERGED = 3;

  private final Graph graph;
  private final Chains chains;
  private final SlotLiveness liveness;
  private final SlotAllocation slots;
  private final long[] candidates;
  private final long[][] held;

  /**
   * By segment, as {@link #held}: those in slots, and behind them those of them that have ended.
   */
  private final long[][] past;

  private final Map<Item, long[]> let = new IdentityHashMap<>();

  /** By place, while it is looked at: the candidates that are not the program's any more. */
  private final Map<Item, long[]> over = new IdentityHashMap<>();

  /** Candidates that the frame has, or had, on its operand stack alone. */
  private final long[] temporary;

  /** By variable: the calls that a temporary's frame passed it to, as far as they are inlined. */
  private final Map<Integer, List<Position>> passedTo = new HashMap<>();

  /** By the call that a frame was inlined at: the candidates that are the program's no more. */
  private final Map<Position, long[]> ended = new IdentityHashMap<>();

  private final long[] endedAtRoot;

  private DeadReferences(Emission emission, long[] candidates) {
    graph = emission.graph();
    chains = emission.chains();
    liveness = emission.liveness();
    slots = emission.slots();
    this.candidates = candidates;
    held = new long[chains.segments().size()][liveness.words()];
    past = new long[chains.segments().size()][2 * liveness.words()];
    temporary = new long[liveness.words()];
    for (int i = SlotLiveness.next(candidates, 0);
        i >= 0;
        i = SlotLiveness.next(candidates, i + 1)) {
      if (isTemporary(liveness.value(i))) {
        SlotLiveness.set(temporary, i);
      }
    }
    findFramesPassedTo();
    endedAtRoot = ended(null);
  }

  /** Adds items that clear slots. */
  static void apply(Emission emission) {
    long[] candidates = candidates(emission);
    if (candidates != null) {
      DeadReferences references = new DeadReferences(emission, candidates);
      if (references.findPlaces()) {
        references.solve(references.held, references::step);
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
          && (value.position().caller() != null || isTemporary(value) || isLetGo(graph, value))) {
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
    return graph.letsGo() && !isLoad(value);
  }

  private static boolean isLoad(Instr value) {
    return value.op() == Opcodes.GETFIELD
        || value.op() == Opcodes.GETSTATIC
        || value.op() == Opcodes.AALOAD;
  }

  /** Whether a value is a temporary that is nowhere else, as far as can be seen. */
  private static boolean isTemporary(Instr value) {
    return value.isTemporary() && value.op() != Opcodes.LDC && !isLoaded(value, MAX_MERGED);
  }

  /** Whether a value, or one that is merged in it, was loaded by its own frame. */
  private static boolean isLoaded(Instr value, int depth) {
    if (value.op() == Opcodes.CHECKCAST) {
      return isLoadedAt(value.position(), value.input(0), depth);
    }
    if (value.isPhi() && depth > 0) {
      for (Instr input : value.inputs()) {
        if (isLoadedAt(value.position(), input, depth - 1)) {
          return true;
        }
      }
    }
    return isLoad(value);
  }

  private static boolean isLoadedAt(Position place, Instr value, int depth) {
    return Position.isOneFrame(place.caller(), value.position().caller()) && isLoaded(value, depth);
  }

  // --- frames

  private void findFramesPassedTo() {
    if (SlotLiveness.next(temporary, 0) < 0) {
      return;
    }
    for (Block block : graph.blocks()) {
      block.body().forEach(this::notePassed);
      notePassed(block.terminator());
    }
  }

  private void notePassed(Instr user) {
    for (Instr value : user.inputs()) {
      int variable = liveness.variable(value);
      if (variable >= 0 && SlotLiveness.contains(temporary, variable)) {
        Position call = callFrom(value.position().caller(), user.position());
        if (call != null) {
          passedTo.computeIfAbsent(variable, any -> new ArrayList<>(1)).add(call);
        }
      }
    }
  }

  /** The call in a frame that what stands at a place was inlined at; null if none was. */
  private static @Nullable Position callFrom(@Nullable Position frame, Position place) {
    for (Position at = place.caller(); at != null; at = at.caller()) {
      if (Position.isOneFrame(at.caller(), frame)) {
        return at;
      }
    }
    return null;
  }

  // --- places

  /** Finds what may be let go of where; false when there is no such place. */
  private boolean findPlaces() {
    solve(past, this::stepPast);
    for (Segment segment : chains.segments()) {
      findNotTheProgramsAnyMore(segment);
      long[] live = liveness.out(segment).clone();
      for (Item item = segment.last; item != null; item = item.previous) {
        liveness.step(live, item);
        if (item.is(Item.Kind.OP) && mayTakeLong(item.value)) {
          long[] dead = dead(over.remove(item), live);
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

  /**
   * The candidates that are of no use from a place on, and not the program's any more, or null.
   *
   * @param gone those that are not the program's any more
   */
  private long @Nullable [] dead(long @Nullable [] gone, long[] live) {
    if (gone == null) {
      return null;
    }
    long[] dead = null;
    for (int i = SlotLiveness.next(gone, 0); i >= 0; i = SlotLiveness.next(gone, i + 1)) {
      if (!isInUse(slots.slotOf(i), live)) {
        dead = dead == null ? new long[gone.length] : dead;
        SlotLiveness.set(dead, i);
      }
    }
    return dead;
  }

  /**
   * Follows which candidates are in slots, and which of these have ended since they were stored. In
   * a loop a value of the last iteration may have, though its frame is entered once more.
   */
  private void stepPast(long[] now, Item item) {
    if (item.is(Item.Kind.STORE)) {
      int ends = 64 * liveness.words();
      int stored = liveness.variable(item.value);
      for (int i = SlotLiveness.next(candidates, 0);
          i >= 0;
          i = SlotLiveness.next(candidates, i + 1)) {
        if (overlaps(stored, slots.slotOf(i))) {
          SlotLiveness.clear(now, i);
          SlotLiveness.clear(now, ends + i);
        }
      }
      if (SlotLiveness.contains(candidates, stored)) {
        SlotLiveness.set(now, stored);
      }
    } else if (item.is(Item.Kind.OP)) {
      long[] there = endedAt(item);
      for (int i = 0; i < there.length; i++) {
        now[there.length + i] |= now[i] & there[i];
      }
    }
  }

  private void findNotTheProgramsAnyMore(Segment segment) {
    long[] now = past[segment.index].clone();
    for (Item item = segment.first; item != null; item = item.next) {
      stepPast(now, item);
      if (item.is(Item.Kind.OP) && mayTakeLong(item.value)) {
        over.put(item, over(item, now));
      }
    }
  }

  private long[] over(Item item, long[] now) {
    long[] result = endedAt(item).clone();
    for (int i = 0; i < result.length; i++) {
      result[i] |= now[result.length + i];
    }
    return result;
  }

  private long[] endedAt(Item item) {
    Position caller = item.value.position().caller();
    return caller == null ? endedAtRoot : ended.computeIfAbsent(caller, this::ended);
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

  /**
   * The candidates of frames that a place is not in, those that null is stored over, and those that
   * their frame had on its operand stack alone: when the place is in none that it passed them to.
   */
  private long[] ended(@Nullable Position caller) {
    long[] over = candidates.clone();
    for (int i = SlotLiveness.next(over, 0); i >= 0; i = SlotLiveness.next(over, i + 1)) {
      Instr value = liveness.value(i);
      if (!isLetGo(graph, value)
          && isIn(caller, value.position().caller())
          && !isTakenFromStack(i, caller)) {
        SlotLiveness.clear(over, i);
      }
    }
    return over;
  }

  /** Whether a value was on an operand stack alone, and is in no frame around a place either. */
  private boolean isTakenFromStack(int variable, @Nullable Position caller) {
    if (!SlotLiveness.contains(temporary, variable)) {
      return false;
    }
    List<Position> calls = passedTo.get(variable);
    if (calls != null) {
      for (Position call : calls) {
        if (isIn(caller, call)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether a place is in a frame, or in one that was inlined there; null for the method's own. */
  private static boolean isIn(@Nullable Position place, @Nullable Position frame) {
    for (Position at = place; at != null; at = at.caller()) {
      if (Position.isOneFrame(at, frame)) {
        return true;
      }
    }
    return frame == null;
  }

  // --- what is in the slots

  /** What an item does to a set. */
  private interface Step {
    void apply(long[] now, Item item);
  }

  /** Finds for each segment what is in a set at its start, on any way to it. */
  private void solve(long[][] sets, Step step) {
    holdParameters(sets);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Segment segment : chains.segments()) {
        long[] now = sets[segment.index].clone();
        for (Item item = segment.first; item != null; item = item.next) {
          step.apply(now, item);
          if (item.throwing) {
            for (Block.Handler handler : item.block.handlers()) {
              changed |= add(sets, handler.target(), now);
            }
          }
        }
        for (Block successor : segment.tail().successors()) {
          changed |= add(sets, successor, now);
        }
      }
    }
  }

  private void holdParameters(long[][] sets) {
    List<Instr> params = graph.params();
    for (int i = 0; i < params.size(); i++) {
      int variable = liveness.variable(params.get(i));
      if (variable >= 0 && SlotLiveness.contains(candidates, variable)) {
        SlotLiveness.set(sets[chains.segmentOf(graph.entry()).index], variable);
      }
    }
  }

  private boolean add(long[][] sets, Block block, long[] now) {
    long[] at = sets[chains.segmentOf(block).index];
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
