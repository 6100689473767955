package dev.jpgo.runtime;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/** One frame that a synthetic line number stands for, as the source has it. Immutable. */
public final class JpgoInlinedFrame {
  /** The frame, complete with module, loader and print format. */
  public final StackTraceElement element;

  /** Descriptor of its method. */
  public final String descriptor;

  private final WeakReference<@Nullable Class<?>> type;

  /**
   * @param element the frame
   * @param descriptor descriptor of its method
   * @param type the class that declares its method; null when not known
   */
  public JpgoInlinedFrame(StackTraceElement element, String descriptor, @Nullable Class<?> type) {
    this.element = element;
    this.descriptor = descriptor;
    this.type = new WeakReference<>(type);
  }

  /** The class that declares its method; null when not known. It is on the stack: not unloaded. */
  public @Nullable Class<?> type() {
    return type.get();
  }
}
