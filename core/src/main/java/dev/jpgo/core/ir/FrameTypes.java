package dev.jpgo.core.ir;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.FrameNode;

/** Reads verification types out of expanded stack map frames. */
final class FrameTypes {
  private FrameTypes() {}

  /**
   * The entry for a local variable slot, as in {@link FrameNode#local}; TOP when the frame has
   * none.
   */
  static Object local(FrameNode frame, int slot) {
    List<Object> locals = frame.local;
    int at = 0;
    for (int i = 0; i < locals.size() && at <= slot; i++) {
      Object entry = locals.get(i);
      if (at == slot) {
        return entry;
      }
      at += entry == Opcodes.LONG || entry == Opcodes.DOUBLE ? 2 : 1;
    }
    return Opcodes.TOP;
  }

  /** The entry for a value on the operand stack, counted in values; TOP when there is none. */
  static Object stack(FrameNode frame, int depth) {
    return depth < frame.stack.size() ? frame.stack.get(depth) : Opcodes.TOP;
  }

  /** The type of an initialized value; null for anything else. */
  static @Nullable ValueType type(Object entry) {
    if (entry instanceof String name) {
      return ValueType.ref(name);
    }
    if (entry instanceof Integer code) {
      return switch (code) {
        case 1 -> ValueType.INT;
        case 2 -> ValueType.FLOAT;
        case 3 -> ValueType.DOUBLE;
        case 4 -> ValueType.LONG;
        case 5 -> ValueType.NULL;
        default -> null;
      };
    }
    return null;
  }
}
