package dev.jpgo.core.ir;

import org.objectweb.asm.Type;

/** Computational kind of a value (JVMS 2.11.1): the sub-int types are {@link #INT}. */
public enum Kind {
  INT(1),
  LONG(2),
  FLOAT(1),
  DOUBLE(2),
  REF(1),
  VOID(0);

  private final int slots;

  Kind(int slots) {
    this.slots = slots;
  }

  /** Local variable slots or operand stack words that a value of this kind takes. */
  public int slots() {
    return slots;
  }

  /** The kind of a value of an ASM type. */
  public static Kind of(Type type) {
    return switch (type.getSort()) {
      case Type.VOID -> VOID;
      case Type.LONG -> LONG;
      case Type.FLOAT -> FLOAT;
      case Type.DOUBLE -> DOUBLE;
      case Type.ARRAY, Type.OBJECT -> REF;
      default -> INT;
    };
  }
}
