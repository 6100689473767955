package dev.jpgo.core.phase.simplify;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import org.objectweb.asm.Opcodes;

/** Fields of the runtime that have objects which the program's code is compared with. */
public final class RuntimeConstants {
  /** What the names of holders of {@link dev.jpgo.core.world.KnownObject}s begin with. */
  private static final String OWNERS = "dev/jpgo/runtime/JpgoConstants";

  private RuntimeConstants() {}

  /**
   * Whether a field is one of them. It was written before any code that reads it was made, and
   * never is again; no code of the program touches it.
   */
  public static boolean include(Operand.Field field) {
    return field.owner().startsWith(OWNERS);
  }

  /** Whether two values are constants, in the code or of the runtime, and the same. */
  static boolean areSame(Instr first, Instr second) {
    boolean constant =
        first.isConst()
            || (first.op() == Opcodes.GETSTATIC && include((Operand.Field) first.operand()));
    return constant
        && first.op() == second.op()
        && first.type().equals(second.type())
        && first.operand().equals(second.operand());
  }
}
