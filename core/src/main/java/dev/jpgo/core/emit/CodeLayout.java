package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Which segments are emitted in which order, and how each is left: the order of the graph with what
 * never ran at the end and loops turned over ({@link LoopInversion}), without segments that hold no
 * code, without those that nothing leads to, and with short returns repeated in place of jumps to
 * them.
 */
final class CodeLayout {
  /** A jump is three bytes long: what is not longer may stand in its place. */
  private static final int JUMP = 3;

  private final Chains chains;
  private final Effects effects;
  private final SlotAllocation slots;
  private final StackSimulation simulation;
  private final List<Segment> order = new ArrayList<>();
  private final @Nullable Segment[] after;
  private final boolean[] targets;
  private final boolean[] entered;
  private final boolean[] repeatable;
  private final boolean[] dropped;

  CodeLayout(
      Chains chains,
      Effects effects,
      SlotAllocation slots,
      StackSimulation simulation,
      boolean compiled) {
    this.chains = chains;
    this.effects = effects;
    this.slots = slots;
    this.simulation = simulation;
    int count = chains.segments().size();
    after = new @Nullable Segment[count];
    targets = new boolean[count];
    entered = new boolean[count];
    repeatable = new boolean[count];
    dropped = new boolean[count];
    for (Segment segment : chains.segments()) {
      if (simulation.state(segment) != null && (segment.index == 0 || !isEmpty(segment))) {
        order.add(segment);
        repeatable[segment.index] = isShortReturn(segment);
      }
    }
    if (!compiled) {
      moveRareBehind();
    }
    LoopInversion.apply(order, this, compiled);
    do {
      connect();
    } while (order.removeIf(this::drop));
  }

  /** Puts what was never run behind what was, so that nothing has to jump over it. */
  private void moveRareBehind() {
    if (order.get(0).head().frequency() <= 0) {
      return;
    }
    List<Segment> run = new ArrayList<>(order.size());
    List<Segment> rare = new ArrayList<>();
    for (Segment segment : order) {
      boolean never = segment.head().frequency() == 0 && segment.tail().frequency() == 0;
      (never ? rare : run).add(segment);
    }
    order.clear();
    order.addAll(run);
    order.addAll(rare);
  }

  private boolean drop(Segment segment) {
    dropped[segment.index] = !entered[segment.index];
    return dropped[segment.index];
  }

  /** The segments to emit. */
  List<Segment> order() {
    return order;
  }

  /** Whether jumps or exceptions lead to a segment. */
  boolean isTarget(Segment segment) {
    return targets[segment.index];
  }

  /** The segment whose code follows; null at the end. */
  @Nullable Segment after(Segment segment) {
    return after[segment.index];
  }

  /** Where the code of a block is: the first segment from there on that has any. */
  Segment resolve(Block block) {
    Segment segment = chains.segmentOf(block);
    for (int steps = 0; isEmpty(segment) && segment.index != 0; steps++) {
      if (steps > chains.segments().size()) {
        return segment;
      }
      segment = chains.segmentOf(segment.tail().successors().get(0));
    }
    return segment;
  }

  /** Whether the code of a segment may stand in place of a jump to it. */
  boolean isRepeatable(Segment segment) {
    return repeatable[segment.index];
  }

  /** Whether a segment has no code; a handler may have none but to pass the exception on. */
  private boolean isEmpty(Segment segment) {
    Item only = segment.first;
    boolean isCatch =
        only != null && only.next == null && only.is(Item.Kind.OP) && only.value.op() == Op.CATCH;
    return (only == null || isCatch)
        && segment.tail().terminator().op() == Opcodes.GOTO
        && chains.segmentOf(segment.tail().successors().get(0)) != segment;
  }

  private boolean isShortReturn(Segment segment) {
    int size = 0;
    for (Item item = segment.first; item != null; item = item.next) {
      switch (item.kind) {
        case LOAD -> size += CodeSizes.local(slots.slot(item.value));
        case CONST -> size += CodeSizes.constant(item.value);
        case OP -> {
          if (!Op.isReturn(item.value.op()) || effects.mayThrow(item.value)) {
            return false;
          }
          size++;
        }
        default -> {
          return false;
        }
      }
    }
    return size <= JUMP && Op.isReturn(segment.tail().terminator().op());
  }

  private void connect() {
    Arrays.fill(targets, false);
    Arrays.fill(entered, false);
    entered[order.get(0).index] = true;
    for (int i = 0; i < order.size(); i++) {
      Segment segment = order.get(i);
      after[segment.index] = i + 1 < order.size() ? order.get(i + 1) : null;
      leave(segment);
      for (Item item = segment.first; item != null; item = item.next) {
        if (item.throwing) {
          enterHandlers(item);
        }
      }
    }
    for (Segment segment : order) {
      entered[segment.index] |= targets[segment.index];
    }
  }

  private void enterHandlers(Item item) {
    List<Block.Handler> handlers = item.block.handlers();
    for (int i = 0; i < handlers.size(); i++) {
      targets[resolve(handlers.get(i).target()).index] = true;
    }
  }

  private void leave(Segment segment) {
    Instr terminator = segment.tail().terminator();
    List<Block> successors = segment.tail().successors();
    Segment next = after[segment.index];
    if (terminator.op() == Opcodes.GOTO) {
      jump(resolve(successors.get(0)), next);
    } else if (Op.isBranch(terminator.op())) {
      int jumped = isInverted(segment) ? 1 : 0;
      targets[resolve(successors.get(jumped)).index] = true;
      jump(resolve(successors.get(1 - jumped)), next);
    } else {
      for (int i = 0; i < successors.size(); i++) {
        targets[resolve(successors.get(i)).index] = true;
      }
    }
  }

  private void jump(Segment target, @Nullable Segment next) {
    if (target == next) {
      entered[target.index] = true;
    } else if (!isRepeatable(target)) {
      targets[target.index] = true;
    }
  }

  /**
   * Whether a branch is emitted with its condition inverted: to fall through to its first target,
   * or since that can be repeated in place of a jump.
   *
   * <p>When segments have been dropped others follow one another, and a branch might better be
   * turned round; but not towards a return that was dropped because this very branch repeated it.
   * What it jumped to then is still there.
   */
  boolean isInverted(Segment segment) {
    List<Block> successors = segment.tail().successors();
    Segment next = after[segment.index];
    Segment taken = resolve(successors.get(0));
    Segment other = resolve(successors.get(1));
    boolean isBetter =
        other != next && (taken == next || (!isRepeatable(other) && isRepeatable(taken)));
    return dropped[(isBetter ? other : taken).index] ? !isBetter : isBetter;
  }

  /** What is uninitialized at the start of a segment that is emitted. */
  StackSimulation.State state(Segment segment) {
    StackSimulation.State state = simulation.state(segment);
    if (state == null) {
      throw new IllegalStateException("nothing leads to " + segment);
    }
    return state;
  }
}
