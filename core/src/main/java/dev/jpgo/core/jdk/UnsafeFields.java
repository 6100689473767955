package dev.jpgo.core.jdk;

import java.util.OptionalLong;

/** What the JDK's {@code Unsafe} is asked about fields before code by it is written. */
public interface UnsafeFields {
  /** Whether this JVM has a class of the JDK, given its internal name; loads it. */
  boolean has(String className);

  /**
   * Where objects of a class keep a field.
   *
   * @param owner internal name of the class that declares the field, and that {@link #has} was
   *     asked about; of others nothing is known
   */
  OptionalLong offset(String owner, String field);

  /** Whether {@code Unsafe} has a method that code of its module may call. */
  boolean offers(String method, String descriptor);
}
