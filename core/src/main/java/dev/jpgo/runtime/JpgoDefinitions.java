package dev.jpgo.runtime;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells the agent of classes that no transformer sees: hidden classes, before they are defined, and
 * lambda classes from the CDS archive, before an instance exists.
 *
 * <p>A listener must itself be safe against its own failures (treat what it cannot read as breaking
 * every assumption): what it throws is swallowed here, since the definition belongs to the
 * application, and kept in {@link #failure}. Definitions that it causes itself, by loading its own
 * classes, are reported to it while it runs; it should not hold a lock then.
 */
public final class JpgoDefinitions {
  /** Takes the class file and the class whose lookup defines it. */
  public static volatile @Nullable BiConsumer<byte[], Class<?>> defining;

  /** Takes a class from the archive, and the class whose lambda it implements. */
  public static volatile @Nullable BiConsumer<Class<?>, Class<?>> archived;

  /** The last thing that a listener threw. */
  public static volatile @Nullable Throwable failure;

  /** A listener that defines a class whenever it is called would never end. */
  private static final int DEEPEST = 16;

  private static final ThreadLocal<Integer> DEPTH = new ThreadLocal<>();

  private JpgoDefinitions() {}

  /** At the entry of {@code MethodHandles.Lookup.ClassDefiner.defineClass}. */
  public static void defining(byte[] classFile, Class<?> host) {
    BiConsumer<byte[], Class<?>> listener = defining;
    if (listener != null) {
      notify(listener, classFile, host);
    }
  }

  /** The result of {@code LambdaProxyClassArchive.findFromArchive}. */
  public static @Nullable Class<?> archived(@Nullable Class<?> found, Class<?> host) {
    BiConsumer<Class<?>, Class<?>> listener = archived;
    if (listener != null && found != null) {
      notify(listener, found, host);
    }
    return found;
  }

  private static <T> void notify(BiConsumer<T, Class<?>> listener, T subject, Class<?> host) {
    try {
      Integer depth = DEPTH.get();
      if (depth != null && depth >= DEEPEST) {
        throw new IllegalStateException("listener defines classes without end");
      }
      DEPTH.set(depth == null ? 1 : depth + 1);
      try {
        listener.accept(subject, host);
      } finally {
        if (depth == null) {
          DEPTH.remove();
        } else {
          DEPTH.set(depth);
        }
      }
    } catch (ThreadDeath stopped) {
      failure = stopped;
      throw stopped;
    } catch (Throwable thrown) {
      failure = thrown;
    }
  }
}
