package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.phase.simplify.GraphPhase;
import dev.jpgo.core.phase.simplify.RuntimeConstants;
import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * Removes loads that nothing uses and that cannot fail: of a static field whose class is
 * initialized, of a field of an object that is known not to be null, and the length of such an
 * array.
 *
 * <p>Sound: a plain read that is not done is one that no other thread could tell (JLS 17.4). The
 * field has been resolved, since the code has run and may touch it ({@link MemoryAccesses});
 * volatile fields are read as ever, which orders what comes after. Array elements stay, for their
 * index may be out of bounds.
 */
public final class UnusedLoads implements GraphPhase {
  public static final String NAME = "unused-loads";

  private final MemoryContext context;

  public UnusedLoads(MemoryContext context) {
    this.context = context;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int run(Graph graph) {
    Uses uses = Uses.of(graph);
    int removed = 0;
    MemoryAccesses accesses = null;
    NonNull known = null;
    for (Block block : graph.blocks()) {
      for (Instr instr : List.copyOf(block.body())) {
        if (uses.count(instr) == 0 && isLoad(instr.op())) {
          if (accesses == null || known == null) {
            accesses = new MemoryAccesses(context, graph);
            known = new NonNull(graph, Dominators.of(graph));
          }
          if (mayGo(block, instr, accesses, known)) {
            block.remove(instr);
            removed++;
          }
        }
      }
    }
    return removed;
  }

  private static boolean isLoad(int op) {
    return op == Opcodes.GETSTATIC || op == Opcodes.GETFIELD || op == Opcodes.ARRAYLENGTH;
  }

  private static boolean mayGo(Block block, Instr instr, MemoryAccesses accesses, NonNull known) {
    if (instr.op() == Opcodes.ARRAYLENGTH) {
      return known.before(instr, block);
    }
    if (RuntimeConstants.include((Operand.Field) instr.operand())) {
      return true;
    }
    return block.frequency() > 0
        && accesses.of(instr) >= 0
        && (instr.op() == Opcodes.GETSTATIC || known.before(instr, block));
  }
}
