package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import org.objectweb.asm.Opcodes;

/**
 * What operations may throw. A return may only where the method holds monitors in its own code
 * (JVMS 2.11.10). Jumps never do: an asynchronous exception at a safe point of a block without
 * other throwing instructions may miss a handler of the block; javac's own ranges have such gaps.
 */
final class Effects {
  private final boolean monitors;

  Effects(Graph graph) {
    boolean found = false;
    for (Block block : graph.blocks()) {
      for (Instr instr : block.body()) {
        found |= instr.op() == Opcodes.MONITORENTER || instr.op() == Opcodes.MONITOREXIT;
      }
    }
    monitors = found;
  }

  /** Whether executing the operation may raise an exception. */
  boolean mayThrow(Instr instr) {
    int op = instr.op();
    if (Op.isReturn(op)) {
      return monitors;
    }
    if (Op.isTerminator(op)) {
      return op == Opcodes.ATHROW;
    }
    return !Op.isPure(op) && op != Op.CATCH;
  }

  /** Whether a block has an instruction that may raise an exception. */
  boolean mayThrow(Block block) {
    for (Instr instr : block.body()) {
      if (mayThrow(instr)) {
        return true;
      }
    }
    return mayThrow(block.terminator());
  }

  static boolean isInit(Instr instr) {
    return instr.op() == Opcodes.INVOKESPECIAL
        && instr.operand() instanceof Operand.Method method
        && method.name().equals("<init>");
  }
}
