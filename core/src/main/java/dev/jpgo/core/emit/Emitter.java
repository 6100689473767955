package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.UnsupportedMethodException;
import org.objectweb.asm.tree.MethodNode;

/** Turns a graph back into bytecode. */
public final class Emitter {
  private Emitter() {}

  /**
   * Emits a method: instructions, exception table, line numbers, frames, sizes. The result holds
   * name, descriptor, access and code of the method, ready for a {@code ClassWriter} without flags;
   * frames are expanded ({@code F_NEW}), and left out below class version 50. The graph is used up:
   * critical edges are split in it.
   *
   * @throws UnsupportedMethodException when the code would be over a limit of the class-file format
   */
  public static MethodNode emit(Graph graph, LineNumbers lines) throws UnsupportedMethodException {
    throw new UnsupportedMethodException("no emitter for " + graph.method());
  }
}
