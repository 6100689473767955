package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Kind;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** The ASM instruction for each thing to emit. */
final class InstructionForms {
  private final SlotAllocation slots;

  InstructionForms(SlotAllocation slots) {
    this.slots = slots;
  }

  AbstractInsnNode load(Instr value) {
    return new VarInsnNode(Opcodes.ILOAD + offset(value.type().kind()), slots.slot(value));
  }

  AbstractInsnNode store(Instr value) {
    return new VarInsnNode(Opcodes.ISTORE + offset(value.type().kind()), slots.slot(value));
  }

  AbstractInsnNode increment(Instr value, int amount) {
    return new IincInsnNode(slots.slot(value), amount);
  }

  /** Distance of an opcode for a kind from that for INT. */
  private static int offset(Kind kind) {
    return switch (kind) {
      case INT -> 0;
      case LONG -> 1;
      case FLOAT -> 2;
      case DOUBLE -> 3;
      case REF -> 4;
      case VOID -> throw new IllegalStateException("no value");
    };
  }

  static AbstractInsnNode constant(Instr value) {
    if (!(value.operand() instanceof Operand.Constant constant)) {
      return new InsnNode(Opcodes.ACONST_NULL);
    }
    Object content = constant.value();
    if (content instanceof Integer number) {
      int n = number;
      if (n >= -1 && n <= 5) {
        return new InsnNode(Opcodes.ICONST_0 + n);
      }
      if (n == (byte) n) {
        return new IntInsnNode(Opcodes.BIPUSH, n);
      }
      if (n == (short) n) {
        return new IntInsnNode(Opcodes.SIPUSH, n);
      }
    } else if (content instanceof Long number && (number == 0 || number == 1)) {
      return new InsnNode(number == 0 ? Opcodes.LCONST_0 : Opcodes.LCONST_1);
    } else if (content instanceof Float number && CodeSizes.isShort(number)) {
      return new InsnNode(Opcodes.FCONST_0 + number.intValue());
    } else if (content instanceof Double number && CodeSizes.isShort(number)) {
      return new InsnNode(Opcodes.DCONST_0 + number.intValue());
    }
    return new LdcInsnNode(content);
  }

  /** Any operation that is neither a jump, a switch nor a pseudo operation. */
  static AbstractInsnNode operation(Instr instr) {
    int op = instr.op();
    Operand operand = instr.operand();
    if (operand instanceof Operand.Field field) {
      return new FieldInsnNode(op, field.owner(), field.name(), field.descriptor());
    }
    if (operand instanceof Operand.Method method) {
      return new MethodInsnNode(
          op, method.owner(), method.name(), method.descriptor(), method.isInterface());
    }
    if (operand instanceof Operand.Dynamic dynamic) {
      return new InvokeDynamicInsnNode(
          dynamic.name(), dynamic.descriptor(), dynamic.bootstrap(), dynamic.arguments().toArray());
    }
    if (operand instanceof Operand.Class type) {
      return new TypeInsnNode(op, type.name());
    }
    if (operand instanceof Operand.MultiArray array) {
      return new MultiANewArrayInsnNode(array.descriptor(), array.dimensions());
    }
    if (operand instanceof Operand.Int number) {
      return new IntInsnNode(op, number.value());
    }
    if (operand instanceof Operand.Constant constant) {
      return new LdcInsnNode(constant.value());
    }
    return new InsnNode(op == Op.LOCKED ? Opcodes.NOP : op);
  }

  /** The branch that is taken exactly when another is not. */
  static int inverted(int op) {
    return switch (op) {
      case Opcodes.IFNULL -> Opcodes.IFNONNULL;
      case Opcodes.IFNONNULL -> Opcodes.IFNULL;
      // From IFEQ, NE; LT, GE; GT, LE; ICMPEQ, ...: pairs.
      default -> ((op + 1) ^ 1) - 1;
    };
  }
}
