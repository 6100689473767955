package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One variable in memory as a value of SSA form inside a loop: loaded in front of the loop, loaded
 * again after what may have changed it, given by what is stored to it. Built backward from where
 * the value is needed (Braun et al., "Simple and Efficient Construction of Static Single Assignment
 * Form", 2013).
 */
final class LoopVariable {
  private final Graph graph;
  private final Block header;
  private final Block preheader;
  private final Instr first;
  private final Kills kills;

  private final @Nullable Instr[] starts;
  private final @Nullable Instr[] ends;
  private final Map<Instr, Instr> reloads = new IdentityHashMap<>();

  /** What gives the variable another value. */
  interface Kills {
    /** Whether the variable may be another after an instruction. */
    boolean isKill(Instr instr);

    /** The value that the variable has after a kill, or null if it has to be loaded. */
    @Nullable Instr stored(Instr kill);
  }

  /**
   * @param first the load in front of the loop, in its place
   */
  LoopVariable(Graph graph, Block header, Block preheader, Instr first, Kills kills) {
    this.graph = graph;
    this.header = header;
    this.preheader = preheader;
    this.first = first;
    this.kills = kills;
    starts = new @Nullable Instr[graph.blockIdBound()];
    ends = new @Nullable Instr[graph.blockIdBound()];
  }

  /** The value of the variable in front of an instruction. */
  Instr before(Instr instr) {
    Block block = instr.block();
    if (block == null) {
      throw new IllegalStateException(instr + " is in no block");
    }
    return above(block, block.body().indexOf(instr));
  }

  private Instr above(Block block, int index) {
    List<Instr> body = block.body();
    for (int i = index - 1; i >= 0; i--) {
      Instr instr = body.get(i);
      if (kills.isKill(instr)) {
        Instr stored = kills.stored(instr);
        return stored == null ? reload(block, instr) : stored;
      }
    }
    return atStart(block);
  }

  private Instr reload(Block block, Instr kill) {
    Instr known = reloads.get(kill);
    if (known == null) {
      known = copy(graph, first);
      reloads.put(kill, known);
      block.insert(block.body().indexOf(kill) + 1, known);
    }
    return known;
  }

  /** The same instruction once more, not yet in a block. */
  static Instr copy(Graph graph, Instr instr) {
    Instr copy =
        graph.newInstr(instr.op(), instr.operand(), instr.type(), instr.inputs(), instr.position());
    copy.setSite(instr.site());
    return copy;
  }

  private Instr atEnd(Block block) {
    if (block == preheader) {
      return first;
    }
    Instr known = ends[block.id()];
    if (known == null) {
      known = above(block, block.body().size());
      ends[block.id()] = known;
    }
    return known;
  }

  private Instr atStart(Block block) {
    Instr known = starts[block.id()];
    if (known != null) {
      return known;
    }
    if (block != header && block.preds().size() == 1) {
      known = atEnd(block.preds().get(0));
      starts[block.id()] = known;
      return known;
    }
    Instr phi = graph.newPhi(first.type(), first.position());
    starts[block.id()] = phi;
    List<Instr> inputs = new ArrayList<>(block.preds().size());
    for (Block pred : block.preds()) {
      inputs.add(atEnd(pred));
    }
    block.addPhi(phi);
    phi.inputs().addAll(inputs);
    return phi;
  }
}
