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
 * What {@code ireturn} and {@code putfield} do to a value beside returning or storing it: a method
 * or field of type boolean, byte, char or short narrows it (JVMS 6.5, ireturn, putfield). Code from
 * javac has already done so, and then nothing is added.
 */
public final class Narrowing {
  private Narrowing() {}

  /** The value that a method returns for one that its code hands to ireturn. */
  static Instr narrow(Graph graph, Block block, Instr value, MethodInfo method) {
    String descriptor = method.descriptor();
    return narrow(
        graph,
        block,
        block.body().size(),
        value,
        descriptor.substring(descriptor.indexOf(')') + 1));
  }

  /**
   * The value that a variable has when one is stored to it.
   *
   * @param at where in the body of the block that is computed, if it has to be
   * @param type descriptor of the variable
   */
  public static Instr narrow(Graph graph, Block block, int at, Instr value, String type) {
    char narrow = type.charAt(0);
    if ("ZBCS".indexOf(narrow) < 0 || NarrowValues.isNarrow(value, narrow)) {
      return value;
    }
    List<Instr> inputs = List.of(value);
    int op =
        switch (narrow) {
          case 'B' -> Opcodes.I2B;
          case 'C' -> Opcodes.I2C;
          case 'S' -> Opcodes.I2S;
          default -> Opcodes.IAND;
        };
    if (op == Opcodes.IAND) {
      Instr one =
          graph.newInstr(
              Op.CONST, new Operand.Constant(1), ValueType.INT, List.of(), value.position());
      block.insert(at, one);
      inputs = List.of(value, one);
    }
    Instr narrowed = graph.newInstr(op, Operand.None.NONE, ValueType.INT, inputs, value.position());
    block.insert(op == Opcodes.IAND ? at + 1 : at, narrowed);
    return narrowed;
  }
}
