package dev.jpgo.agent.events;

import java.util.Locale;

/**
 * A short name for a fault in our own code: the same fault has the same id in every run, so that
 * two reports can be told to be one.
 */
public final class ErrorId {
  private static final int FRAMES = 6;

  private ErrorId() {}

  /** From the class of the failure and where it was thrown. */
  public static String of(Throwable failure) {
    int hash = failure.getClass().getName().hashCode();
    StackTraceElement[] trace = failure.getStackTrace();
    for (int i = 0; i < trace.length && i < FRAMES; i++) {
      hash = 31 * hash + trace[i].getClassName().hashCode();
      hash = 31 * hash + trace[i].getMethodName().hashCode();
    }
    String hex = Integer.toHexString(hash).toUpperCase(Locale.ROOT);
    return "JPGO-" + "00000000".substring(hex.length()) + hex;
  }
}
