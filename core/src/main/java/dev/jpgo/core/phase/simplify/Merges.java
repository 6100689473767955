package dev.jpgo.core.phase.simplify;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Uses;
import java.util.Map;
import java.util.function.Predicate;
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
  /** How many merges one behind the other are looked through for a value that fits. */
  private static final int DEPTH = 3;

  /** On how many ways something may be done in place of once, so that code does not grow by it. */
  private static final int MOST_COPIES = 3;

  private Merges() {}

  /**
   * Whether what is done first with a value can be done on the ways that bring it, and need not be
   * on some: the value is a phi that is used for nothing else, and receives one that fits, perhaps
   * by way of another such phi.
   *
   * @param fits whether nothing has to be done with a value
   */
  public static boolean gains(
      Instr value, Predicate<Instr> fits, Uses uses, Dominators dominators) {
    return gains(value, fits, uses, dominators, DEPTH);
  }

  private static boolean gains(
      Instr phi, Predicate<Instr> fits, Uses uses, Dominators dominators, int depth) {
    Block block = phi.block();
    if (!phi.isPhi() || block == null || uses.count(phi) != 1 || depth == 0) {
      return false;
    }
    boolean gains = false;
    int copies = 0;
    for (Block pred : block.preds()) {
      Instr input = block.phiInput(phi, pred);
      if (fits.test(input)) {
        gains = true;
      } else if (++copies > MOST_COPIES || !leadsOnlyTo(pred, block, dominators)) {
        return false;
      } else {
        gains |=
            input.block() == pred
                && firstEffect(pred) == null
                && gains(input, fits, uses, dominators, depth - 1);
      }
    }
    return gains;
  }

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
  private static boolean leadsOnlyTo(Block pred, Block block, Dominators dominators) {
    return pred != block
        && pred.terminator().op() == Opcodes.GOTO
        && BlockMerging.sameHandlers(pred, block, Map.of())
        && (block.handlers().isEmpty() || !dominators.dominates(block, pred));
  }
}
