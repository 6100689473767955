package dev.jpgo.agent.redefine;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/**
 * How often the VM has taken in other bytes of a class: it counts that for itself, and an attempt
 * that failed does not count. Package {@code java.lang} must be open to this module.
 */
final class RedefinitionCount {
  static final int UNKNOWN = Integer.MIN_VALUE;

  /** Null where the JDK has no such field. */
  private final @Nullable MethodHandle counter;

  /** Reads a count once, so that nothing is left to load. */
  RedefinitionCount() {
    MethodHandle found;
    try {
      found =
          MethodHandles.privateLookupIn(Class.class, MethodHandles.lookup())
              .findGetter(Class.class, "classRedefinedCount", int.class);
    } catch (ReflectiveOperationException | RuntimeException otherJdk) {
      found = null;
    }
    counter = found;
    of(Object.class);
  }

  /**
   * From one answer for a class to the next it rises by the times it was redefined or retransformed
   * in between; {@link #UNKNOWN} where that is not to be had. The VM counts each of these for all
   * subclasses too, which is taken off here: for interfaces, those of {@code Object}.
   */
  int of(Class<?> type) {
    MethodHandle known = counter;
    if (known == null) {
      return UNKNOWN;
    }
    Class<?> above = type.isInterface() ? Object.class : type.getSuperclass();
    int all = read(known, type);
    while (true) {
      int inherited = above == null ? 0 : read(known, above);
      int again = read(known, type);
      if (again == all) {
        return all - inherited; // of one moment: none was counted between
      }
      all = again;
    }
  }

  private static int read(MethodHandle counter, Class<?> type) {
    try {
      return (int) counter.invokeExact(type);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
