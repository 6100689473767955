package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * Gives each guard a way of its own to code that it shares with others and that is rarely run: a
 * block that only jumps there. {@link GuardedValues} may put what is on the operand stack away in
 * it; if it stays empty, nothing of it is emitted.
 */
final class GuardExits {
  private GuardExits() {}

  /**
   * Splits the edges of two-way branches to rare code with several predecessors. Targets with phis
   * are left to {@link EdgeSplitter}.
   */
  static void split(Graph graph) {
    List<Block> blocks = graph.blocks();
    List<Block> last = new ArrayList<>(0);
    for (Block block : List.copyOf(blocks)) {
      List<Block> successors = block.successors();
      if (successors.size() != 2 || successors.get(0) == successors.get(1)) {
        continue;
      }
      for (Block target : List.copyOf(successors)) {
        if (target.preds().size() > 1
            && target.phis().isEmpty()
            && !target.isHandlerEntry()
            && isRare(block, target)) {
          Block exit = split(graph, block, target);
          int place = blocks.indexOf(target);
          if (place > 0 && !fallsInto(blocks.get(place - 1), target)) {
            blocks.add(place, exit);
          } else {
            last.add(exit);
          }
        }
      }
    }
    blocks.addAll(last);
  }

  private static Block split(Graph graph, Block block, Block target) {
    Block exit = graph.newBlock();
    exit.setFrequency(0);
    exit.terminate(graph.newGoto(block.terminator().position()), List.of(target));
    block.redirect(target, exit);
    return exit;
  }

  private static boolean fallsInto(Block before, Block target) {
    return before.successors().contains(target);
  }

  /** Whether a branch rarely goes to one of its targets: never seen to, or only to throw. */
  static boolean isRare(Block branch, Block target) {
    return (target.frequency() == 0 && branch.frequency() != 0)
        || target.terminator().op() == Opcodes.ATHROW;
  }
}
