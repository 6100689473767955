package dev.jpgo.core.phase;

import java.lang.reflect.Field;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Iterator;

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

  /** See {@code ListReading}. */
  public static int begin(Object list) {
    return list != null && list.getClass() == ArrayList.class ? changes((ArrayList<?>) list) : -1;
  }

  /** See {@code ListReading}. */
  public static Object next(ArrayList<?> list, int cursor, int changes) {
    Object[] elements = elements(list);
    return changes(list) == changes && elements != null && cursor < elements.length
        ? elements[cursor]
        : null;
  }

  /** See {@code ListReading}. */
  public static Iterator<?> iterator(ArrayList<?> list, int cursor, int changes) {
    Iterator<?> iterator = list.iterator();
    put(iterator, "cursor", cursor);
    put(iterator, "lastRet", cursor - 1);
    put(iterator, "expectedModCount", changes);
    return iterator;
  }

  private static void put(Iterator<?> iterator, String field, int value) {
    try {
      UNSAFE
          .getClass()
          .getMethod("putInt", Object.class, long.class, int.class)
          .invoke(UNSAFE, iterator, offset(iterator.getClass(), field), value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** See {@code ListReading}. */
  public static boolean replace(ArrayList<?> list, Object[] sorted) {
    Object[] elements = elements(list);
    if (elements.length < sorted.length) {
      return false;
    }
    System.arraycopy(sorted, 0, elements, 0, sorted.length);
    try {
      UNSAFE
          .getClass()
          .getMethod("putInt", Object.class, long.class, int.class)
          .invoke(UNSAFE, list, CHANGES, changes(list) + 1);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    return true;
  }
}
