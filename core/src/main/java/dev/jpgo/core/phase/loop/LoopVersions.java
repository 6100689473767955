package dev.jpgo.core.phase.loop;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import org.jspecify.annotations.Nullable;

/** Where there are other versions of a loop's values, from which one gets out of the loop too. */
interface LoopVersions {
  /** Whether a block is one of the loop itself. */
  boolean isOriginal(@Nullable Block block);

  /** Whether a block has other versions of the loop's values. */
  boolean isCopy(Block block);

  /** What a value of the loop is where such a block is left. */
  Instr value(Block copied, Instr original);
}
