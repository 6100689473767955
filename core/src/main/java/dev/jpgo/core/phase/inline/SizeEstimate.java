package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import java.util.List;

/** Roughly how many bytes of bytecode instructions become. */
public final class SizeEstimate {
  private SizeEstimate() {}

  public static int of(Block block) {
    int bytes = 0;
    List<Instr> body = block.body();
    for (int i = 0; i < body.size(); i++) {
      bytes += of(body.get(i));
    }
    return bytes + of(block.terminator());
  }

  /** An operand that is not computed on the spot is a load of one byte, mostly. */
  public static int of(Instr instr) {
    int bytes = instr.op() == Op.PARAM || instr.op() == Op.CONST ? 0 : 1;
    if (!(instr.operand() instanceof Operand.None) && bytes != 0) {
      bytes += 2;
    }
    if (Op.isBranch(instr.op())) {
      bytes += 2;
    }
    List<Instr> inputs = instr.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      int op = inputs.get(i).op();
      if (op == Op.PARAM || op == Op.CONST || op == Op.PHI) {
        bytes++;
      }
    }
    return bytes;
  }
}
