package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Which values are not null at the end of a block, since on every path to it something has
 * completed that throws on null (JVMS 6.5), or a test has said so. The receiver of a method is
 * never null.
 */
final class NonNull {
  /** Witnesses remembered of each value. */
  private static final int LIMIT = 8;

  private final Dominators dominators;
  private final @Nullable Instr receiver;

  /** By instruction id: instructions that dereference the value. */
  private final @Nullable List<Instr>[] dereferences;

  /** By instruction id: blocks that are entered only if the value is not null. */
  private final @Nullable List<Block>[] tested;

  @SuppressWarnings({"unchecked", "rawtypes"})
  NonNull(Graph graph, Dominators dominators) {
    this.dominators = dominators;
    receiver = graph.isStatic() ? null : graph.params().get(0);
    dereferences = new List[graph.instrIdBound()];
    tested = new List[graph.instrIdBound()];
    List<Block> order = dominators.reversePostorder();
    for (int i = 0; i < order.size(); i++) {
      Block block = order.get(i);
      List<Instr> body = block.body();
      for (int k = 0; k < body.size(); k++) {
        if (Op.dereferences(body.get(k).op())) {
          note(body.get(k), body.get(k).input(0));
        }
      }
      test(block);
    }
  }

  private void test(Block block) {
    Instr last = block.terminator();
    if (last.op() != Opcodes.IFNULL && last.op() != Opcodes.IFNONNULL) {
      return;
    }
    Block other = block.successors().get(last.op() == Opcodes.IFNULL ? 0 : 1);
    Block target = block.successors().get(last.op() == Opcodes.IFNULL ? 1 : 0);
    if (target != other && target.preds().size() == 1) {
      int id = last.input(0).id();
      List<Block> known = tested[id];
      if (known == null) {
        known = new ArrayList<>(2);
        tested[id] = known;
      }
      known.add(target);
    }
  }

  /** Remembers that an instruction throws if a value is null. */
  void note(Instr dereference, Instr value) {
    if (value.id() >= dereferences.length) {
      return;
    }
    List<Instr> known = dereferences[value.id()];
    if (known == null) {
      known = new ArrayList<>(2);
      dereferences[value.id()] = known;
    }
    if (known.size() < LIMIT) {
      known.add(dereference);
    }
  }

  /** Whether a value is known not to be null in front of a place in a block. */
  boolean before(Instr value, Block block, int place) {
    return isKnown(value, block, place);
  }

  /** Whether a value is known not to be null at the end of a block. */
  boolean at(Instr value, Block block) {
    return isKnown(value, block, Integer.MAX_VALUE);
  }

  /**
   * @param end in front of which instruction of the block
   */
  private boolean isKnown(Instr value, Block block, int end) {
    if (value == receiver) {
      return true;
    }
    if (value.id() >= dereferences.length) {
      return false;
    }
    List<Instr> known = dereferences[value.id()];
    for (int i = 0; known != null && i < known.size(); i++) {
      Instr each = known.get(i);
      boolean earlier =
          each.block() == block && (end == Integer.MAX_VALUE || block.body().indexOf(each) < end);
      if (earlier || dominators.available(each, block)) {
        return true;
      }
    }
    List<Block> ways = tested[value.id()];
    for (int i = 0; ways != null && i < ways.size(); i++) {
      if (dominators.dominates(ways.get(i), block)) {
        return true;
      }
    }
    return false;
  }
}
