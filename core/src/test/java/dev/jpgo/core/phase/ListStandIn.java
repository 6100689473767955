package dev.jpgo.core.phase;

import java.lang.reflect.Field;
import java.util.AbstractCollection;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

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

  private static Object get(String method, Object list, long offset) {
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
  public static Object[] array(ArrayList<?> list, int size, int changes) {
    Object[] elements = elements(list);
    return changes(list) == changes && elements != null && elements.length >= size
        ? elements
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
  public static ArrayList<?> wrapped(Object list) {
    if (list == null || !isBelow(list.getClass(), "java.util.Collections$UnmodifiableList")) {
      return null;
    }
    Class<?> owner = jdk("java.util.Collections$UnmodifiableCollection");
    return get("getObject", list, offset(owner, "c")) instanceof ArrayList<?> inner ? inner : null;
  }

  private static boolean isBelow(Class<?> type, String name) {
    return jdk(name).isAssignableFrom(type);
  }

  private static Class<?> jdk(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** See {@code ListReading}. */
  public static Iterator<?> unmodifiable(ArrayList<?> list, int cursor, int changes) {
    Iterator<?> inner = iterator(list, cursor, changes);
    return Collections.unmodifiableCollection(
            new AbstractCollection<Object>() {
              @Override
              @SuppressWarnings("unchecked")
              public Iterator<Object> iterator() {
                return (Iterator<Object>) inner;
              }

              @Override
              public int size() {
                return 0;
              }
            })
        .iterator();
  }

  /** See {@code ListReading}. */
  public static int fixedSize(Object list) {
    return list != null
            && (list.getClass() == jdk("java.util.ImmutableCollections$ListN")
                || list.getClass() == jdk("java.util.ImmutableCollections$List12"))
        ? ((List<?>) list).size()
        : -1;
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
