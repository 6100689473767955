package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import java.util.List;

/** Exchanges the operands of an operation where they were computed in the other order. */
final class Commutation {
  private Commutation() {}

  /**
   * Exchanges operands if both are computed in the chain at hand, the second before the first; or
   * if the second is a phi of it and the first comes from elsewhere: {@code sum += get()} with
   * {@code get} inlined has its result on the stack where the ways through {@code get} meet, if the
   * sum is loaded after that. A phi that is used again comes from its slot, whenever that may be.
   *
   * @param positions by value: place of its definition in the chain, or -1
   */
  static void reorder(Instr instr, int[] positions, UseCounts uses) {
    List<Instr> inputs = instr.inputs();
    if (inputs.size() != 2) {
      return;
    }
    Instr first = inputs.get(0);
    Instr second = inputs.get(1);
    if (second.isPhi() && uses.total[second.id()] > 1) {
      return;
    }
    int later = positions[first.id()];
    int earlier = positions[second.id()];
    int mirrored = Op.mirrored(instr.op());
    boolean phiLast = later < 0 && second.isPhi();
    if (earlier >= 0 && (later > earlier || phiLast) && mirrored >= 0) {
      instr.become(mirrored, instr.operand(), instr.type(), List.of(second, first));
    }
  }
}
