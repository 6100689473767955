package dev.jpgo.core.ir;

import org.jspecify.annotations.Nullable;

/**
 * Knows class hierarchies: the type of a value that may come from two classes, where no frame of
 * the class file says it.
 */
@FunctionalInterface
public interface TypeMerger {
  /** Knows no class. */
  TypeMerger UNKNOWN = (first, second) -> null;

  /**
   * The first common superclass of two different classes that are no arrays, as the verifier merges
   * them: an interface counts as {@code java/lang/Object} (JVMS 4.10.1.2).
   *
   * @param first internal name
   * @param second internal name
   * @return internal name, or null when the hierarchy above either class is not known
   */
  @Nullable String commonSuperclass(String first, String second);
}
