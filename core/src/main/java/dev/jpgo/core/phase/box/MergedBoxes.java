package dev.jpgo.core.phase.box;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.phase.simplify.Merges;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Unboxes a value on each way by itself where ways meet and the box is asked for its value alone:
 * an inlined generic method boxes what its body computes, and the call on its slow path brings a
 * box from elsewhere.
 *
 * <pre>
 *   before:  p = phi(Integer.valueOf(x), y); i = p.intValue()
 *   after:   way of y: j = y.intValue();     i = phi(x, j)
 * </pre>
 *
 * <p>Sound: unboxing is the first thing that the block does, so it may be done on the ways ({@link
 * Merges}): what throws on null is the same call, at the same point of the program. Nothing else
 * used the merged box.
 */
final class MergedBoxes {
  /** Bound on the calls that are moved in a method. */
  private static final int MOST = 200;

  private final Graph graph;
  private final Map<Instr, BoxType> boxes;
  private final Dominators dominators;
  private Uses uses;

  private MergedBoxes(Graph graph, Map<Instr, BoxType> boxes) {
    this.graph = graph;
    this.boxes = boxes;
    this.dominators = Dominators.of(graph);
    this.uses = Uses.of(graph);
  }

  /** Moves unboxing calls to where boxes come from; returns how many. */
  static int run(Graph graph, Map<Instr, BoxType> boxes) {
    return new MergedBoxes(graph, boxes).move();
  }

  private int move() {
    Deque<Block> left = new ArrayDeque<>(graph.blocks());
    int moved = 0;
    while (!left.isEmpty() && moved < MOST) {
      Block block = left.remove();
      for (Instr call = first(block); call != null; call = first(block)) {
        for (Block pred : block.preds()) {
          if (!isBox(block.phiInput(call.input(0), pred), call)) {
            left.add(pred);
          }
        }
        move(block, call);
        uses = Uses.of(graph);
        moved++;
      }
    }
    return moved;
  }

  /** The call that unboxes a block's phi before anything else is done, if it can be moved. */
  private @Nullable Instr first(Block block) {
    if (block.phis().isEmpty()) {
      return null;
    }
    Instr first = Merges.firstEffect(block);
    return first != null
            && first.op() == Opcodes.INVOKEVIRTUAL
            && first.input(0).block() == block
            && Merges.gains(first.input(0), value -> isBox(value, first), uses, dominators)
        ? first
        : null;
  }

  /** Whether a value is a box made in sight, and a call gives what is in it. */
  private boolean isBox(Instr value, Instr call) {
    return operations(value, call) != null;
  }

  private @Nullable List<Integer> operations(Instr value, Instr call) {
    BoxType type = boxes.get(value);
    return type == null ? null : type.unboxing(call);
  }

  private void move(Block block, Instr call) {
    Instr phi = call.input(0);
    Instr merged = graph.newPhi(call.type(), phi.position());
    merged.setTemporary(call.isTemporary());
    block.addPhi(merged);
    for (Block pred : block.preds()) {
      block.setPhiInput(merged, pred, unbox(pred, block.phiInput(phi, pred), call));
    }
    block.remove(call);
    block.remove(phi);
    graph.replaceAll(Map.of(call, merged));
  }

  /** What a call gives for a value at the end of a block. */
  private Instr unbox(Block pred, Instr value, Instr call) {
    List<Integer> operations = operations(value, call);
    if (operations != null && operations.isEmpty()) {
      return value.input(0);
    }
    Instr copy =
        graph.newInstr(call.op(), call.operand(), call.type(), List.of(value), call.position());
    copy.setSite(call.site());
    copy.setTemporary(true);
    pred.append(copy);
    return operations == null
        ? copy
        : BoxElimination.unbox(graph, pred, copy, operations, value.input(0));
  }
}
