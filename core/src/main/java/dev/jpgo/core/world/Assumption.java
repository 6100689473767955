package dev.jpgo.core.world;

import org.jspecify.annotations.Nullable;

/**
 * That every loaded non-abstract class at or below {@code root} selects the same method for a name
 * and descriptor. Whoever installs a version that rests on it must clear the version's flag, and
 * force a safepoint, before a class is defined that breaks it.
 *
 * @param root receiver's static class or interface
 * @param name method name
 * @param descriptor method descriptor
 * @param target class that declares the one selected method
 * @param except class of which, and below which, nothing is said; null if there is none
 */
public record Assumption(
    LoadedClass root,
    String name,
    String descriptor,
    LoadedClass target,
    @Nullable LoadedClass except) {
  /** One about all classes below the root. */
  public Assumption(LoadedClass root, String name, String descriptor, LoadedClass target) {
    this(root, name, descriptor, target, null);
  }
}
