package dev.jpgo.core.phase.simplify;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.TrivialPhis;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Sends a predecessor that decides a test straight to where the test leads: {@code isEmpty() ? 1 :
 * 0} inlined into {@code if (isEmpty())} needs no zero and no one, nor does {@code compare(x, y)}
 * inlined into {@code if (order == 0) .. else if (order < 0)} need to know the order.
 *
 * <p>Applies to a block of nothing but phis, constants and a two-way branch or switch whose outcome
 * follows from what the predecessor passes, perhaps by way of a block that only passes it on.
 * Sound: such a block has no effect of its own, so entering its successor directly, with the phi
 * inputs it would have passed on, is the same execution. The block's phis are used nowhere but in
 * its branch and in phis of its successors, or are made so ({@link LocalPhis}), so no use of them
 * is reached any other way than before.
 */
public final class JumpThreading implements GraphPhase {
  /** How many empty blocks in a row are looked through. */
  private static final int MAX_EMPTY = 4;

  @Override
  public String name() {
    return "jump-threading";
  }

  @Override
  public int run(Graph graph) {
    int threaded = 0;
    LocalPhis locals = new LocalPhis(graph);
    for (Block block : List.copyOf(graph.blocks())) {
      if (isOnlyTest(graph, block)
          && isDecided(block)
          && locals.isBodyLocal(block)
          && (locals.isLocal(block) || locals.close(block))) {
        int before = threaded;
        threaded += forward(block, locals);
        for (Block pred : List.copyOf(block.preds())) {
          if (thread(pred, block)) {
            threaded++;
          }
        }
        if (threaded > before) {
          DeadCode.removeUnreachable(graph);
          locals.forget();
        }
      }
    }
    if (locals.closed()) {
      TrivialPhis.remove(graph);
    }
    int idle = IdleBranches.remove(graph);
    if (idle > 0) {
      DeadCode.removeUnreachable(graph);
    }
    return threaded + idle;
  }

  private static boolean isOnlyTest(Graph graph, Block block) {
    return block != graph.entry()
        && block.hasTerminator() // it may just have become unreachable
        && !block.phis().isEmpty()
        && isTest(block)
        && !block.successors().contains(block);
  }

  /** Whether a block does nothing but ask where to go. */
  static boolean isTest(Block block) {
    return hasConstantsAlone(block)
        && (Op.isBranch(block.terminator().op())
            ? block.successors().get(0) != block.successors().get(1)
            : block.terminator().op() == Opcodes.LOOKUPSWITCH);
  }

  private static boolean hasConstantsAlone(Block block) {
    for (Instr instr : block.body()) {
      if (instr.op() != Op.CONST) {
        return false;
      }
    }
    return true;
  }

  /** Whether there is a way into a test, perhaps through empty blocks, that says where it goes. */
  private static boolean isDecided(Block block) {
    for (Block pred : block.preds()) {
      if (decides(pred, operands(block, pred), block, MAX_EMPTY)) {
        return true;
      }
    }
    return false;
  }

  private static boolean decides(Block way, List<Instr> operands, Block block, int empty) {
    if (target(block, operands) != null) {
      return true;
    }
    if (empty > 0 && isEmpty(way)) {
      for (Block pred : way.preds()) {
        if (decides(pred, passed(operands, pred, way), block, empty - 1)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a block does nothing but pass on what its phis receive. */
  private static boolean isEmpty(Block block) {
    return block.body().isEmpty()
        && block.terminator().op() == Opcodes.GOTO
        && block.handlers().isEmpty()
        && !block.phis().isEmpty()
        && !block.isHandlerEntry();
  }

  /** Lets ways come to a test without the empty blocks between; returns how many. */
  private static int forward(Block block, LocalPhis locals) {
    int forwarded = 0;
    for (int i = 0; i < block.preds().size(); i++) {
      Block empty = block.preds().get(i);
      List<Instr> operands = operands(block, empty);
      if (empty != block
          && isEmpty(empty)
          && decides(empty, operands, block, MAX_EMPTY)
          && !locals.isLoop(block)
          && locals.isLocal(empty)) {
        for (Block way : List.copyOf(empty.preds())) {
          boolean goes =
              way.terminator().op() == Opcodes.GOTO
                  || target(block, passed(operands, way, empty)) != null;
          if (goes && way != empty && !block.preds().contains(way)) {
            bypass(way, empty, block);
            forwarded++;
            locals.forget();
          }
        }
      }
    }
    return forwarded;
  }

  private static boolean thread(Block pred, Block block) {
    if (pred == block || !pred.successors().contains(block) || isHandlerOf(block, pred)) {
      return false;
    }
    Block target = target(block, operands(block, pred));
    if (target == null || target.preds().contains(pred)) {
      return false;
    }
    bypass(pred, block, target);
    return true;
  }

  /** Sends a predecessor of a block to one of the block's successors. */
  private static void bypass(Block pred, Block block, Block target) {
    List<Instr> values = new ArrayList<>();
    for (Instr phi : target.phis()) {
      values.add(passed(target.phiInput(phi, block), pred, block));
    }
    if (pred.terminator().op() == Opcodes.GOTO && pred.frequency() >= 0 && block.frequency() >= 0) {
      block.setFrequency(Math.max(0, block.frequency() - pred.frequency()));
    }
    pred.redirect(block, target);
    for (int i = 0; i < values.size(); i++) {
      target.setPhiInput(target.phis().get(i), pred, values.get(i));
    }
  }

  /** What a predecessor passes to a test. */
  private static List<Instr> operands(Block block, Block pred) {
    return passed(block.terminator().inputs(), pred, block);
  }

  /** What values of a block are when it is come to from a predecessor. */
  static List<Instr> passed(List<Instr> values, Block pred, Block block) {
    List<Instr> passed = new ArrayList<>(2);
    for (Instr value : values) {
      passed.add(passed(value, pred, block));
    }
    return passed;
  }

  /** Where a test leads with some operands; null when they do not say. */
  static @Nullable Block target(Block block, List<Instr> operands) {
    Instr test = block.terminator();
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

  static Instr passed(Instr value, Block pred, Block block) {
    return value.isPhi() && value.block() == block ? block.phiInput(value, pred) : value;
  }
}
