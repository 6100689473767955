package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Keeps loops that wait for another thread waiting. {@code while (!stop) {}} on a plain field may
 * be an endless loop (JLS 17.4: nothing orders the two threads, and a compiling VM makes one of
 * it), but in an interpreter it has always ended. So a load in a loop becomes one from before the
 * loop only if the loop comes nearer to a way out each time that it goes round ({@link
 * LoopProgress}).
 */
final class SpinLoops {
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

  private boolean ends(LoopForest.Loop loop) {
    int at = known.indexOf(loop);
    if (at < 0) {
      at = known.size();
      known.add(loop);
      if (at == endings.length) {
        endings = Arrays.copyOf(endings, 2 * at);
      }
      endings[at] = new LoopProgress(dominators, loops, accesses, loop, false).ends();
    }
    return endings[at];
  }
}
