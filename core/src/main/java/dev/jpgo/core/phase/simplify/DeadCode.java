package dev.jpgo.core.phase.simplify;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.TrivialPhis;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * Removes handlers of code that cannot throw, blocks that nothing reaches, pure values that nothing
 * uses, and phis that only feed each other.
 *
 * <p>Sound: what throws nothing needs no handler, which may hold on to values that nothing else
 * uses, and seems to change memory. Of values, only operations that {@link Op#isPure} calls free of
 * effects and exceptions go, and only when no instruction with an effect depends on them. Loads,
 * casts and allocations stay even when unused: they can throw, and can initialize classes (JVMS
 * 5.5).
 */
public final class DeadCode implements GraphPhase {
  @Override
  public String name() {
    return "dead-code";
  }

  @Override
  public int run(Graph graph) {
    return dropHandlers(graph) + removeUnreachable(graph) + removeUnused(graph);
  }

  /** Takes handlers from blocks in which nothing throws; returns from how many. */
  public static int dropHandlers(Graph graph) {
    int dropped = 0;
    for (Block block : graph.blocks()) {
      if (!block.handlers().isEmpty() && !mayThrow(block)) {
        block.setHandlers(List.of());
        dropped++;
      }
    }
    if (dropped > 0) {
      removeUnreachable(graph);
      TrivialPhis.remove(graph);
    }
    return dropped;
  }

  private static boolean mayThrow(Block block) {
    int last = block.terminator().op();
    if (Op.isReturn(last) || last == Opcodes.ATHROW) {
      return true;
    }
    List<Instr> body = block.body();
    for (int i = 0; i < body.size(); i++) {
      if (!Op.isPure(body.get(i).op()) && body.get(i).op() != Op.CATCH) {
        return true;
      }
    }
    return false;
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
        if (!instr.isPure() || instr.op() == Op.PARAM) {
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
