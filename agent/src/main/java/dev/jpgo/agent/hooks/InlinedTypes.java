package dev.jpgo.agent.hooks;

import org.jspecify.annotations.Nullable;

/** Finds the class of an inlined method. */
public interface InlinedTypes {
  /**
   * The loaded class that a name means in code that was inlined into {@code from}, or null when it
   * is not known. Loads nothing.
   *
   * @param internalName name of the class that declares the inlined method
   */
  @Nullable Class<?> find(Class<?> from, String internalName);
}
