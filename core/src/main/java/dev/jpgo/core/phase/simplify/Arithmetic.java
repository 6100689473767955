package dev.jpgo.core.phase.simplify;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/** The JVM's arithmetic on constants (JVMS 6.5), by Java's operators. */
final class Arithmetic {
  private Arithmetic() {}

  /** The value of an operation on constants, boxed; null when it is not known. */
  static @Nullable Object evaluate(int op, List<Instr> inputs) {
    if (op < Opcodes.IADD || op > Opcodes.DCMPG || op == Opcodes.IINC || inputs.isEmpty()) {
      return null;
    }
    Object a = value(inputs.get(0));
    Object b = inputs.size() > 1 ? value(inputs.get(1)) : Integer.valueOf(0);
    if (a == null || b == null) {
      return null;
    }
    if (op >= Opcodes.I2L && op <= Opcodes.I2S) {
      return a instanceof Number number ? convert(op, number) : null;
    }
    if (a instanceof Integer x && b instanceof Integer y) {
      return ints(op, x, y);
    }
    if (a instanceof Long x) {
      return b instanceof Long y ? longs(op, x, y) : shift(op, x, b);
    }
    if (a instanceof Float x) {
      return floats(op, x, b instanceof Float y ? y : 0);
    }
    return a instanceof Double x ? doubles(op, x, b instanceof Double y ? y : 0) : null;
  }

  private static @Nullable Object value(Instr instr) {
    return instr.isConst() && instr.operand() instanceof Operand.Constant constant
        ? constant.value()
        : null;
  }

  private static @Nullable Object ints(int op, int a, int b) {
    return switch (op) {
      case Opcodes.IADD -> a + b;
      case Opcodes.ISUB -> a - b;
      case Opcodes.IMUL -> a * b;
      case Opcodes.IDIV -> b == 0 ? null : (Object) (a / b);
      case Opcodes.IREM -> b == 0 ? null : (Object) (a % b);
      case Opcodes.INEG -> -a;
      case Opcodes.ISHL -> a << b;
      case Opcodes.ISHR -> a >> b;
      case Opcodes.IUSHR -> a >>> b;
      case Opcodes.IAND -> a & b;
      case Opcodes.IOR -> a | b;
      case Opcodes.IXOR -> a ^ b;
      default -> null;
    };
  }

  private static @Nullable Object longs(int op, long a, long b) {
    return switch (op) {
      case Opcodes.LADD -> a + b;
      case Opcodes.LSUB -> a - b;
      case Opcodes.LMUL -> a * b;
      case Opcodes.LDIV -> b == 0 ? null : (Object) (a / b);
      case Opcodes.LREM -> b == 0 ? null : (Object) (a % b);
      case Opcodes.LAND -> a & b;
      case Opcodes.LOR -> a | b;
      case Opcodes.LXOR -> a ^ b;
      case Opcodes.LCMP -> Long.compare(a, b);
      default -> null;
    };
  }

  /** Shifts take an int; so does, for a single operand, the stand-in of the missing one. */
  private static @Nullable Object shift(int op, long a, Object b) {
    if (!(b instanceof Integer by)) {
      return null;
    }
    return switch (op) {
      case Opcodes.LSHL -> a << by;
      case Opcodes.LSHR -> a >> by;
      case Opcodes.LUSHR -> a >>> by;
      case Opcodes.LNEG -> -a;
      default -> null;
    };
  }

  private static @Nullable Object floats(int op, float a, float b) {
    return switch (op) {
      case Opcodes.FADD -> a + b;
      case Opcodes.FSUB -> a - b;
      case Opcodes.FMUL -> a * b;
      case Opcodes.FDIV -> a / b;
      case Opcodes.FREM -> a % b;
      case Opcodes.FNEG -> -a;
      case Opcodes.FCMPL -> Float.isNaN(a) || Float.isNaN(b) ? -1 : a < b ? -1 : a > b ? 1 : 0;
      case Opcodes.FCMPG -> Float.isNaN(a) || Float.isNaN(b) ? 1 : a < b ? -1 : a > b ? 1 : 0;
      default -> null;
    };
  }

  private static @Nullable Object doubles(int op, double a, double b) {
    return switch (op) {
      case Opcodes.DADD -> a + b;
      case Opcodes.DSUB -> a - b;
      case Opcodes.DMUL -> a * b;
      case Opcodes.DDIV -> a / b;
      case Opcodes.DREM -> a % b;
      case Opcodes.DNEG -> -a;
      case Opcodes.DCMPL -> Double.isNaN(a) || Double.isNaN(b) ? -1 : a < b ? -1 : a > b ? 1 : 0;
      case Opcodes.DCMPG -> Double.isNaN(a) || Double.isNaN(b) ? 1 : a < b ? -1 : a > b ? 1 : 0;
      default -> null;
    };
  }

  private static @Nullable Object convert(int op, Number a) {
    return switch (op) {
      case Opcodes.I2L, Opcodes.F2L, Opcodes.D2L -> a.longValue();
      case Opcodes.I2F, Opcodes.L2F, Opcodes.D2F -> a.floatValue();
      case Opcodes.I2D, Opcodes.L2D, Opcodes.F2D -> a.doubleValue();
      case Opcodes.L2I, Opcodes.F2I, Opcodes.D2I -> a.intValue();
      case Opcodes.I2B -> (int) (byte) a.intValue();
      case Opcodes.I2C -> (int) (char) a.intValue();
      case Opcodes.I2S -> (int) (short) a.intValue();
      default -> null;
    };
  }

  /**
   * The operand that an integer operation only repeats ({@code x + 0}, {@code x & -1}), or null.
   */
  static @Nullable Instr neutral(int op, List<Instr> inputs) {
    if (inputs.size() != 2) {
      return null;
    }
    Object left = value(inputs.get(0));
    Object right = value(inputs.get(1));
    if (right instanceof Integer || right instanceof Long) {
      if (isRightNeutral(op, ((Number) right).longValue())) {
        return inputs.get(0);
      }
    }
    boolean commutes =
        switch (op) {
          case Opcodes.IADD,
              Opcodes.LADD,
              Opcodes.IMUL,
              Opcodes.LMUL,
              Opcodes.IOR,
              Opcodes.LOR,
              Opcodes.IXOR,
              Opcodes.LXOR,
              Opcodes.IAND,
              Opcodes.LAND ->
              true;
          default -> false;
        };
    if (commutes && (left instanceof Integer || left instanceof Long)) {
      return isRightNeutral(op, ((Number) left).longValue()) ? inputs.get(1) : null;
    }
    return null;
  }

  private static boolean isRightNeutral(int op, long right) {
    return switch (op) {
      case Opcodes.IADD,
          Opcodes.LADD,
          Opcodes.ISUB,
          Opcodes.LSUB,
          Opcodes.IOR,
          Opcodes.LOR,
          Opcodes.IXOR,
          Opcodes.LXOR,
          Opcodes.ISHL,
          Opcodes.LSHL,
          Opcodes.ISHR,
          Opcodes.LSHR,
          Opcodes.IUSHR,
          Opcodes.LUSHR ->
          right == 0;
      case Opcodes.IMUL, Opcodes.LMUL, Opcodes.IDIV, Opcodes.LDIV -> right == 1;
      case Opcodes.IAND, Opcodes.LAND -> right == -1;
      default -> false;
    };
  }
}
