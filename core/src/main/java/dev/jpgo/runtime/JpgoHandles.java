package dev.jpgo.runtime;

import org.jspecify.annotations.Nullable;

/**
 * What method handles mean. Its one subclass is generated into {@code java.lang.invoke} ({@code
 * HandleBridge}), where {@code MethodHandle.internalMemberName} can be called.
 */
public abstract class JpgoHandles {
  /** What the cache of call sites uses; null until the agent has defined the subclass. */
  public static volatile @Nullable JpgoHandles instance;

  protected JpgoHandles() {}

  /**
   * The member that a method handle stands for, which has an {@code equals}; null for handles that
   * stand for none.
   */
  public abstract @Nullable Object member(Object handle);

  /** The descriptor of the method that a member name stands for; null when it is none. */
  public abstract @Nullable String descriptor(Object member);
}
