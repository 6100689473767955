package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.UnsupportedMethodException;
import org.objectweb.asm.tree.MethodNode;

/**
 * Turns a graph back into bytecode. Edges are split where copies of phis need a place ({@link
 * EdgeSplitter}, {@link PhiCopies}); straight code is found ({@link Chains}); operands are kept on
 * the operand stack where their order allows ({@link Stackifier}, {@link GuardedValues}); the other
 * values get slots ({@link SlotLiveness}, {@link SlotAllocation}); what is dead in them is let go
 * of ({@link DeadReferences}); the result is checked against the graph ({@link StackSimulation})
 * and written ({@link CodeLayout}, {@link CodeWriter}).
 */
public final class Emitter {
  private Emitter() {}

  /**
   * Emits a method: instructions, exception table, line numbers, frames, sizes. The result holds
   * name, descriptor, access and code of the method, ready for a {@code ClassWriter} without flags;
   * frames are expanded ({@code F_NEW}), and left out below class version 50, and in version 50
   * where not all types are known. The graph is used up: critical edges are split in it.
   *
   * @throws UnsupportedMethodException when the code would be over a limit of the class-file format
   * @throws IllegalStateException when the graph is not valid, or the emitter is at fault: nothing
   *     was emitted
   */
  public static MethodNode emit(Graph graph, LineNumbers lines) throws UnsupportedMethodException {
    return emit(graph, lines, false);
  }

  /**
   * Emits a method as {@link #emit(Graph, LineNumbers)} does.
   *
   * @param compiled whether the VM's compilers are to read it, which do not take all that is valid
   *     ({@link CompilerBailouts})
   */
  public static MethodNode emit(Graph graph, LineNumbers lines, boolean compiled)
      throws UnsupportedMethodException {
    if (compiled) {
      LockedConstants.hoist(graph);
    }
    Emission emission = Emission.of(graph);
    if (!compiled) {
      DeadReferences.apply(emission);
    }
    StackSimulation simulation = emission.simulate();
    CodeLayout layout =
        new CodeLayout(
            emission.chains(), emission.effects(), emission.slots(), simulation, compiled);
    return new CodeWriter(emission, lines, layout, compiled).write(simulation.maxStack());
  }
}
