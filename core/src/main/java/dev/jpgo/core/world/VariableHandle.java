package dev.jpgo.core.world;

import org.jspecify.annotations.Nullable;

/**
 * A {@code VarHandle} of a kind that the optimizer knows, without exact behaviour. Names of classes
 * mean what they mean in the code of the class that holds the handle.
 *
 * @param kind what the variables are
 * @param receiver internal name of the class whose objects have the field; empty for elements
 * @param field name of the field; empty for elements
 * @param type descriptor of the variable: of a field, or of what a view shows
 * @param offset of the field in its objects, in this JVM alone; 0 for elements
 */
public record VariableHandle(Kind kind, String receiver, String field, String type, long offset) {
  /** Kinds of variables. */
  public enum Kind {
    /** A field of an object, not final. */
    FIELD,
    /** Bytes of an array, least significant first, as a wider number. */
    LITTLE_ENDIAN_BYTES,
    /** Bytes of an array, most significant first, as a wider number. */
    BIG_ENDIAN_BYTES
  }

  /** The handle of a view of byte arrays. */
  public static VariableHandle view(boolean bigEndian, String type) {
    Kind kind = bigEndian ? Kind.BIG_ENDIAN_BYTES : Kind.LITTLE_ENDIAN_BYTES;
    return new VariableHandle(kind, "", "", type, 0);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof VariableHandle that
        && kind == that.kind
        && offset == that.offset
        && receiver.equals(that.receiver)
        && field.equals(that.field)
        && type.equals(that.type);
  }

  @Override
  public int hashCode() {
    return (receiver.hashCode() * 31 + field.hashCode()) * 31 + type.hashCode();
  }
}
