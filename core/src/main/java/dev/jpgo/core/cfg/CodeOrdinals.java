package dev.jpgo.core.cfg;

import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Numbers the instructions of a method that have an opcode, from 0, in code order: the identity of
 * an instruction in profiles. A snapshot: later changes of the method are not followed.
 */
public final class CodeOrdinals {
  private final InsnList list;
  private final AbstractInsnNode[] instructions;
  private final int[] ordinalAt;

  private CodeOrdinals(InsnList list, AbstractInsnNode[] instructions, int[] ordinalAt) {
    this.list = list;
    this.instructions = instructions;
    this.ordinalAt = ordinalAt;
  }

  public static CodeOrdinals of(MethodNode method) {
    AbstractInsnNode[] all = method.instructions.toArray();
    int[] ordinalAt = new int[all.length];
    int count = 0;
    for (int i = 0; i < all.length; i++) {
      ordinalAt[i] = count;
      if (all[i].getOpcode() >= 0) {
        count++;
      }
    }
    AbstractInsnNode[] real = new AbstractInsnNode[count];
    for (int i = 0; i < all.length; i++) {
      if (all[i].getOpcode() >= 0) {
        real[ordinalAt[i]] = all[i];
      }
    }
    return new CodeOrdinals(method.instructions, real, ordinalAt);
  }

  /** Number of instructions with an opcode. */
  public int count() {
    return instructions.length;
  }

  public AbstractInsnNode instruction(int ordinal) {
    return instructions[ordinal];
  }

  /**
   * Ordinal of the first instruction with an opcode at or after a node of the list; {@link #count}
   * when there is none. Only while the list has not been changed.
   */
  public int of(AbstractInsnNode node) {
    return ordinalAt[list.indexOf(node)];
  }

  /** Ordinal of the instruction that a label marks, or {@link #count} at the end. */
  public int of(LabelNode label) {
    return of((AbstractInsnNode) label);
  }
}
