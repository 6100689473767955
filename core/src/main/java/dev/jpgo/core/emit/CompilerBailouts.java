package dev.jpgo.core.emit;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * What HotSpot's compilers give up on though the verifier accepts it. They do so for good: such a
 * method is interpreted from then on, which in a VM that compiles is worse than anything that can
 * be gained. Where a compiler is at work no version may be like that.
 *
 * <ul>
 *   <li>Monitors that are not seen to be left in the order they were entered, whatever is thrown
 *       ({@link MonitorPairing}); both compilers.
 *   <li>A handler that is reached by jumps or from the instruction before it, too; C1.
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
      if (each instanceof JumpInsnNode jump) {
        jumpedTo.add(jump.label);
      } else if (each instanceof TableSwitchInsnNode table) {
        jumpedTo.addAll(table.labels);
        jumpedTo.add(table.dflt);
      } else if (each instanceof LookupSwitchInsnNode lookup) {
        jumpedTo.addAll(lookup.labels);
        jumpedTo.add(lookup.dflt);
      }
    }
    for (TryCatchBlockNode region : method.tryCatchBlocks) {
      if (jumpedTo.contains(region.handler) || isFallenInto(region.handler)) {
        return "a handler of it is reached without an exception";
      }
    }
    return monitors && !MonitorPairing.isSeen(owner, method)
        ? "its monitors would not be seen to be balanced"
        : null;
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
    int opcode = before.getOpcode();
    return opcode != Opcodes.GOTO
        && opcode != Opcodes.ATHROW
        && opcode != Opcodes.TABLESWITCH
        && opcode != Opcodes.LOOKUPSWITCH
        && !(opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN);
  }
}
