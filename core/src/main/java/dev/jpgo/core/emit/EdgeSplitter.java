package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.ValueType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;

/**
 * Brings the edges of a graph into the form that the emitter wants: branches have two targets, phis
 * two predecessors or more, and a predecessor of a block with phis has no other normal successor,
 * so that copies can stand at its end. Exception edges stay; see {@link PhiCopies}.
 */
final class EdgeSplitter {
  private final Graph graph;
  private final List<Block> layout = new ArrayList<>();

  private EdgeSplitter(Graph graph) {
    this.graph = graph;
  }

  static void split(Graph graph) {
    new EdgeSplitter(graph).run();
  }

  private void run() {
    removeSinglePhis();
    for (Block block : List.copyOf(graph.blocks())) {
      layout.add(block);
      List<Block> successors = block.successors();
      if (successors.isEmpty() || block.terminator().op() == Opcodes.GOTO) {
        continue;
      }
      if (allEqual(successors)) { // a switch that has nothing but a default, too
        Instr jump = block.terminator();
        Block target = successors.get(0);
        jump.become(Opcodes.GOTO, Operand.None.NONE, ValueType.VOID, List.of());
        block.terminate(jump, List.of(target));
        continue;
      }
      splitEdges(block, successors);
    }
    graph.blocks().clear();
    graph.blocks().addAll(layout);
  }

  private void splitEdges(Block block, List<Block> successors) {
    // The fall-through of a branch is its last successor: its block comes first in the layout.
    for (int i = successors.size() - 1; i >= 0; i--) {
      Block target = successors.get(i);
      if (!target.phis().isEmpty() && target.preds().size() > 1) {
        splitEdge(block, target);
      }
    }
  }

  private void splitEdge(Block block, Block target) {
    Block middle = graph.newBlock();
    middle.setFrequency(Math.min(block.frequency(), target.frequency()));
    middle.terminate(graph.newGoto(block.terminator().position()), List.of(target));
    List<Instr> phis = target.phis();
    for (int i = 0; i < phis.size(); i++) {
      Instr phi = phis.get(i);
      target.setPhiInput(phi, middle, target.phiInput(phi, block));
    }
    block.redirect(target, middle);
    layout.add(middle);
  }

  private static boolean allEqual(List<Block> successors) {
    for (int i = 1; i < successors.size(); i++) {
      if (successors.get(i) != successors.get(0)) {
        return false;
      }
    }
    return true;
  }

  private void removeSinglePhis() {
    Map<Instr, Instr> replacements = new HashMap<>();
    for (Block block : graph.blocks()) {
      if (block.preds().size() == 1 && !block.phis().isEmpty()) {
        for (Instr phi : List.copyOf(block.phis())) {
          Instr input = phi.input(0);
          block.remove(phi);
          replacements.put(phi, input);
        }
      }
    }
    graph.replaceAll(replacements);
  }
}
