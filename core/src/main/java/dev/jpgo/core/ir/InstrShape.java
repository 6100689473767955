package dev.jpgo.core.ir;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Which operand, inputs and result each operation has. Written as text: operand class, kinds of
 * inputs and kind of the result, a letter each (I J F D A, V for none).
 */
final class InstrShape {
  private final Type returnType;

  /**
   * @param returnType what the method returns
   */
  InstrShape(Type returnType) {
    this.returnType = returnType;
  }

  /** What is wrong with an instruction; null when nothing is. Phis are not looked at. */
  @Nullable String problem(Instr instr) {
    int op = instr.op();
    if (op == Op.PHI) {
      return null;
    }
    Class<?> operand = operandOf(op);
    if (!operand.isInstance(instr.operand())
        && !(op == Op.CONST && instr.operand() == Operand.Null.NULL)) {
      return "its operand is no " + operand.getSimpleName();
    }
    String expected = signature(instr);
    if (expected == null) {
      return "no such operation in a graph";
    }
    String actual = signatureOf(instr);
    return expected.equals(actual) ? null : "it is " + actual + ", not " + expected;
  }

  private static String signatureOf(Instr instr) {
    StringBuilder text = new StringBuilder();
    for (Instr input : instr.inputs()) {
      text.append(letter(input.type().kind()));
    }
    return text.append('>').append(letter(instr.type().kind())).toString();
  }

  private static char letter(Kind kind) {
    return switch (kind) {
      case INT -> 'I';
      case LONG -> 'J';
      case FLOAT -> 'F';
      case DOUBLE -> 'D';
      case REF -> 'A';
      case VOID -> 'V';
    };
  }

  private static char letter(Type type) {
    return letter(Kind.of(type));
  }

  private static Class<?> operandOf(int op) {
    return switch (op) {
      case Opcodes.GETFIELD, Opcodes.PUTFIELD, Opcodes.GETSTATIC, Opcodes.PUTSTATIC ->
          Operand.Field.class;
      case Opcodes.INVOKEVIRTUAL,
          Opcodes.INVOKESPECIAL,
          Opcodes.INVOKESTATIC,
          Opcodes.INVOKEINTERFACE ->
          Operand.Method.class;
      case Opcodes.INVOKEDYNAMIC -> Operand.Dynamic.class;
      case Opcodes.NEW, Opcodes.ANEWARRAY, Opcodes.CHECKCAST, Opcodes.INSTANCEOF ->
          Operand.Class.class;
      case Opcodes.MULTIANEWARRAY -> Operand.MultiArray.class;
      case Opcodes.NEWARRAY, Op.PARAM -> Operand.Int.class;
      case Op.CONST, Opcodes.LDC -> Operand.Constant.class;
      case Opcodes.LOOKUPSWITCH -> Operand.Switch.class;
      default -> Operand.None.class;
    };
  }

  private @Nullable String signature(Instr instr) {
    int op = instr.op();
    Operand operand = instr.operand();
    if (op >= Opcodes.IALOAD && op <= Opcodes.SALOAD) {
      return "AI>" + "IJFDAIII".charAt(op - Opcodes.IALOAD);
    }
    if (op >= Opcodes.IASTORE && op <= Opcodes.SASTORE) {
      return "AI" + "IJFDAIII".charAt(op - Opcodes.IASTORE) + ">V";
    }
    if (op >= Opcodes.IADD && op <= Opcodes.DCMPG) {
      return arithmetic(op);
    }
    if (Op.isTerminator(op)) {
      return terminator(op);
    }
    if (operand instanceof Operand.Field field) {
      return field(op, letter(Type.getType(field.descriptor())));
    }
    if (operand instanceof Operand.Method method) {
      return call(op == Opcodes.INVOKESTATIC ? "" : "A", method.descriptor());
    }
    if (operand instanceof Operand.Dynamic dynamic) {
      return call("", dynamic.descriptor());
    }
    return switch (op) {
      case Opcodes.NEW, Op.CATCH -> ">A";
      case Op.LOCKED -> ">V";
      case Op.PARAM -> ">" + letter(instr.type().kind());
      case Opcodes.NEWARRAY, Opcodes.ANEWARRAY -> "I>A";
      case Opcodes.MULTIANEWARRAY -> "I".repeat(dimensions(operand)) + ">A";
      case Opcodes.ARRAYLENGTH, Opcodes.INSTANCEOF -> "A>I";
      case Opcodes.CHECKCAST -> "A>A";
      case Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> "A>V";
      case Op.CONST, Opcodes.LDC -> constant(op, operand);
      default -> null;
    };
  }

  private static int dimensions(Operand operand) {
    return operand instanceof Operand.MultiArray array ? array.dimensions() : 0;
  }

  private static @Nullable String arithmetic(int op) {
    if (op == Opcodes.IINC) {
      return null;
    }
    if (op < Opcodes.INEG) {
      char kind = "IJFD".charAt((op - Opcodes.IADD) & 3);
      return "" + kind + kind + '>' + kind;
    }
    if (op <= Opcodes.DNEG) {
      char kind = "IJFD".charAt(op - Opcodes.INEG);
      return kind + ">" + kind;
    }
    if (op <= Opcodes.LUSHR) {
      char kind = "IJ".charAt((op - Opcodes.ISHL) & 1);
      return kind + "I>" + kind;
    }
    if (op <= Opcodes.LXOR) {
      char kind = "IJ".charAt((op - Opcodes.IAND) & 1);
      return "" + kind + kind + '>' + kind;
    }
    return List.of(
            "I>J", "I>F", "I>D", "J>I", "J>F", "J>D", "F>I", "F>J", "F>D", "D>I", "D>J", "D>F",
            "I>I", "I>I", "I>I", "JJ>I", "FF>I", "FF>I", "DD>I", "DD>I")
        .get(op - Opcodes.I2L);
  }

  private @Nullable String terminator(int op) {
    if (op <= Opcodes.IFLE || op == Opcodes.LOOKUPSWITCH) {
      return "I>V";
    }
    if (op <= Opcodes.IF_ICMPLE) {
      return "II>V";
    }
    if (op <= Opcodes.IF_ACMPNE) {
      return "AA>V";
    }
    if (op >= Opcodes.IRETURN && op < Opcodes.RETURN) {
      char kind = "IJFDA".charAt(op - Opcodes.IRETURN);
      return letter(returnType) == kind ? kind + ">V" : "a return of another kind";
    }
    return switch (op) {
      case Opcodes.GOTO -> ">V";
      case Opcodes.RETURN -> letter(returnType) == 'V' ? ">V" : "a return of nothing";
      case Opcodes.ATHROW, Opcodes.IFNULL, Opcodes.IFNONNULL -> "A>V";
      default -> null;
    };
  }

  private static String field(int op, char kind) {
    return switch (op) {
      case Opcodes.GETSTATIC -> ">" + kind;
      case Opcodes.PUTSTATIC -> kind + ">V";
      case Opcodes.GETFIELD -> "A>" + kind;
      default -> "A" + kind + ">V";
    };
  }

  private static String call(String receiver, String descriptor) {
    StringBuilder text = new StringBuilder(receiver);
    for (Type type : Type.getArgumentTypes(descriptor)) {
      text.append(letter(type));
    }
    return text.append('>').append(letter(Type.getReturnType(descriptor))).toString();
  }

  private static @Nullable String constant(int op, Operand operand) {
    Object value = operand instanceof Operand.Constant constant ? constant.value() : null;
    if (op == Opcodes.LDC) {
      if (value instanceof ConstantDynamic dynamic) {
        return ">" + letter(Type.getType(dynamic.getDescriptor()));
      }
      return value instanceof Type || value instanceof Handle ? ">A" : null;
    }
    if (value instanceof Integer) {
      return ">I";
    }
    if (value instanceof Long) {
      return ">J";
    }
    if (value instanceof Float) {
      return ">F";
    }
    if (value instanceof Double) {
      return ">D";
    }
    return value == null || value instanceof String ? ">A" : null;
  }
}
