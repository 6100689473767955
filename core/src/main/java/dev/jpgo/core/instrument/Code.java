package dev.jpgo.core.instrument;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** A run of instructions in the making. */
final class Code {
  /** Receives what is written through a visitor; its list is the run. */
  private final MethodNode sink = new MethodNode(Opcodes.ASM9);

  InsnList list() {
    return sink.instructions;
  }

  Code insn(int opcode) {
    list().add(new InsnNode(opcode));
    return this;
  }

  Code push(int value) {
    Probes.push(sink, value);
    return this;
  }

  Code increment(int counter) {
    Probes.increment(sink, counter);
    return this;
  }

  Code add(int counter, int amount) {
    Probes.add(sink, counter, amount);
    return this;
  }

  Code load(Object verificationType, int slot) {
    return var(kind(verificationType).getOpcode(Opcodes.ILOAD), slot);
  }

  Code store(Object verificationType, int slot) {
    return var(kind(verificationType).getOpcode(Opcodes.ISTORE), slot);
  }

  Code var(int opcode, int slot) {
    list().add(new VarInsnNode(opcode, slot));
    return this;
  }

  Code iinc(int slot, int by) {
    sink.visitIincInsn(slot, by);
    return this;
  }

  Code jump(int opcode, LabelNode target) {
    list().add(new JumpInsnNode(opcode, target));
    return this;
  }

  Code label(LabelNode label) {
    list().add(label);
    return this;
  }

  Code line(int line) {
    if (line > 0) {
      LabelNode here = new LabelNode();
      list().add(here);
      list().add(new LineNumberNode(line, here));
    }
    return this;
  }

  /** Declares a frame, unless there is none to declare. */
  Code frame(StackFrames.@Nullable Frame frame) {
    if (frame != null) {
      list().add(frame.node());
    }
    return this;
  }

  Code field(int opcode, String owner, String name, String descriptor) {
    list().add(new FieldInsnNode(opcode, owner, name, descriptor));
    return this;
  }

  Code call(int opcode, String owner, String name, String descriptor) {
    list().add(new MethodInsnNode(opcode, owner, name, descriptor, false));
    return this;
  }

  Code call(int opcode, String owner, MethodNode method, boolean isInterface) {
    list().add(new MethodInsnNode(opcode, owner, method.name, method.desc, isInterface));
    return this;
  }

  /** Casts the reference on the stack; to Object and from the null type nothing is needed. */
  Code cast(Object verificationType) {
    if (verificationType instanceof String name && !name.equals("java/lang/Object")) {
      type(Opcodes.CHECKCAST, name);
    }
    return this;
  }

  Code type(int opcode, String name) {
    list().add(new TypeInsnNode(opcode, name));
    return this;
  }

  /** Pushes zero or null. */
  Code zero(Type type) {
    return switch (type.getSort()) {
      case Type.BOOLEAN, Type.CHAR, Type.BYTE, Type.SHORT, Type.INT -> insn(Opcodes.ICONST_0);
      case Type.FLOAT -> insn(Opcodes.FCONST_0);
      case Type.LONG -> insn(Opcodes.LCONST_0);
      case Type.DOUBLE -> insn(Opcodes.DCONST_0);
      default -> insn(Opcodes.ACONST_NULL);
    };
  }

  static boolean isReference(Object verificationType) {
    return verificationType instanceof String;
  }

  private static Type kind(Object verificationType) {
    if (verificationType == Opcodes.INTEGER) {
      return Type.INT_TYPE;
    }
    if (verificationType == Opcodes.FLOAT) {
      return Type.FLOAT_TYPE;
    }
    if (verificationType == Opcodes.LONG) {
      return Type.LONG_TYPE;
    }
    return verificationType == Opcodes.DOUBLE ? Type.DOUBLE_TYPE : OBJECT;
  }

  private static final Type OBJECT = Type.getObjectType("java/lang/Object");
}
