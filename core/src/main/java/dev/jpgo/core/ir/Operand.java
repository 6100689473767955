package dev.jpgo.core.ir;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;

/** The static operand of an instruction. */
public sealed interface Operand {
  /** No operand. */
  enum None implements Operand {
    NONE
  }

  /** GETFIELD, PUTFIELD, GETSTATIC, PUTSTATIC. */
  record Field(String owner, String name, String descriptor) implements Operand {}

  /** INVOKEVIRTUAL, INVOKESPECIAL, INVOKESTATIC, INVOKEINTERFACE. */
  record Method(String owner, String name, String descriptor, boolean isInterface)
      implements Operand {}

  /** INVOKEDYNAMIC. */
  record Dynamic(String name, String descriptor, Handle bootstrap, List<Object> arguments)
      implements Operand {}

  /** NEW, ANEWARRAY, CHECKCAST, INSTANCEOF: an internal name as in the instruction. */
  record Class(String name) implements Operand {}

  /** MULTIANEWARRAY. */
  record MultiArray(String descriptor, int dimensions) implements Operand {}

  /** NEWARRAY: the T_ code of JVMS 6.5; PARAM: the parameter's index, receiver included. */
  record Int(int value) implements Operand {}

  /**
   * CONST: Integer, Long, Float, Double, String. LDC: ASM's Type, Handle, ConstantDynamic. The null
   * reference is {@link Null}. Equal are those of the same bits: a NaN is not any other.
   */
  record Constant(Object value) implements Operand {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Constant that
          && value.equals(that.value)
          && bits(value) == bits(that.value);
    }

    @Override
    public int hashCode() {
      return value.hashCode();
    }

    private static long bits(Object value) {
      if (value instanceof Float number) {
        return Float.floatToRawIntBits(number);
      }
      return value instanceof Double number ? Double.doubleToRawLongBits(number) : 0;
    }
  }

  /** The null reference of a CONST. */
  enum Null implements Operand {
    NULL
  }

  /** TABLESWITCH and LOOKUPSWITCH alike: the keys in ascending order. */
  record Switch(List<Integer> keys) implements Operand {
    /** Whether it is emitted as a table: by space plus three times time, as javac decides. */
    public boolean isDense() {
      if (keys.isEmpty()) {
        return false;
      }
      long range = (long) keys.get(keys.size() - 1) - keys.get(0) + 1;
      return 4 + range + 3 * 3 <= 3 + 2L * keys.size() + 3L * keys.size();
    }
  }
}
