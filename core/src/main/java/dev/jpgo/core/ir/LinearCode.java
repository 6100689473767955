package dev.jpgo.core.ir;

import dev.jpgo.core.classfile.StackMaps;
import java.util.BitSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** The instructions of a method that have an opcode, numbered from 0, and what is known of each. */
final class LinearCode {
  final MethodNode method;
  final AbstractInsnNode[] instructions;

  /** Whether each instruction may throw; all false in a method without handlers. */
  final boolean[] throwing;

  /** Source line of each instruction, or -1. */
  final int[] lines;

  /** Original ordinal of each instruction, or {@link Instr#NO_SITE}. */
  final int[] sites;

  /** Opcode of each instruction. */
  final int[] opcodes;

  /** Whether any instruction is NEW. */
  final boolean allocates;

  private final InsnList list;
  private final int[] following;
  private final @Nullable FrameNode[] frames;

  private LinearCode(MethodSource source, int count) {
    method = source.method();
    list = method.instructions;
    instructions = new AbstractInsnNode[count];
    lines = new int[count];
    sites = new int[count];
    opcodes = new int[count];
    following = new int[list.size()];
    frames = new @Nullable FrameNode[count + 1];
    allocates = fill(source);
    throwing = new boolean[count];
    if (!method.tryCatchBlocks.isEmpty()) {
      findThrowing();
    }
  }

  static LinearCode of(MethodSource source) throws UnsupportedMethodException {
    MethodNode method = source.method();
    if ((method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
      throw new UnsupportedMethodException("it has no code");
    }
    int count = 0;
    for (AbstractInsnNode node = method.instructions.getFirst();
        node != null;
        node = node.getNext()) {
      int opcode = node.getOpcode();
      if (opcode == Opcodes.JSR || opcode == Opcodes.RET) {
        throw new UnsupportedMethodException("it has subroutines (jsr, ret)");
      }
      if (opcode >= 0) {
        count++;
      }
    }
    if (count == 0) {
      throw new UnsupportedMethodException("it has no code");
    }
    if (count > source.maxInstructions()) {
      throw new UnsupportedMethodException(
          "it has " + count + " instructions, over the limit of " + source.maxInstructions());
    }
    return new LinearCode(source, count);
  }

  /** Returns whether any instruction is NEW. */
  private boolean fill(MethodSource source) {
    Map<AbstractInsnNode, Integer> known = source.sites();
    boolean framed = StackMaps.areBinding(source.classVersion());
    boolean allocating = false;
    int next = 0;
    int at = 0;
    int line = -1;
    int first = -1; // of several for one place it is that of the instruction there
    for (AbstractInsnNode node = list.getFirst(); node != null; node = node.getNext()) {
      following[at++] = next;
      int opcode = node.getOpcode();
      if (opcode >= 0) {
        instructions[next] = node;
        opcodes[next] = opcode;
        allocating |= opcode == Opcodes.NEW;
        lines[next] = first >= 0 ? first : line;
        first = -1;
        sites[next] = known == null ? next : site(known, node);
        next++;
      } else if (node instanceof LineNumberNode number) {
        line = number.line;
        first = first >= 0 ? first : line;
      } else if (node instanceof FrameNode frame) {
        if (frame.type != Opcodes.F_NEW && frame.type != Opcodes.F_FULL) {
          throw new IllegalArgumentException("frames of " + method.name + " are not expanded");
        }
        frames[next] = framed ? frame : null;
      }
    }
    return allocating;
  }

  /** See {@link Graph#letsGo}: of what was stored further up, or is a parameter. */
  boolean letsGo() {
    BitSet stored = new BitSet();
    stored.set(0, GraphBuilder.parameterSlots(method));
    for (int i = 0; i < opcodes.length; i++) {
      if (opcodes[i] == Opcodes.ASTORE) {
        int local = ((VarInsnNode) instructions[i]).var;
        if (!storesNull(i)) {
          stored.set(local);
        } else if (stored.get(local)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a store is one of a null that stands right in front of it, or of several stores. */
  private boolean storesNull(int store) {
    int at = store - 1;
    while (at > 0 && (opcodes[at] == Opcodes.DUP || opcodes[at] == Opcodes.ASTORE)) {
      at--;
    }
    return at >= 0 && opcodes[at] == Opcodes.ACONST_NULL;
  }

  private void findThrowing() {
    boolean monitors = false;
    for (int opcode : opcodes) {
      monitors |= opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT;
    }
    for (int i = 0; i < opcodes.length; i++) {
      throwing[i] = mayThrow(i, monitors) || isLocked(i);
    }
  }

  /** Whether an instruction stands right behind one that enters a monitor: {@link Op#LOCKED}. */
  boolean isLocked(int index) {
    return index > 0 && opcodes[index - 1] == Opcodes.MONITORENTER;
  }

  /**
   * A return may throw where monitors are held, or that of a synchronized method has been left
   * (JVMS 2.11.10).
   */
  private boolean mayThrow(int index, boolean monitors) {
    int opcode = opcodes[index];
    if (opcode < Opcodes.IALOAD) {
      return opcode == Opcodes.LDC && !isPlain(((LdcInsnNode) instructions[index]).cst);
    }
    if (opcode <= Opcodes.LXOR) {
      return opcode <= Opcodes.SALOAD
          || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE
          || opcode >= Opcodes.IADD && !Op.isPure(opcode);
    }
    if (Op.isReturn(opcode)) {
      return monitors;
    }
    return opcode >= Opcodes.GETSTATIC && opcode != Opcodes.IFNULL && opcode != Opcodes.IFNONNULL;
  }

  /** Whether a constant is pushed without being resolved. */
  static boolean isPlain(Object constant) {
    return constant instanceof Number || constant instanceof String;
  }

  private static int site(Map<AbstractInsnNode, Integer> known, AbstractInsnNode node) {
    Integer site = known.get(node);
    return site == null ? Instr.NO_SITE : site;
  }

  int size() {
    return instructions.length;
  }

  /** Number of the first instruction at or after a label; {@link #size} when there is none. */
  int target(LabelNode label) {
    return following[list.indexOf(label)];
  }

  /** The stack map frame of an instruction; null when it has none that is sure to be right. */
  @Nullable FrameNode frame(int index) {
    return frames[index];
  }
}
