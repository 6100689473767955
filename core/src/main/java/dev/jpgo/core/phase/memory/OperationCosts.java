package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.world.CostModel;
import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * What operations cost when interpreted, as the emitter is likely to write them: a value with one
 * use, in its own block, stays on the operand stack; one with more is duplicated and stored.
 */
final class OperationCosts {
  private final CostModel costs;
  private final Uses uses;

  OperationCosts(CostModel costs, Uses uses) {
    this.costs = costs;
    this.uses = uses;
  }

  /** A load or store of a local variable, or another simple instruction. */
  double simple() {
    return costs.bytecode();
  }

  /** The operation itself, without what pushes its operands. */
  double of(int op) {
    if (op >= Opcodes.IALOAD && op <= Opcodes.SALOAD) {
      return costs.field();
    }
    return switch (op) {
      case Opcodes.GETFIELD, Opcodes.IDIV, Opcodes.LDIV, Opcodes.IREM, Opcodes.LREM ->
          costs.field();
      case Opcodes.GETSTATIC -> costs.staticField();
      case Opcodes.INSTANCEOF -> costs.checkcast();
      case Opcodes.INVOKEVIRTUAL -> costs.virtualCall();
      case Opcodes.INVOKESTATIC -> costs.staticCall();
      default -> costs.bytecode();
    };
  }

  /**
   * How many instructions it takes to have a value in a slot beside where it is needed now: none if
   * it has one for sure, or is a constant; with two uses in its block it is duplicated at best.
   */
  int stores(Instr value) {
    int op = value.op();
    if (op == Op.CONST || op == Op.PARAM || op == Op.PHI || op == Op.CATCH) {
      return 0;
    }
    List<Instr> users = uses.of(value);
    for (int i = 0; i < users.size(); i++) {
      if (users.get(i).isPhi() || users.get(i).block() != value.block()) {
        return 0;
      }
    }
    return users.size() > 2 ? 0 : 2;
  }

  /** Whether an addition is likely to become one instruction, which counts a variable on. */
  boolean isIncrement(Instr instr) {
    if (instr.op() != Opcodes.IADD || !(instr.input(0).isConst() || instr.input(1).isConst())) {
      return false;
    }
    Instr counted = instr.input(instr.input(0).isConst() ? 1 : 0);
    boolean computed = counted.isPure() && !counted.isPhi() && counted.op() != Op.PARAM;
    if (computed && uses.count(counted) == 1) {
      return false; // it is on the operand stack and in no variable
    }
    List<Instr> users = uses.of(instr);
    for (int i = 0; i < users.size(); i++) {
      if (users.get(i).isPhi()) {
        return true;
      }
    }
    return false;
  }
}
