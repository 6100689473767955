package dev.jpgo.core.phase.map;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.ValueType;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * A call that asks a map by a boxed number, or gives that a value.
 *
 * @param call it
 * @param asked the method of {@code HashMap} that it means
 * @param number what the key was made of; null where it was made elsewhere, and may be null
 */
record MapCall(Instr call, KnownMap asked, @Nullable Instr number) {
  /** A call that is one; null for any other. */
  static @Nullable MapCall of(Instr call) {
    if (call.op() != Opcodes.INVOKEINTERFACE && call.op() != Opcodes.INVOKEVIRTUAL) {
      return null;
    }
    Operand.Method called = (Operand.Method) call.operand();
    KnownMap asked = asked(called);
    if (asked == null) {
      return null;
    }
    Instr key = call.input(1);
    Instr root = key;
    while (root.op() == Opcodes.CHECKCAST) {
      root = root.input(0);
    }
    if (isBox(root)) {
      return new MapCall(call, asked, root.input(0));
    }
    return key.type().equals(ValueType.ref(MapNames.INTEGER))
        ? new MapCall(call, asked, null)
        : null;
  }

  private static @Nullable KnownMap asked(Operand.Method called) {
    if (!called.owner().equals("java/util/Map") && !called.owner().equals(MapNames.MAP)) {
      return null;
    }
    for (KnownMap each : BoxedKeys.ASKED) {
      if (called.name().equals(each.id().name())
          && called.descriptor().equals(each.id().descriptor())) {
        return each;
      }
    }
    return null;
  }

  private static boolean isBox(Instr value) {
    return value.op() == Opcodes.INVOKESTATIC
        && value.operand() instanceof Operand.Method made
        && made.owner().equals(MapNames.INTEGER)
        && made.name().equals("valueOf")
        && made.descriptor().equals("(I)L" + MapNames.INTEGER + ";");
  }
}
