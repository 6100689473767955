package dev.jpgo.core.phase;

import dev.jpgo.core.jdk.StringReading;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;

/** The runtime's class for strings, defined in this JVM as {@link MapRuntime} is. */
public final class StringRuntime {
  private static final byte[] BYTES =
      MapRuntime.define(
          String.class, StringReading.generate(RuntimeCalls.LATIN1, RuntimeCalls.BYTES));

  private StringRuntime() {}

  /** Its class file; the class is there from now on. */
  public static byte[] bytes() {
    return BYTES.clone();
  }
}
