package dev.jpgo.core.phase;

import dev.jpgo.core.jdk.MapReading;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.util.HashMap;

/**
 * The runtime's class for maps, defined in this JVM as the agent defines it. Nothing opens its
 * package here, so the lookup that may do all is taken by {@code sun.misc.Unsafe}, which the
 * compiler warns of when it is named.
 */
public final class MapRuntime {
  private static final byte[] BYTES = define(HashMap.class, MapReading.generate(RuntimeCalls.MAPS));

  private MapRuntime() {}

  /** Its class file; the class is there from now on. */
  public static byte[] bytes() {
    return BYTES.clone();
  }

  /** Defines a class beside another one of the JDK; returns its class file. */
  static byte[] define(Class<?> beside, byte[] bytes) {
    try {
      Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
      field.setAccessible(true);
      Object unsafe = field.get(null);
      Field trusted = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
      Class<?> type = unsafe.getClass();
      Object base = type.getMethod("staticFieldBase", Field.class).invoke(unsafe, trusted);
      Object offset = type.getMethod("staticFieldOffset", Field.class).invoke(unsafe, trusted);
      Object lookup =
          type.getMethod("getObject", Object.class, long.class).invoke(unsafe, base, offset);
      ((MethodHandles.Lookup) lookup).in(beside).defineClass(bytes);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
    return bytes;
  }
}
