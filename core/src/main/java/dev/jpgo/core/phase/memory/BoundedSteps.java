package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;

/**
 * Instructions of a graph, as it is now, that take a moment and no longer: they wait for no other
 * thread, and no code of the program runs in them. Arithmetic, and accesses of arrays and of plain
 * fields of the program. They may throw.
 *
 * <p>What names a class of the JDK is none of them, though that is loaded: the loader of the code
 * may be asked for it once more when the name is resolved, and then runs the program's code.
 */
public final class BoundedSteps implements Predicate<Instr> {
  private final MemoryAccesses accesses;

  public BoundedSteps(MemoryContext context, Graph graph) {
    this.accesses = new MemoryAccesses(context, graph);
  }

  @Override
  public boolean test(Instr instr) {
    int op = instr.op();
    boolean accesses =
        switch (op) {
          case Opcodes.ARRAYLENGTH -> true;
          case Opcodes.GETFIELD, Opcodes.PUTFIELD ->
              !((Operand.Field) instr.operand()).owner().startsWith("java/")
                  && this.accesses.of(instr) != MemoryAccesses.OPAQUE;
          default ->
              op >= Opcodes.IALOAD && op <= Opcodes.SALOAD
                  || op >= Opcodes.IASTORE && op <= Opcodes.SASTORE;
        };
    return accesses || instr.isPure() || Op.divides(op);
  }
}
