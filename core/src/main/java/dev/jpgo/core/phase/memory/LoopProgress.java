package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * What a loop has of its own to come to an end: a way out that depends on what the loop itself
 * changes, and a change of that on every way round, whatever is read. {@code while (n < 10) if
 * (f.ready) n++;} has the way out, but may go round for long without coming nearer to it.
 */
final class LoopProgress {
  private static final int STEPS = 64;
  private static final int VARIABLES = 32;
  private static final int DEPTH = 3;

  private final Dominators dominators;
  private final LoopForest loops;
  private final MemoryAccesses accesses;
  private final LoopForest.Loop loop;
  private final boolean calls;

  /** Fields that the loop counts on, and where. */
  private final List<Instr> counts = new ArrayList<>(0);

  private final List<Instr> moving;

  /** The variables, and fields counted on, that a way out depends on. */
  private final List<Instr> decisive = new ArrayList<>(2);

  /**
   * Looks at a loop.
   *
   * @param calls whether only a call is what all is well again after, not a volatile access or a
   *     lock
   */
  LoopProgress(
      Dominators dominators,
      LoopForest loops,
      MemoryAccesses accesses,
      LoopForest.Loop loop,
      boolean calls) {
    this.calls = calls;
    this.dominators = dominators;
    this.loops = loops;
    this.accesses = accesses;
    this.loop = loop;
    findCounts();
    moving = moving();
  }

  /** Whether the loop comes nearer to a way out each time, or reads all memory again. */
  boolean ends() {
    List<Block> blocks = loop.blocks();
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      List<Block> successors = block.successors();
      for (int k = 0; k < successors.size(); k++) {
        if (!contains(successors.get(k))) {
          if (isPassed(block)) {
            decide(block.terminator());
          }
          break;
        }
      }
    }
    for (int i = 0; i < decisive.size(); i++) {
      noteSources(decisive.get(i));
    }
    return !mayIdle();
  }

  /** Whether each way round comes by a block: what is asked elsewhere may never be asked again. */
  private boolean isPassed(Block block) {
    List<Block> latches = loop.latches();
    for (int i = 0; i < latches.size(); i++) {
      if (!dominators.dominates(block, latches.get(i))) {
        return calls && !mayBePassedBy(block);
      }
    }
    return true;
  }

  /**
   * Whether there is a way round that neither comes by a block nor calls. Ways that are rarely
   * taken have tests of their own.
   */
  private boolean mayBePassedBy(Block block) {
    List<Block> ways = new ArrayList<>();
    ways.add(loop.header());
    for (int i = 0; i < ways.size(); i++) {
      Block at = ways.get(i);
      if (at == block || LoopPolls.hasPoll(at)) {
        continue;
      }
      for (Block successor : at.successors()) {
        if (successor == loop.header()) {
          return true;
        }
        if (contains(successor) && !ways.contains(successor)) {
          ways.add(successor);
        }
      }
    }
    return false;
  }

  private boolean contains(Block block) {
    for (LoopForest.Loop at = loops.innermost(block); at != null; at = at.parent()) {
      if (at == loop) {
        return true;
      }
    }
    return false;
  }

  /** Whether an instruction is one that what follows is as good as new after. */
  boolean isAnew(Instr instr) {
    return calls ? LoopPolls.isPoll(instr) : accesses.of(instr) == MemoryAccesses.OPAQUE;
  }

  /** Whether a value is computed, or read, within the loop. */
  boolean isIn(Instr value) {
    @Nullable Block home = value.block();
    return home != null && contains(home);
  }

  /** Whether a value is one that goes from an iteration of the loop to the next. */
  boolean isVariable(Instr value) {
    return value.isPhi() && value.block() == loop.header();
  }

  // --- what changes

  private void findCounts() {
    List<Block> blocks = loop.blocks();
    for (int i = 0; i < blocks.size(); i++) {
      List<Instr> body = blocks.get(i).body();
      for (int k = 0; k < body.size(); k++) {
        Instr instr = body.get(k);
        if (MemoryAccesses.isStore(instr.op()) && accesses.of(instr) >= 0) {
          Instr stored = instr.input(instr.inputs().size() - 1);
          if (accesses.counts(accesses.of(instr), stored) && isSame(stored.input(0), instr)) {
            counts.add(instr);
          }
        }
      }
    }
  }

  /**
   * The variables of a loop that go on from one iteration to the next: what they are to have comes
   * from what one of them had, by more than a copy ({@link LoopSteps}), or from a call, after which
   * all memory is read again. A flag that becomes true some time, or what a field said, is none of
   * them.
   */
  private List<Instr> moving() {
    List<Instr> phis = loop.header().phis();
    List<Instr> going = new ArrayList<>(phis.subList(0, Math.min(phis.size(), VARIABLES)));
    boolean fewer = true;
    while (fewer) {
      fewer = false;
      for (int i = going.size() - 1; i >= 0; i--) {
        if (!moves(going, going.get(i))) {
          going.remove(i);
          fewer = true;
        }
      }
    }
    return going;
  }

  private boolean moves(List<Instr> going, Instr variable) {
    List<Instr> copies = new ArrayList<>();
    copies.add(variable);
    for (int i = 0; i < copies.size() && i < STEPS; i++) {
      List<Instr> inputs = copies.get(i).inputs();
      for (int k = 0; k < inputs.size(); k++) {
        Instr next = inputs.get(k);
        if (!isIn(next) || copies.contains(next)) {
          continue;
        }
        if (isCopy(next)) {
          copies.add(next);
        } else if ((depends(next, variable) || stems(going, next))
            && new LoopSteps(this, accesses, variable, going).isStep(next)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a value is computed, or read, by way of a variable, or of a call. */
  boolean depends(Instr value, Instr variable) {
    List<Instr> work = new ArrayList<>();
    work.add(value);
    for (int i = 0; i < work.size() && i < STEPS; i++) {
      Instr at = work.get(i);
      if (at == variable || isAnew(at)) {
        return true;
      }
      addInputs(at, work);
    }
    return false;
  }

  /** Whether an operation tells no more, if it is repeated, than its operands do. */
  static boolean isCopy(Instr value) {
    int op = value.op();
    return value.isPhi()
        || op == Opcodes.CHECKCAST
        || (op >= Opcodes.I2L && op <= Opcodes.I2S)
        || (op >= Opcodes.IAND && op <= Opcodes.LOR)
        || isExtremum(value);
  }

  private static boolean isExtremum(Instr value) {
    return value.op() == Opcodes.INVOKESTATIC
        && value.operand() instanceof Operand.Method called
        && called.owner().equals("java/lang/Math")
        && (called.name().equals("max") || called.name().equals("min"));
  }

  /**
   * Whether a value is computed from a variable that goes on, or from the answer of a call. What is
   * read by way of one, such as an element at an index, may be the same for ever.
   */
  private boolean stems(List<Instr> going, Instr value) {
    List<Instr> work = new ArrayList<>();
    work.add(value);
    for (int i = 0; i < work.size() && i < STEPS; i++) {
      Instr at = work.get(i);
      if (going.contains(at) || isAnew(at) || countOf(at) != null) {
        return true;
      }
      addOperands(at, work);
    }
    return false;
  }

  /** What a value is computed from, unless it is read. */
  private void addOperands(Instr value, List<Instr> work) {
    if (isCopy(value) || value.isPure()) {
      addInputs(value, work);
    }
  }

  private void addInputs(Instr value, List<Instr> work) {
    List<Instr> inputs = value.inputs();
    for (int k = 0; k < inputs.size(); k++) {
      Instr input = inputs.get(k);
      if (isIn(input) && !work.contains(input)) {
        work.add(input);
      }
    }
  }

  /** Where the loop itself counts on the field that a value is loaded from, or null. */
  @Nullable Instr countOf(Instr value) {
    if (value.op() == Opcodes.GETFIELD || value.op() == Opcodes.GETSTATIC) {
      int location = accesses.of(value);
      for (int i = 0; i < counts.size(); i++) {
        if (accesses.of(counts.get(i)) == location && isSame(value, counts.get(i))) {
          return counts.get(i);
        }
      }
    }
    return null;
  }

  /** Whether a load and a store of the same field are of the same object. */
  private boolean isSame(Instr load, Instr store) {
    return load.op() == Opcodes.GETSTATIC || isSameValue(load.input(0), store.input(0), 0);
  }

  /** The same, or read from the same place: what is read in front of the loop is so once. */
  private boolean isSameValue(Instr a, Instr b, int depth) {
    Instr one = withoutCast(a);
    Instr other = withoutCast(b);
    if (one == other) {
      return true;
    }
    boolean isRead = one.op() == Opcodes.GETFIELD || one.op() == Opcodes.GETSTATIC;
    return isRead
        && depth < DEPTH
        && one.op() == other.op()
        && accesses.of(one) == accesses.of(other)
        && (one.op() == Opcodes.GETSTATIC || isSameValue(one.input(0), other.input(0), depth + 1));
  }

  private static Instr withoutCast(Instr value) {
    Instr at = value;
    while (at.op() == Opcodes.CHECKCAST) {
      at = at.input(0);
    }
    return at;
  }

  // --- what the ways out depend on

  /**
   * Finds what goes on of what a condition is computed from: variables, fields counted on, indices
   * of elements that come in their order. What else is loaded or asked for by such a value may be
   * the same for ever: what is in a ring, say.
   */
  private void decide(Instr condition) {
    List<Instr> work = new ArrayList<>();
    addInputs(condition, work);
    for (int i = 0; i < work.size() && i < STEPS; i++) {
      Instr value = work.get(i);
      if (note(value)) {
        continue;
      }
      if (isComparison(value) && !isNear(value)) {
        continue;
      }
      if (value.isPhi()) {
        addChoice(value, work);
      } else if (value.isPure() || isExtremum(value)) {
        addInputs(value, work);
      } else if (isElement(value)) {
        noteCounter(value.input(1)); // at the latest when there are no more
      }
    }
  }

  private static boolean isComparison(Instr value) {
    return value.op() >= Opcodes.LCMP && value.op() <= Opcodes.DCMPG;
  }

  /**
   * Whether what goes on is compared, as a long, with an int or a number that is known. Another is
   * as good as none: {@code n < limit} where there is no limit, and that is {@code Long.MAX_VALUE}.
   * And a float that is added to ends at a number to which that adds nothing.
   */
  private boolean isNear(Instr comparison) {
    if (comparison.op() != Opcodes.LCMP) {
      return false;
    }
    for (Instr side : comparison.inputs()) {
      boolean known = side.isConst() || side.op() == Opcodes.I2L;
      if (!known && !(isIn(side) && stems(moving, side))) {
        return false;
      }
    }
    return true;
  }

  /** Takes a value that goes on, or will be one the next time. */
  private boolean note(Instr value) {
    Instr count = countOf(value);
    if (count != null) {
      noteOnce(count);
    }
    boolean found = count != null;
    for (int i = 0; i < moving.size(); i++) {
      if (moving.get(i) == value || moving.get(i).inputs().contains(value)) {
        noteOnce(moving.get(i));
        found = true;
      }
    }
    return found;
  }

  /** Takes what a variable is computed from, and so has to change before it does. */
  private void noteSources(Instr variable) {
    if (!variable.isPhi()) {
      return;
    }
    List<Instr> work = new ArrayList<>();
    addInputs(variable, work);
    for (int i = 0; i < work.size() && i < STEPS; i++) {
      Instr at = work.get(i);
      Instr count = countOf(at);
      if (count != null) {
        noteOnce(count);
      } else if (moving.contains(at)) {
        noteOnce(at);
      }
      addOperands(at, work);
    }
  }

  private void noteOnce(Instr what) {
    if (!decisive.contains(what)) {
      decisive.add(what);
    }
  }

  /**
   * What a value is one of, and, if it is one of several that are known, or go on, what says of
   * which: a counter that only says when to look again for something does not say what is found.
   */
  private void addChoice(Instr phi, List<Instr> work) {
    addInputs(phi, work);
    Block home = Objects.requireNonNull(phi.block());
    @Nullable Block above = dominators.immediateDominator(home);
    if (above != null && contains(above) && isOfKnown(phi)) {
      addInputs(above.terminator(), work);
    }
  }

  private boolean isOfKnown(Instr phi) {
    List<Instr> inputs = phi.inputs();
    int known = 0;
    for (int i = 0; i < inputs.size(); i++) {
      Instr input = inputs.get(i);
      if (inputs.indexOf(input) == i && (input.isConst() || stems(moving, input))) {
        known++;
      }
    }
    return known > 1;
  }

  private static boolean isElement(Instr value) {
    return (value.op() >= Opcodes.IALOAD && value.op() <= Opcodes.SALOAD)
        || (value.op() == Opcodes.INVOKEVIRTUAL
            && value.operand() instanceof Operand.Method called
            && called.owner().equals("java/lang/String")
            && called.name().equals("charAt"));
  }

  /** Takes an index that grows, or shrinks, in each iteration. */
  private void noteCounter(Instr index) {
    Instr counter = isSum(index) ? index.input(0) : index;
    boolean isOurs = counter.isPhi() && counter.block() == loop.header(); // one within starts anew
    for (int i = 0; isOurs && i < counter.inputs().size(); i++) {
      if (isSum(counter.input(i)) && counter.input(i).input(0) == counter) {
        noteOnce(counter);
        return;
      }
    }
    Instr count = countOf(counter);
    if (count != null) {
      noteOnce(count);
    }
  }

  private static boolean isSum(Instr value) {
    return (value.op() == Opcodes.IADD || value.op() == Opcodes.ISUB) && value.input(1).isConst();
  }

  // --- whether there is a way round on which nothing of it changes

  /**
   * A place on a way round, looked at from its end.
   *
   * @param block where
   * @param values what each decisive variable will have in the next iteration, by its name there
   */
  private record Place(Block block, List<Instr> values) {}

  private boolean mayIdle() {
    List<Instr> variables = new ArrayList<>(decisive);
    variables.removeIf(each -> !each.isPhi());
    List<Place> places = new ArrayList<>();
    goBack(places, loop.header(), variables, variables);
    for (int i = 0; i < places.size(); i++) {
      Place place = places.get(i);
      if (i == STEPS || place.block == loop.header()) {
        return true;
      }
      goBack(places, place.block, place.values, variables);
    }
    return false;
  }

  /** Goes on to where a block is entered from within the loop, if nothing has changed there. */
  private void goBack(List<Place> places, Block block, List<Instr> values, List<Instr> variables) {
    List<Block> preds = block.preds();
    for (int i = 0; i < preds.size(); i++) {
      Block pred = preds.get(i);
      if (!contains(pred) || changes(pred)) {
        continue;
      }
      List<Instr> before = new ArrayList<>(values.size());
      boolean changed = false;
      for (int k = 0; k < values.size() && !changed; k++) {
        Instr value = values.get(k);
        Instr one =
            withoutCast(value.isPhi() && value.block() == block ? value.inputs().get(i) : value);
        changed = isNew(one, variables.get(k));
        before.add(one);
      }
      Place place = new Place(pred, before);
      if (!changed && !places.contains(place)) {
        places.add(place);
      }
    }
  }

  /** Whether a value, or what it is a copy of, is what a variable goes on to from what it was. */
  private boolean isNew(Instr value, Instr variable) {
    List<Instr> values = new ArrayList<>(1);
    values.add(value);
    for (int i = 0; i < values.size() && i < STEPS; i++) {
      Instr at = values.get(i);
      if (!isIn(at) || at.isPhi()) {
        continue;
      }
      if (isCopy(at)) {
        values.addAll(at.inputs());
      } else if (new Recurrence(loop, this::isIn, variable, at).goesOn()
          && new LoopSteps(this, accesses, variable, moving).isStep(at)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a block counts, or does what all memory is read again after. */
  private boolean changes(Block block) {
    List<Instr> body = block.body();
    for (int i = 0; i < body.size(); i++) {
      Instr instr = body.get(i);
      if (isAnew(instr) || instr.op() == Op.CATCH || decisive.contains(instr)) {
        return true;
      }
    }
    return false;
  }
}
