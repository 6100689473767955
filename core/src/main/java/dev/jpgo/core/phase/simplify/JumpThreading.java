package dev.jpgo.core.phase.simplify;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Uses;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Sends a predecessor that decides a test straight to where the test leads: {@code isEmpty() ? 1 :
 * 0} inlined into {@code if (isEmpty())} needs no zero and no one.
 *
 * <p>Applies to a block of nothing but phis and a two-way branch or switch whose outcome follows
 * from what the predecessor passes, and whose phis are used nowhere but in that branch and in phis
 * of its successors. Sound: such a block has no effect of its own, so entering its successor
 * directly, with the phi inputs it would have passed on, is the same execution.
 */
public final class JumpThreading implements GraphPhase {
  @Override
  public String name() {
    return "jump-threading";
  }

  @Override
  public int run(Graph graph) {
    int threaded = 0;
    Uses uses = Uses.of(graph);
    for (Block block : graph.blocks()) {
      if (isOnlyTest(graph, block) && phisStayLocal(block, uses)) {
        for (Block pred : List.copyOf(block.preds())) {
          if (thread(pred, block)) {
            threaded++;
          }
        }
      }
    }
    if (threaded > 0) {
      DeadCode.removeUnreachable(graph);
    }
    return threaded;
  }

  private static boolean isOnlyTest(Graph graph, Block block) {
    return block != graph.entry()
        && block.body().isEmpty()
        && !block.phis().isEmpty()
        && (Op.isBranch(block.terminator().op())
            ? block.successors().get(0) != block.successors().get(1)
            : block.terminator().op() == Opcodes.LOOKUPSWITCH)
        && !block.successors().contains(block);
  }

  private static boolean phisStayLocal(Block block, Uses uses) {
    for (Instr phi : block.phis()) {
      for (Instr user : uses.of(phi)) {
        if (user != block.terminator() && !passedOn(phi, user, block)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether a user is a phi of a successor that receives the value from this block alone. */
  private static boolean passedOn(Instr phi, Instr user, Block block) {
    Block at = user.block();
    if (!user.isPhi() || at == null || !block.successors().contains(at)) {
      return false;
    }
    for (int i = 0; i < user.inputs().size(); i++) {
      if (user.input(i) == phi && at.preds().get(i) != block) {
        return false;
      }
    }
    return true;
  }

  private static boolean thread(Block pred, Block block) {
    if (pred == block || !pred.successors().contains(block) || isHandlerOf(block, pred)) {
      return false;
    }
    Instr test = block.terminator();
    List<Instr> operands = new ArrayList<>(2);
    for (Instr input : test.inputs()) {
      operands.add(passed(input, pred, block));
    }
    Block target = target(block, test, operands);
    if (target == null || target.preds().contains(pred)) {
      return false;
    }
    List<Instr> values = new ArrayList<>();
    for (Instr phi : target.phis()) {
      values.add(passed(target.phiInput(phi, block), pred, block));
    }
    pred.redirect(block, target);
    for (int i = 0; i < values.size(); i++) {
      target.setPhiInput(target.phis().get(i), pred, values.get(i));
    }
    return true;
  }

  /** Where a test leads with some operands; null when they do not say. */
  private static @Nullable Block target(Block block, Instr test, List<Instr> operands) {
    if (test.operand() instanceof Operand.Switch keys) {
      Integer value = BranchOutcome.constant(operands.get(0));
      return value == null ? null : block.successors().get(keys.keys().indexOf(value) + 1);
    }
    Boolean taken = BranchOutcome.of(test.op(), operands);
    return taken == null ? null : block.successors().get(taken ? 0 : 1);
  }

  private static boolean isHandlerOf(Block block, Block pred) {
    for (Block.Handler handler : pred.handlers()) {
      if (handler.target() == block) {
        return true;
      }
    }
    return false;
  }

  private static Instr passed(Instr value, Block pred, Block block) {
    return value.isPhi() && value.block() == block ? block.phiInput(value, pred) : value;
  }
}
