package dev.jpgo.core.emit;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * What HotSpot's compilers give up on though the verifier accepts it. They do so for good: such a
 * method is interpreted from then on, which in a VM that compiles is worse than anything that can
 * be gained. Where a compiler is at work no version may be like that.
 *
 * <ul>
 *   <li>Monitors that are not seen to be left in the order they were entered, whatever is thrown
 *       ({@link MonitorPairing}); both compilers.
 *   <li>A handler that is reached by jumps or from the instruction before it, too; or one that
 *       covers something of itself that may throw; C1. Leaving a monitor is not meant: javac has
 *       handlers cover that.
 * </ul>
 */
public final class CompilerBailouts {
  private CompilerBailouts() {}

  /**
   * Why a compiler would not take a method.
   *
   * @param owner internal name of its class
   * @param method with code, and its sizes and frames set
   * @return null when it would
   */
  public static @Nullable String of(String owner, MethodNode method) {
    Set<LabelNode> jumpedTo = new HashSet<>();
    boolean monitors = false;
    for (AbstractInsnNode each = method.instructions.getFirst();
        each != null;
        each = each.getNext()) {
      monitors |= each.getOpcode() == Opcodes.MONITORENTER;
      jumpedTo.addAll(MonitorPairing.targets(each));
    }
    for (TryCatchBlockNode region : method.tryCatchBlocks) {
      if (jumpedTo.contains(region.handler) || isFallenInto(region.handler)) {
        return "a handler of it is reached without an exception";
      }
      if (coversItself(method, region)) {
        return "a handler of it covers itself";
      }
    }
    return monitors && !MonitorPairing.isSeen(owner, method)
        ? "its monitors would not be seen to be balanced"
        : null;
  }

  /** Whether a handler is in its own range with something that may throw. */
  private static boolean coversItself(MethodNode method, TryCatchBlockNode region) {
    int handler = method.instructions.indexOf(region.handler);
    int end = method.instructions.indexOf(region.end);
    if (handler < method.instructions.indexOf(region.start)) {
      return false;
    }
    for (int i = handler; i < end; i++) {
      int opcode = method.instructions.get(i).getOpcode();
      if (MonitorPairing.mayTrap(opcode) && opcode != Opcodes.MONITOREXIT) {
        return true;
      }
      if (isLast(opcode)) {
        return false;
      }
    }
    return false;
  }

  /** Whether the instruction before a label goes on to it. */
  private static boolean isFallenInto(LabelNode label) {
    AbstractInsnNode before = label.getPrevious();
    while (before != null && before.getOpcode() < 0) {
      before = before.getPrevious();
    }
    if (before == null) {
      return true;
    }
    return !isLast(before.getOpcode());
  }

  /** Whether what follows an instruction is reached in other ways only. */
  private static boolean isLast(int opcode) {
    return opcode == Opcodes.GOTO
        || opcode == Opcodes.ATHROW
        || opcode == Opcodes.TABLESWITCH
        || opcode == Opcodes.LOOKUPSWITCH
        || (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN);
  }
}
