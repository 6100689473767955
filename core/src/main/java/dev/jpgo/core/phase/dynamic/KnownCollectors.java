package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Collectors of the JDK's, which call nothing of the program but the functions they are given. */
public final class KnownCollectors {
  private static final String COLLECTORS = "java/util/stream/Collectors";
  private static final String COLLECTOR = "Ljava/util/stream/Collector;";

  private KnownCollectors() {}

  /**
   * Whether a value is a collector that {@code Collectors} makes, not null, of functions and such
   * collectors. One of the program's own is asked for its functions and characteristics, even by
   * those that it is handed to.
   */
  public static boolean isOne(Instr value) {
    if (value.op() != Opcodes.INVOKESTATIC
        || !(value.operand() instanceof Operand.Method made)
        || !made.owner().equals(COLLECTORS)) {
      return false;
    }
    Type[] types = Type.getArgumentTypes(made.descriptor());
    for (int i = 0; i < types.length; i++) {
      if (types[i].getDescriptor().equals(COLLECTOR) && !isOne(value.input(i))) {
        return false;
      }
    }
    return true;
  }
}
