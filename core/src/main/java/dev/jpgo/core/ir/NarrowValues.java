package dev.jpgo.core.ir;

import org.objectweb.asm.Opcodes;

/**
 * Values of the verifier's type int that are sure to be of a narrower type, whatever bytecode they
 * come from: a parameter is not, for nothing narrows what a caller passes (JVMS 4.10.1.2), nor is
 * what a method handle answers, which may be such a parameter.
 */
public final class NarrowValues {
  private static final int DEPTH = 4;

  private NarrowValues() {}

  /**
   * Whether a value is one of a type.
   *
   * @param type descriptor of boolean (0 or 1), byte, char or short
   */
  public static boolean isNarrow(Instr value, char type) {
    return isNarrow(value, type, DEPTH);
  }

  private static boolean isNarrow(Instr value, char type, int depth) {
    return switch (value.op()) {
      case Op.CONST ->
          value.operand() instanceof Operand.Constant constant
              && constant.value() instanceof Integer number
              && fits(number, type);
      case Op.PHI -> {
        boolean all = depth > 0;
        for (Instr input : value.inputs()) {
          all = all && isNarrow(input, type, depth - 1);
        }
        yield all;
      }
      case Opcodes.IAND, Opcodes.IOR, Opcodes.IXOR ->
          depth > 0
              && isNarrow(value.input(0), type, depth - 1)
              && isNarrow(value.input(1), type, depth - 1);
      case Opcodes.INSTANCEOF -> true;
      case Opcodes.I2B -> type == 'B' || type == 'S';
      case Opcodes.I2C -> type == 'C';
      case Opcodes.I2S -> type == 'S';
      case Opcodes.GETFIELD, Opcodes.GETSTATIC ->
          isWithin(((Operand.Field) value.operand()).descriptor(), type);
      case Opcodes.CALOAD -> type == 'C';
      case Opcodes.SALOAD -> type == 'S';
      case Opcodes.INVOKEVIRTUAL,
          Opcodes.INVOKESPECIAL,
          Opcodes.INVOKESTATIC,
          Opcodes.INVOKEINTERFACE -> {
        Operand.Method called = (Operand.Method) value.operand();
        String descriptor = called.descriptor();
        yield !called.owner().startsWith("java/lang/invoke/")
            && isWithin(descriptor.substring(descriptor.indexOf(')') + 1), type);
      }
      default -> false;
    };
  }

  private static boolean isWithin(String descriptor, char type) {
    return switch (descriptor) {
      case "Z" -> true;
      case "B" -> type == 'B' || type == 'S';
      case "C" -> type == 'C';
      case "S" -> type == 'S';
      default -> false;
    };
  }

  private static boolean fits(int number, char type) {
    return switch (type) {
      case 'Z' -> number == 0 || number == 1;
      case 'B' -> number == (byte) number;
      case 'C' -> number == (char) number;
      default -> number == (short) number;
    };
  }
}
