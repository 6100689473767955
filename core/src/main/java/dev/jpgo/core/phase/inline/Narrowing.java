package dev.jpgo.core.phase.inline;

import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.ValueType;
import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * What {@code ireturn} does to a value beside returning it: a method that returns boolean, byte,
 * char or short narrows it (JVMS 6.5, ireturn). Code from javac has already done so, and then
 * nothing is added.
 */
final class Narrowing {
  private static final int DEPTH = 4;

  private Narrowing() {}

  /** The value that a method returns for one that its code hands to ireturn. */
  static Instr narrow(Graph graph, Block block, Instr value, MethodInfo method) {
    char type = method.descriptor().charAt(method.descriptor().length() - 1);
    boolean plain = method.descriptor().charAt(method.descriptor().length() - 2) == ')';
    if (!plain || "ZBCS".indexOf(type) < 0 || isNarrow(value, type, DEPTH)) {
      return value;
    }
    List<Instr> inputs = List.of(value);
    int op =
        switch (type) {
          case 'B' -> Opcodes.I2B;
          case 'C' -> Opcodes.I2C;
          case 'S' -> Opcodes.I2S;
          default -> Opcodes.IAND;
        };
    if (op == Opcodes.IAND) {
      Instr one =
          graph.newInstr(
              Op.CONST, new Operand.Constant(1), ValueType.INT, List.of(), value.position());
      block.append(one);
      inputs = List.of(value, one);
    }
    Instr narrowed = graph.newInstr(op, Operand.None.NONE, ValueType.INT, inputs, value.position());
    block.append(narrowed);
    return narrowed;
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
        String descriptor = ((Operand.Method) value.operand()).descriptor();
        yield isWithin(descriptor.substring(descriptor.indexOf(')') + 1), type);
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
