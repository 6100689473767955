package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import org.objectweb.asm.Opcodes;

/**
 * Which loads of a graph cannot fail, wherever their object is known: plain ones of a static field
 * whose class is initialized, of a field of an object that is known not to be null, and the length
 * of such an array.
 *
 * <p>The field has been resolved, since the code has run and may touch it ({@link MemoryAccesses}).
 * Loads of volatile fields order what comes after them and are none of these; nor are those of
 * array elements, for their index may be out of bounds.
 */
final class SafeLoads {
  private final MemoryAccesses accesses;
  private final NonNull known;

  SafeLoads(MemoryContext context, Graph graph) {
    accesses = new MemoryAccesses(context, graph);
    known = new NonNull(graph, Dominators.of(graph));
  }

  MemoryAccesses accesses() {
    return accesses;
  }

  static boolean isLoad(int op) {
    return op == Opcodes.GETSTATIC || op == Opcodes.GETFIELD || op == Opcodes.ARRAYLENGTH;
  }

  /** Whether a load, at its place in a block, cannot throw, and reads as any plain load does. */
  boolean cannotFail(Block block, Instr load) {
    return cannotFail(block, load, block.body().indexOf(load));
  }

  /** The same of another place in the block, where its object is there, too. */
  boolean cannotFail(Block block, Instr load, int place) {
    if (load.op() == Opcodes.ARRAYLENGTH) {
      return known.before(load.input(0), block, place);
    }
    return block.frequency() > 0
        && accesses.of(load) >= 0
        && (load.op() == Opcodes.GETSTATIC || known.before(load.input(0), block, place));
  }
}
