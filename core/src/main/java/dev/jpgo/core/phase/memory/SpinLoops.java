package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Keeps loops that wait for another thread waiting. {@code while (!stop) {}} on a plain field may
 * be an endless loop (JLS 17.4: nothing orders the two threads, and a compiling VM makes one of
 * it), but in an interpreter it has always ended. So a load in a loop becomes one from before the
 * loop only if the loop has a way out that depends on what changes in the loop itself: a local
 * variable that goes on from what it was, or a field that the loop counts on. A variable that is
 * only given what was read tells no more than what it was read from.
 */
final class SpinLoops {
  private static final int STEPS = 64;

  private final Dominators dominators;
  private final LoopForest loops;
  private final MemoryAccesses accesses;
  private final List<LoopForest.Loop> known = new ArrayList<>();
  private boolean[] endings = new boolean[8];

  SpinLoops(Dominators dominators, LoopForest loops, MemoryAccesses accesses) {
    this.dominators = dominators;
    this.loops = loops;
    this.accesses = accesses;
  }

  /** Whether an instruction may use what another one read or wrote, loops in mind. */
  boolean mayReuse(Instr definer, Instr instr) {
    int location = accesses.of(instr);
    Block from = definer.block();
    Block to = instr.block();
    if (location < 0 || accesses.isConstant(location) || from == null || to == null) {
      return true;
    }
    for (LoopForest.Loop loop = loops.innermost(to);
        loop != null && !contains(loop, from);
        loop = loop.parent()) {
      if (!ends(loop)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a loop, and each one in it that a block is in, has such a way out. */
  boolean ends(LoopForest.Loop outer, Block block) {
    for (LoopForest.Loop loop = loops.innermost(block);
        loop != null && loop != outer;
        loop = loop.parent()) {
      if (!ends(loop)) {
        return false;
      }
    }
    return ends(outer);
  }

  private boolean contains(LoopForest.Loop loop, Block block) {
    for (LoopForest.Loop at = loops.innermost(block); at != null; at = at.parent()) {
      if (at == loop) {
        return true;
      }
    }
    return false;
  }

  /** Whether a loop has a way out that its own progress may take. */
  private boolean ends(LoopForest.Loop loop) {
    int at = known.indexOf(loop);
    if (at < 0) {
      at = known.size();
      known.add(loop);
      if (at == endings.length) {
        endings = Arrays.copyOf(endings, 2 * at);
      }
      endings[at] = search(loop);
    }
    return endings[at];
  }

  private boolean search(LoopForest.Loop loop) {
    List<Instr> moving = moving(loop);
    List<Block> blocks = loop.blocks();
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      List<Block> successors = block.successors();
      for (int k = 0; k < successors.size(); k++) {
        if (!contains(loop, successors.get(k)) && progresses(loop, moving, block.terminator())) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * The variables of a loop that go on from one iteration to the next: what they are to have comes
   * from what one of them had, by more than a copy, or from a call, after which all memory is read
   * again. A flag that becomes true some time, or what a field said, is none of them.
   */
  private List<Instr> moving(LoopForest.Loop loop) {
    List<Instr> moving = new ArrayList<>(loop.header().phis());
    boolean fewer = true;
    while (fewer) {
      fewer = false;
      for (int i = moving.size() - 1; i >= 0; i--) {
        if (!moves(loop, moving, moving.get(i))) {
          moving.remove(i);
          fewer = true;
        }
      }
    }
    return moving;
  }

  private boolean moves(LoopForest.Loop loop, List<Instr> moving, Instr variable) {
    List<Instr> copies = new ArrayList<>();
    copies.add(variable);
    for (int i = 0; i < copies.size() && i < STEPS; i++) {
      List<Instr> inputs = copies.get(i).inputs();
      for (int k = 0; k < inputs.size(); k++) {
        Instr next = inputs.get(k);
        if (!isIn(loop, next) || copies.contains(next)) {
          continue;
        }
        if (isCopy(next)) {
          copies.add(next);
        } else if (stems(loop, moving, next)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether an operation tells no more, if it is repeated, than its operands do. */
  private static boolean isCopy(Instr value) {
    int op = value.op();
    return value.isPhi()
        || op == Opcodes.CHECKCAST
        || (op >= Opcodes.I2L && op <= Opcodes.I2S)
        || (op >= Opcodes.IAND && op <= Opcodes.LOR);
  }

  /** Whether a value is computed, or read, by way of a variable that goes on, or of a call. */
  private boolean stems(LoopForest.Loop loop, List<Instr> moving, Instr value) {
    List<Instr> work = new ArrayList<>();
    work.add(value);
    for (int i = 0; i < work.size() && i < STEPS; i++) {
      Instr at = work.get(i);
      if (moving.contains(at)
          || accesses.of(at) == MemoryAccesses.OPAQUE
          || isCountedOn(loop, at)) {
        return true;
      }
      addInputs(loop, at, work);
    }
    return false;
  }

  private void addInputs(LoopForest.Loop loop, Instr value, List<Instr> work) {
    List<Instr> inputs = value.inputs();
    for (int k = 0; k < inputs.size(); k++) {
      Instr input = inputs.get(k);
      if (isIn(loop, input) && !work.contains(input)) {
        work.add(input);
      }
    }
  }

  private boolean isIn(LoopForest.Loop loop, Instr value) {
    @Nullable Block home = value.block();
    return home != null && contains(loop, home);
  }

  /** Whether a value is what a variable of the loop has the next time. */
  private static boolean isNext(List<Instr> variables, Instr value) {
    for (int i = 0; i < variables.size(); i++) {
      if (variables.get(i).inputs().contains(value)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a value is loaded from a field that the loop itself counts on. */
  private boolean isCountedOn(LoopForest.Loop loop, Instr value) {
    if (value.op() != Opcodes.GETFIELD && value.op() != Opcodes.GETSTATIC) {
      return false;
    }
    int location = accesses.of(value);
    List<Block> blocks = loop.blocks();
    for (int i = 0; location >= 0 && i < blocks.size(); i++) {
      List<Instr> body = blocks.get(i).body();
      for (int k = 0; k < body.size(); k++) {
        Instr instr = body.get(k);
        if (accesses.of(instr) == location
            && MemoryAccesses.isStore(instr.op())
            && accesses.counts(location, instr.input(instr.inputs().size() - 1))) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Whether a condition is computed from a value that is another one in each iteration, or from
   * elements in their order. What else is loaded or asked for by such a value may be the same for
   * ever: what is in a ring, say.
   */
  private boolean progresses(LoopForest.Loop loop, List<Instr> moving, Instr condition) {
    List<Instr> work = new ArrayList<>();
    addInputs(loop, condition, work);
    for (int i = 0; i < work.size() && i < STEPS; i++) {
      Instr value = work.get(i);
      if (moving.contains(value) || isNext(moving, value) || isCountedOn(loop, value)) {
        return true;
      }
      if (value.isPhi()) {
        addChoice(loop, value, work);
      } else if (Op.isPure(value.op())) {
        addInputs(loop, value, work);
      } else if (isElement(value) && isCounting(loop, value.input(1))) {
        return true; // at the latest when there are no more
      }
    }
    return false;
  }

  /** What a value is one of, and what says of which. */
  private void addChoice(LoopForest.Loop loop, Instr phi, List<Instr> work) {
    addInputs(loop, phi, work);
    Block home = Objects.requireNonNull(phi.block());
    @Nullable Block above = dominators.immediateDominator(home);
    if (above != null && contains(loop, above)) {
      addInputs(loop, above.terminator(), work);
    }
  }

  private static boolean isElement(Instr value) {
    return (value.op() >= Opcodes.IALOAD && value.op() <= Opcodes.SALOAD)
        || (value.op() == Opcodes.INVOKEVIRTUAL
            && value.operand() instanceof Operand.Method called
            && called.owner().equals("java/lang/String")
            && called.name().equals("charAt"));
  }

  /** Whether an index grows, or shrinks, in each iteration. */
  private boolean isCounting(LoopForest.Loop loop, Instr index) {
    Instr counter = isSum(index) ? index.input(0) : index;
    boolean isOurs = counter.isPhi() && counter.block() == loop.header(); // one within starts anew
    for (int i = 0; isOurs && i < counter.inputs().size(); i++) {
      if (isSum(counter.input(i)) && counter.input(i).input(0) == counter) {
        return true;
      }
    }
    return isCountedOn(loop, counter);
  }

  private static boolean isSum(Instr value) {
    return (value.op() == Opcodes.IADD || value.op() == Opcodes.ISUB) && value.input(1).isConst();
  }
}
