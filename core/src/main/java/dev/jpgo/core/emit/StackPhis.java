package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import org.jspecify.annotations.Nullable;

/** The phis that come on the operand stack where branches join: one a join at most. */
final class StackPhis {
  private final Dominators dominators;
  private final PhiCopies copies;
  private final Chains chains;
  private final UseCounts uses;
  private final @Nullable Instr[] byJoin;

  StackPhis(Graph graph, Dominators dominators, PhiCopies copies, Chains chains, UseCounts uses) {
    this.dominators = dominators;
    this.copies = copies;
    this.chains = chains;
    this.uses = uses;
    byJoin = new @Nullable Instr[graph.blockIdBound()];
  }

  /** By block id: the phi of a join that comes on the operand stack, or null. */
  @Nullable Instr[] byJoin() {
    return byJoin;
  }

  /** Whether a phi of a join may come on the stack: forward jumps only, nothing hoisted. */
  boolean mayComeOnStack(Block join) {
    if (byJoin[join.id()] != null || join.preds().size() < 2 || copies.isHoistedTo(join)) {
      return false;
    }
    for (Block pred : join.preds()) {
      if (dominators.position(pred) >= dominators.position(join)) {
        return false;
      }
    }
    return true;
  }

  /** Has one phi that lives in a slot stored at the join, if no predecessor has it in a slot. */
  void storeAtJoin(Block join) {
    if (!mayComeOnStack(join)) {
      return;
    }
    for (Instr phi : join.phis()) {
      if (uses.needsSlot(phi) && isFed(phi, join)) {
        byJoin[join.id()] = phi;
        chains.segmentOf(join).prepend(Item.store(phi, join));
        return;
      }
    }
  }

  private boolean isFed(Instr phi, Block join) {
    for (int i = 0; i < phi.inputs().size(); i++) {
      if (!isFresh(phi.input(i), join.preds().get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Whether a value is on the stack anyway at the end of the block where it is used. */
  private boolean isFresh(Instr input, Block pred) {
    return input.isConst()
        || uses.total[input.id()] == 1
            && input.block() == pred
            && !input.isPhi()
            && input.op() != Op.CATCH
            && input.op() != Op.PARAM;
  }

  /**
   * Whether a phi that is only copied to another gets a value from a slot where it matters: it may
   * be the slot that the copy goes to, and then nothing is to be done.
   */
  boolean isInSlot(Instr phi, Block join) {
    for (int i = 0; i < phi.inputs().size(); i++) {
      Block pred = join.preds().get(i);
      if (pred.frequency() != 0 && !isFresh(phi.input(i), pred)) {
        return true;
      }
    }
    return false;
  }
}
