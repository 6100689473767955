package dev.jpgo.core.phase.simplify;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Uses;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;

/**
 * Gives each way into a return or a two-way branch a copy of its own, where paths meet only to use
 * a value at once: so the value is used from the operand stack instead of going through a local,
 * and an inlined test branches by itself.
 *
 * <p>Applies to a block of nothing but phis and a return or branch, whose phis are used nowhere but
 * in that terminator and in phis of its successors. Sound: the copy does with the value that the
 * predecessor passes what the block did with its phi. Only predecessors that go nowhere else get a
 * copy, with handlers of their own that see what they saw; the block must have no handlers that its
 * predecessor lacks. A return can throw (IllegalMonitorStateException), so the handlers of both
 * must be the same.
 */
public final class TailDuplication implements GraphPhase {
  private static final int MAX_PREDECESSORS = 4;

  @Override
  public String name() {
    return "tail-duplication";
  }

  @Override
  public int run(Graph graph) {
    int copies = 0;
    Uses uses = Uses.of(graph);
    for (Block block : List.copyOf(graph.blocks())) {
      if (applies(graph, block, uses)) {
        for (Block pred : List.copyOf(block.preds())) {
          if (pred.terminator().op() == Opcodes.GOTO
              && pred != block
              && BlockMerging.sameHandlers(pred, block, Map.of())) {
            duplicate(graph, pred, block);
            copies++;
          }
        }
      }
    }
    if (copies > 0) {
      DeadCode.removeUnreachable(graph);
    }
    return copies;
  }

  private static boolean applies(Graph graph, Block block, Uses uses) {
    int op = block.terminator().op();
    if (block == graph.entry()
        || !block.body().isEmpty()
        || block.phis().isEmpty()
        || block.preds().size() < 2
        || block.preds().size() > MAX_PREDECESSORS
        || !(Op.isReturn(op) || Op.isBranch(op))) {
      return false;
    }
    for (Block successor : block.successors()) {
      if (successor == block) {
        return false;
      }
    }
    boolean used = false;
    for (Instr phi : block.phis()) {
      used |= block.terminator().inputs().contains(phi);
      for (Instr user : uses.of(phi)) {
        boolean local = user == block.terminator();
        for (Block successor : block.successors()) {
          local |=
              user.isPhi() && user.block() == successor && isInputFrom(successor, user, block, phi);
        }
        if (!local) {
          return false;
        }
      }
    }
    return used;
  }

  /** Whether a phi takes a value from one predecessor and from no other. */
  private static boolean isInputFrom(Block home, Instr phi, Block pred, Instr value) {
    for (int i = 0; i < phi.inputs().size(); i++) {
      if (phi.input(i) == value && home.preds().get(i) != pred) {
        return false;
      }
    }
    return true;
  }

  private static void duplicate(Graph graph, Block pred, Block block) {
    Instr terminator = block.terminator();
    List<Instr> inputs = new ArrayList<>();
    for (Instr input : terminator.inputs()) {
      inputs.add(passed(input, block, pred));
    }
    List<Block> successors = List.copyOf(block.successors());
    List<List<Instr>> phiInputs = new ArrayList<>();
    for (Block successor : successors) {
      List<Instr> values = new ArrayList<>();
      for (Instr phi : successor.phis()) {
        values.add(passed(successor.phiInput(phi, block), block, pred));
      }
      phiInputs.add(values);
    }
    Instr copy =
        graph.newInstr(
            terminator.op(),
            terminator.operand(),
            terminator.type(),
            inputs,
            terminator.position());
    copy.setSite(terminator.site());
    pred.terminate(copy, successors);
    for (int i = 0; i < successors.size(); i++) {
      Block successor = successors.get(i);
      for (int k = 0; k < successor.phis().size(); k++) {
        successor.setPhiInput(successor.phis().get(k), pred, phiInputs.get(i).get(k));
      }
    }
  }

  private static Instr passed(Instr value, Block block, Block pred) {
    return value.isPhi() && value.block() == block ? block.phiInput(value, pred) : value;
  }
}
