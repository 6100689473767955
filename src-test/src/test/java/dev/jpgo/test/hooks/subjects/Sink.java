package dev.jpgo.test.hooks.subjects;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Runs what the program wants to happen below the frames of interest; without that, says which
 * class called it.
 */
public final class Sink {
  public static volatile @Nullable Callable<Object> action;

  private Sink() {}

  public static Object take() {
    try {
      Callable<Object> wanted = action;
      return wanted == null
          ? StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass()
          : wanted.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
