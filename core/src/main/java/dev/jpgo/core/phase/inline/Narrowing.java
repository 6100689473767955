package dev.jpgo.core.phase.inline;

import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.NarrowValues;
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
  private Narrowing() {}

  /** The value that a method returns for one that its code hands to ireturn. */
  static Instr narrow(Graph graph, Block block, Instr value, MethodInfo method) {
    char type = method.descriptor().charAt(method.descriptor().length() - 1);
    boolean plain = method.descriptor().charAt(method.descriptor().length() - 2) == ')';
    if (!plain || "ZBCS".indexOf(type) < 0 || NarrowValues.isNarrow(value, type)) {
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
}
