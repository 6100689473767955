package dev.jpgo.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Fields that Java code cannot reach: {@code modifiers} of a reflected member, {@code backtrace} of
 * a throwable. Its one subclass is generated ({@code MemoryBridge}) in terms of {@code
 * jdk.internal.misc.Unsafe}, which the compiler does not let us name; inside {@code java.base} it
 * is a plain call.
 */
public abstract class JpgoMemory {
  /** What the JDK's own code uses; null until the agent has defined the subclass. */
  public static volatile @Nullable JpgoMemory instance;

  protected JpgoMemory() {}

  /**
   * Where a class keeps a field, for the other methods.
   *
   * @throws InternalError when it declares no field of that name
   */
  public abstract long offset(Class<?> owner, String field);

  public abstract int getInt(Object object, long offset);

  public abstract void putInt(Object object, long offset, int value);

  public abstract byte getByte(Object object, long offset);

  public abstract void putByte(Object object, long offset, byte value);

  public abstract @Nullable Object getReference(Object object, long offset);

  public abstract void putReference(Object object, long offset, @Nullable Object value);

  /**
   * Whether a loader has been recorded as an initiating loader of a class, so that it can define no
   * other of that name (JVMS 5.3.5).
   *
   * @param name binary name
   */
  public abstract boolean isLoaded(ClassLoader loader, String name);

  /**
   * Defines a class in the boot loader, in a package that no {@code Lookup} reaches.
   *
   * @param name binary name
   */
  public abstract Class<?> define(String name, byte[] classFile);

  /** Whether the class would still have to be initialized by who uses it. */
  public abstract boolean shouldBeInitialized(Class<?> type);
}
