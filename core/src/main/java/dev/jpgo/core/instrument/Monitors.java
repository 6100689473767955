package dev.jpgo.core.instrument;

import dev.jpgo.core.cfg.CodeOrdinals;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/**
 * Where a method enters monitors.
 *
 * @param ordinals of its {@code monitorenter} instructions
 * @param ofMethod whose monitor its invocation enters
 */
record Monitors(List<Integer> ordinals, OfMethod ofMethod) {
  /** Whose monitor is entered with a method. */
  enum OfMethod {
    NONE,
    RECEIVER,
    CLASS
  }

  static Monitors of(MethodNode method, CodeOrdinals code) {
    List<Integer> ordinals = new ArrayList<>(0);
    for (int i = 0; i < code.count(); i++) {
      if (code.instruction(i).getOpcode() == Opcodes.MONITORENTER) {
        ordinals.add(i);
      }
    }
    boolean any = (method.access & Opcodes.ACC_SYNCHRONIZED) != 0;
    boolean ofClass = (method.access & Opcodes.ACC_STATIC) != 0;
    return new Monitors(
        ordinals, !any ? OfMethod.NONE : ofClass ? OfMethod.CLASS : OfMethod.RECEIVER);
  }
}
