package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Uses;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How often each value is used: in all, and in the chain at hand what is still to be arranged.
 * Indexed by instruction id.
 */
final class UseCounts {
  /** Uses in the method. */
  final int[] total;

  /** Uses in the chain at hand that have not been arranged. */
  final int[] remaining;

  /** Those of them whose user has been arranged: it waits for the value to be pushed. */
  final int[] open;

  /** Uses of a value of the chain at hand in other chains. */
  final int[] outside;

  /** Whether a value lives in a slot for some of its uses. */
  final boolean[] slot;

  private final Graph graph;
  private @Nullable Uses uses;

  UseCounts(Graph graph, PhiCopies copies, List<Segment> segments) {
    this.graph = graph;
    int bound = graph.instrIdBound();
    total = new int[bound];
    remaining = new int[bound];
    open = new int[bound];
    outside = new int[bound];
    slot = new boolean[bound];
    for (Segment segment : segments) {
      for (Block block : segment.blocks) {
        List<Instr> body = block.body();
        for (int i = 0; i < body.size(); i++) {
          add(body.get(i).inputs());
        }
        add(block.terminator().inputs());
        add(copies.atStart(block).sources());
        add(copies.beforeBranch(block).sources());
        add(copies.atEnd(block, null).sources());
      }
    }
  }

  private void add(List<Instr> values) {
    for (int i = 0; i < values.size(); i++) {
      total[values.get(i).id()]++;
    }
  }

  /** Whether a value needs its slot, as far as is known. */
  boolean needsSlot(Instr value) {
    return slot[value.id()] || outside[value.id()] > 0;
  }

  /**
   * Whether all uses of an object in other chains come after its constructor call.
   *
   * @param init the constructor call, in the chain at hand
   */
  boolean allAfter(Instr object, Instr init, Dominators dominators) {
    if (uses == null) {
      uses = Uses.of(graph);
    }
    for (Instr user : uses.of(object)) {
      Block block = user.block();
      if (block == null) {
        return false;
      }
      if (!user.isPhi()) {
        if (block != init.block() && !dominators.available(init, block)) {
          return false;
        }
        continue;
      }
      for (int i = 0; i < user.inputs().size(); i++) {
        Block pred = block.preds().get(i);
        if (user.input(i) == object && pred != init.block() && !dominators.available(init, pred)) {
          return false;
        }
      }
    }
    return true;
  }
}
