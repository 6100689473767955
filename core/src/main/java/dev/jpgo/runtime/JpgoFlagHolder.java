package dev.jpgo.runtime;

/**
 * Superclass of the generated holders of assumption flags. The flags themselves are public static
 * volatile booleans of the generated class, which optimized code reads directly.
 */
public abstract class JpgoFlagHolder {
  /** Sets flag {@code index} to false; flags never become true again. */
  public abstract void clear(int index);

  /** Whether flag {@code index} still holds. */
  public abstract boolean holds(int index);
}
