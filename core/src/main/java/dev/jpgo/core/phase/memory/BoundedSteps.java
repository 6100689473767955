package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;

/**
 * Instructions of a graph, as it is now, that take a moment and no longer: they wait for no other
 * thread, and no code of the program runs in them, be it of a class loader or an initializer.
 * Arithmetic, accesses of plain fields and of arrays, casts to classes that are loaded, and those
 * functions of the JDK that do nothing else. They may throw.
 */
public final class BoundedSteps implements Predicate<Instr> {
  private final MemoryAccesses accesses;

  public BoundedSteps(MemoryContext context, Graph graph) {
    this.accesses = new MemoryAccesses(context, graph);
  }

  @Override
  public boolean test(Instr instr) {
    return switch (instr.op()) {
      case Opcodes.NEW,
          Opcodes.NEWARRAY,
          Opcodes.ANEWARRAY,
          Opcodes.MULTIANEWARRAY,
          Op.CATCH,
          Op.LOCKED ->
          false;
      default -> accesses.of(instr) != MemoryAccesses.OPAQUE;
    };
  }
}
