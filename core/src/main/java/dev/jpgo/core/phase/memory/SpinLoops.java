package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Keeps loops that wait for another thread waiting. {@code while (!stop) {}} on a plain field may
 * be an endless loop (JLS 17.4: nothing orders the two threads, and a compiling VM makes one of
 * it), but in an interpreter it has always ended. So a load in a loop becomes one from before the
 * loop only if the loop has a way out that depends on what changes in the loop itself: a local
 * variable, or a field that the loop counts on.
 */
final class SpinLoops {
  private static final int STEPS = 64;

  private final LoopForest loops;
  private final MemoryAccesses accesses;
  private final List<LoopForest.Loop> known = new ArrayList<>();
  private boolean[] endings = new boolean[8];

  SpinLoops(LoopForest loops, MemoryAccesses accesses) {
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

  private boolean contains(LoopForest.Loop loop, Block block) {
    for (LoopForest.Loop at = loops.innermost(block); at != null; at = at.parent()) {
      if (at == loop) {
        return true;
      }
    }
    return false;
  }

  /** Whether a loop has a way out that its own progress may take. */
  boolean ends(LoopForest.Loop loop) {
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
    List<Block> blocks = loop.blocks();
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      List<Block> successors = block.successors();
      for (int k = 0; k < successors.size(); k++) {
        if (!contains(loop, successors.get(k)) && progresses(loop, block.terminator())) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a value is what a variable of the loop has the next time. */
  private static boolean isNext(LoopForest.Loop loop, Instr value) {
    for (Instr phi : loop.header().phis()) {
      if (phi.inputs().contains(value)) {
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
  private boolean progresses(LoopForest.Loop loop, Instr condition) {
    List<Instr> work = new ArrayList<>(condition.inputs());
    for (int i = 0; i < work.size() && i < STEPS; i++) {
      Instr value = work.get(i);
      @Nullable Block home = value.block();
      if (home == null || !contains(loop, home)) {
        continue;
      }
      if (value.isPhi() || isNext(loop, value) || isCountedOn(loop, value)) {
        return true;
      }
      if (Op.isPure(value.op())) {
        work.addAll(value.inputs());
      } else if (isElement(value) && isCounting(loop, value.input(1))) {
        return true; // at the latest when there are no more
      }
    }
    return false;
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
    for (int i = 0; counter.isPhi() && i < counter.inputs().size(); i++) {
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
