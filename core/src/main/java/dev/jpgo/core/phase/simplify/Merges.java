package dev.jpgo.core.phase.simplify;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Instr;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Where ways meet, and what is done there first could be done on each of them instead.
 *
 * <p>That is the same if it is the first thing with an effect in the block, and the way leads
 * nowhere else and has the same handlers, whose phis receive the same from both ({@link
 * #leadsOnlyTo}): it is done at the same point of the program, with what the way brings, and what
 * it throws is caught by the same handler in the same state. What the way brings is the same unless
 * it goes round a loop that begins with the block, whose phis are of the last round before and of
 * the next one behind: with handlers, which may read them, nothing is moved there.
 */
public final class Merges {
  private Merges() {}

  /** The first instruction of a block's body that is not pure; null if all are. */
  public static @Nullable Instr firstEffect(Block block) {
    for (Instr instr : block.body()) {
      if (!instr.isPure()) {
        return instr;
      }
    }
    return null;
  }

  /** Whether what is done at the start of one block could as well be done at the end of another. */
  public static boolean leadsOnlyTo(Block pred, Block block, Dominators dominators) {
    return pred != block
        && pred.terminator().op() == Opcodes.GOTO
        && BlockMerging.sameHandlers(pred, block, Map.of())
        && (block.handlers().isEmpty() || !dominators.dominates(block, pred));
  }
}
