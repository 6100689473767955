package dev.jpgo.core.ir;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Static type of a value as the verifier sees it (JVMS 4.10.1.2).
 *
 * @param kind computational kind
 * @param name for a reference: its internal name ({@code java/lang/String}, {@code [I}, {@code
 *     [Ljava/lang/String;}), or null for the null type; null for every other kind
 */
public record ValueType(Kind kind, @Nullable String name) {
  public static final ValueType VOID = new ValueType(Kind.VOID, null);
  public static final ValueType INT = new ValueType(Kind.INT, null);
  public static final ValueType LONG = new ValueType(Kind.LONG, null);
  public static final ValueType FLOAT = new ValueType(Kind.FLOAT, null);
  public static final ValueType DOUBLE = new ValueType(Kind.DOUBLE, null);
  public static final ValueType NULL = new ValueType(Kind.REF, null);
  public static final ValueType OBJECT = ref("java/lang/Object");
  public static final ValueType THROWABLE = ref("java/lang/Throwable");

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ValueType that && kind == that.kind && Objects.equals(name, that.name);
  }

  @Override
  public int hashCode() {
    return kind.ordinal() * 31 + Objects.hashCode(name);
  }

  /** A reference type by internal name. */
  public static ValueType ref(String internalName) {
    return new ValueType(Kind.REF, internalName);
  }

  /** The type of a value described by an ASM type; sub-int types become {@link #INT}. */
  public static ValueType of(Type type) {
    return switch (Kind.of(type)) {
      case VOID -> VOID;
      case INT -> INT;
      case LONG -> LONG;
      case FLOAT -> FLOAT;
      case DOUBLE -> DOUBLE;
      case REF -> ref(type.getInternalName());
    };
  }

  /** The type of a field descriptor. */
  static ValueType ofDescriptor(String descriptor) {
    return ofDescriptor(descriptor, 0, descriptor.length());
  }

  /** The type in a part of a descriptor. */
  static ValueType ofDescriptor(String descriptor, int start, int end) {
    return switch (descriptor.charAt(start)) {
      case 'V' -> VOID;
      case 'J' -> LONG;
      case 'F' -> FLOAT;
      case 'D' -> DOUBLE;
      case 'L' -> ref(descriptor.substring(start + 1, end - 1));
      case '[' -> ref(descriptor.substring(start, end));
      default -> INT;
    };
  }

  /**
   * The type that AALOAD gives for an array of this type; null when this is no array of references.
   */
  @Nullable ValueType component() {
    String array = name;
    if (array == null) {
      return isNull() ? NULL : null;
    }
    if (array.length() < 2 || array.charAt(0) != '[') {
      return null;
    }
    char element = array.charAt(1);
    if (element == 'L') {
      return ref(array.substring(2, array.length() - 1));
    }
    return element == '[' ? ref(array.substring(1)) : null;
  }

  public boolean isRef() {
    return kind == Kind.REF;
  }

  public boolean isNull() {
    return kind == Kind.REF && name == null;
  }
}
