package dev.jpgo.core.ir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts blocks and protects new ones as old ones are, keeping the phis of what follows right. */
public final class BlockSplitter {
  private BlockSplitter() {}

  /**
   * Moves the instructions from an index on, the terminator and the successors into a new block,
   * which comes next in the layout and has the same handlers. The old one goes there. Handler phis
   * receive the same from both, which is available since it is at the start of the old block.
   */
  public static Block split(Graph graph, Block block, int index) {
    Block tail = graph.newBlock();
    tail.setFrequency(block.frequency());
    List<Instr> moved = new ArrayList<>(block.body().subList(index, block.body().size()));
    for (int i = moved.size() - 1; i >= 0; i--) {
      block.remove(moved.get(i));
    }
    for (Instr instr : moved) {
      tail.append(instr);
    }
    Instr terminator = block.terminator();
    List<Block> successors = List.copyOf(block.successors());
    List<List<Instr>> inputs = new ArrayList<>();
    for (Block successor : successors) {
      inputs.add(phiInputs(successor, block));
    }
    Position position = moved.isEmpty() ? terminator.position() : moved.get(0).position();
    block.terminate(graph.newGoto(position), List.of(tail));
    tail.terminate(terminator, successors);
    for (int i = 0; i < successors.size(); i++) {
      setPhiInputs(successors.get(i), tail, inputs.get(i));
    }
    protect(tail, block, List.of());
    graph.blocks().add(graph.blocks().indexOf(block) + 1, tail);
    return tail;
  }

  /**
   * Gives a block the handlers of another.
   *
   * @param first a handler that comes before them, without phis, or null
   */
  public static void protect(Block block, Block like, Block.@Nullable Handler first) {
    protect(block, like, first == null ? List.of() : List.of(first));
  }

  /**
   * Gives a block the handlers of another.
   *
   * @param first handlers that come before them, whose phis the caller sees to
   */
  public static void protect(Block block, Block like, List<Block.Handler> first) {
    if (first.isEmpty() && like.handlers().isEmpty()) {
      return;
    }
    List<Block.Handler> handlers = new ArrayList<>(first);
    handlers.addAll(like.handlers());
    block.setHandlers(handlers);
    for (Block.Handler handler : like.handlers()) {
      Block target = handler.target();
      setPhiInputs(target, block, phiInputs(target, like));
    }
  }

  /** What the phis of a block receive from a predecessor, in the order of the phis. */
  public static List<Instr> phiInputs(Block block, Block pred) {
    List<Instr> inputs = new ArrayList<>(block.phis().size());
    for (Instr phi : block.phis()) {
      inputs.add(block.phiInput(phi, pred));
    }
    return inputs;
  }

  public static void setPhiInputs(Block block, Block pred, List<Instr> inputs) {
    List<Instr> phis = block.phis();
    for (int i = 0; i < phis.size(); i++) {
      block.setPhiInput(phis.get(i), pred, inputs.get(i));
    }
  }
}
