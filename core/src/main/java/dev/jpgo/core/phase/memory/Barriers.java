package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Blocks after which a plain read may have to see what other code or another thread wrote (JLS
 * 17.4.5): those that call something, synchronize, or may load or initialize a class, as where an
 * exception is caught.
 */
public final class Barriers {
  private Barriers() {}

  /**
   * Those among some blocks of a graph.
   *
   * @param skipped instructions that do not count
   */
  public static Set<Block> among(
      Collection<Block> blocks, MemoryContext context, Graph graph, Predicate<Instr> skipped) {
    MemoryAccesses accesses = new MemoryAccesses(context, graph);
    Set<Block> found = new HashSet<>();
    for (Block block : blocks) {
      if (block.isHandlerEntry()) {
        found.add(block);
      }
      for (Instr instr : block.body()) {
        if (accesses.of(instr) == MemoryAccesses.OPAQUE && !skipped.test(instr)) {
          found.add(block);
          break;
        }
      }
    }
    return found;
  }
}
