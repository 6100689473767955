package dev.jpgo.core.phase;

import java.lang.reflect.Field;
import java.util.AbstractList;
import java.util.ArrayList;

/**
 * What the runtime's class in {@code java.util} reads, read from outside: by {@code
 * sun.misc.Unsafe}, which the compiler warns of when it is named.
 */
public final class ListStandIn {
  private static final Object UNSAFE = unsafe();
  private static final long ELEMENTS = offset(ArrayList.class, "elementData");
  private static final long CHANGES = offset(AbstractList.class, "modCount");

  private ListStandIn() {}

  private static Object unsafe() {
    try {
      Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static long offset(Class<?> type, String field) {
    try {
      return (long)
          UNSAFE
              .getClass()
              .getMethod("objectFieldOffset", Field.class)
              .invoke(UNSAFE, type.getDeclaredField(field));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static Object get(String method, ArrayList<?> list, long offset) {
    try {
      return UNSAFE
          .getClass()
          .getMethod(method, Object.class, long.class)
          .invoke(UNSAFE, list, offset);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** See {@code ListReading}. */
  public static Object[] elements(ArrayList<?> list) {
    return (Object[]) get("getObject", list, ELEMENTS);
  }

  /** See {@code ListReading}. */
  public static int changes(ArrayList<?> list) {
    return (int) get("getInt", list, CHANGES);
  }
}
