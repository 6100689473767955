package dev.jpgo.core.phase.simplify;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Removes blocks that nothing reaches, pure values that nothing uses, and phis that only feed each
 * other.
 *
 * <p>Sound: only operations that {@link Op#isPure} calls free of effects and exceptions go, and
 * only when no instruction with an effect depends on them. Loads, casts and allocations stay even
 * when unused: they can throw, and can initialize classes (JVMS 5.5).
 */
public final class DeadCode implements GraphPhase {
  @Override
  public String name() {
    return "dead-code";
  }

  @Override
  public int run(Graph graph) {
    return removeUnreachable(graph) + removeUnused(graph);
  }

  /** Takes out blocks that nothing reaches; every phase that removes edges ends with it. */
  public static int removeUnreachable(Graph graph) {
    boolean[] reached = new boolean[graph.blockIdBound()];
    ArrayDeque<Block> work = new ArrayDeque<>();
    reached[graph.entry().id()] = true;
    work.add(graph.entry());
    while (!work.isEmpty()) {
      Block block = work.remove();
      for (Block successor : block.successors()) {
        reach(successor, reached, work);
      }
      for (Block.Handler handler : block.handlers()) {
        reach(handler.target(), reached, work);
      }
    }
    List<Block> kept = new ArrayList<>(graph.blocks().size());
    int removed = 0;
    for (Block block : graph.blocks()) {
      if (reached[block.id()]) {
        kept.add(block);
      } else {
        detach(block);
        removed++;
      }
    }
    if (removed > 0) {
      graph.blocks().clear();
      graph.blocks().addAll(kept);
    }
    return removed;
  }

  private static void reach(Block block, boolean[] reached, ArrayDeque<Block> work) {
    if (!reached[block.id()]) {
      reached[block.id()] = true;
      work.add(block);
    }
  }

  /** Takes away the edges of a dead block, and with them the phi inputs that came along them. */
  private static void detach(Block block) {
    block.setHandlers(List.of());
    block.dropTerminator();
  }

  private static int removeUnused(Graph graph) {
    boolean[] live = new boolean[graph.instrIdBound()];
    ArrayDeque<Instr> work = new ArrayDeque<>();
    for (Block block : graph.blocks()) {
      for (Instr instr : block.body()) {
        if (!Op.isPure(instr.op()) || instr.op() == Op.PARAM) {
          mark(instr, live, work);
        }
      }
      mark(block.terminator(), live, work);
    }
    while (!work.isEmpty()) {
      List<Instr> inputs = work.remove().inputs();
      for (int i = 0; i < inputs.size(); i++) {
        mark(inputs.get(i), live, work);
      }
    }
    int removed = 0;
    for (Block block : graph.blocks()) {
      removed += removeDead(block, List.copyOf(block.phis()), live);
      removed += removeDead(block, List.copyOf(block.body()), live);
    }
    return removed;
  }

  private static void mark(Instr instr, boolean[] live, ArrayDeque<Instr> work) {
    if (!live[instr.id()]) {
      live[instr.id()] = true;
      work.add(instr);
    }
  }

  private static int removeDead(Block block, List<Instr> instrs, boolean[] live) {
    int removed = 0;
    for (Instr instr : instrs) {
      if (!live[instr.id()]) {
        block.remove(instr);
        removed++;
      }
    }
    return removed;
  }
}
