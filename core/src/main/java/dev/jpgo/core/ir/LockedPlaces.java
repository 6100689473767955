package dev.jpgo.core.ir;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;

/** Keeps each {@link Op#LOCKED} right behind the instruction that enters the monitor. Stateless. */
public final class LockedPlaces {
  private LockedPlaces() {}

  /**
   * Where control comes from elsewhere, too, to what is behind a MONITORENTER, as when that is the
   * head of a loop, gives the place behind it a block of its own: else values that are moved to
   * their variables there would stand in between.
   */
  static void separate(Graph graph) {
    List<Block> blocks = graph.blocks();
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      if (block.preds().size() > 1
          && !block.body().isEmpty()
          && block.body().get(0).op() == Op.LOCKED
          && separate(graph, block)) {
        block.remove(block.body().get(0));
      }
    }
  }

  private static boolean separate(Graph graph, Block joined) {
    for (Block.Handler handler : joined.handlers()) {
      for (Instr phi : handler.target().phis()) {
        Instr input = handler.target().phiInput(phi, joined);
        if (input.block() == joined && !input.isPhi()) {
          return false; // it comes later than the place
        }
      }
    }
    for (Block pred : List.copyOf(joined.preds())) {
      if (entersLast(pred)) {
        separate(graph, pred, joined);
      }
    }
    return true;
  }

  private static boolean entersLast(Block block) {
    List<Instr> body = block.body();
    return !body.isEmpty() && body.get(body.size() - 1).op() == Opcodes.MONITORENTER;
  }

  private static void separate(Graph graph, Block entering, Block joined) {
    Position position = joined.body().get(0).position();
    List<Instr> phis = List.copyOf(joined.phis());
    List<Instr> inputs = new ArrayList<>(phis.size());
    for (Instr phi : phis) {
      inputs.add(joined.phiInput(phi, entering));
    }
    Block between = graph.newBlock();
    between.setFrequency(entering.frequency());
    between.append(
        graph.newInstr(Op.LOCKED, Operand.None.NONE, ValueType.VOID, List.of(), position));
    graph.blocks().add(graph.blocks().indexOf(entering) + 1, between);
    entering.redirect(joined, between);
    between.terminate(graph.newGoto(position), List.of(joined));
    for (int i = 0; i < phis.size(); i++) {
      joined.setPhiInput(phis.get(i), between, inputs.get(i));
    }
    between.setHandlers(joined.handlers());
    for (Block.Handler handler : joined.handlers()) {
      for (Instr phi : handler.target().phis()) {
        Instr input = handler.target().phiInput(phi, joined);
        int moved = phis.indexOf(input);
        handler.target().setPhiInput(phi, between, moved < 0 ? input : inputs.get(moved));
      }
    }
  }

  /** Takes out an instruction that enters or leaves a monitor, and the place behind it. */
  public static void remove(Block block, Instr monitor) {
    if (monitor.op() == Opcodes.MONITORENTER) {
      int next = block.body().indexOf(monitor) + 1;
      Block home = block;
      if (next == block.body().size() && block.terminator().op() == Opcodes.GOTO) {
        home = block.successors().get(0);
        next = 0;
      }
      boolean own = home == block || home.preds().size() == 1;
      if (own && next < home.body().size() && home.body().get(next).op() == Op.LOCKED) {
        home.remove(home.body().get(next));
      }
    }
    block.remove(monitor);
  }
}
