package dev.jpgo.runtime;

/**
 * Superclass of the generated holders of assumption flags. The flags themselves are public static
 * volatile booleans of the generated class, which optimized code reads directly; beside each is a
 * public static long that its slow paths add to.
 */
public abstract class JpgoFlagHolder {
  /** Sets flag {@code index} to false; flags never become true again. */
  public abstract void clear(int index);

  /** Whether flag {@code index} still holds. */
  public abstract boolean holds(int index);

  /** How often versions that flag {@code index} belongs to took a slow path; a few may be lost. */
  public abstract long misses(int index);
}
