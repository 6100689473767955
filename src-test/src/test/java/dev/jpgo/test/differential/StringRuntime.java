package dev.jpgo.test.differential;

import dev.jpgo.core.jdk.StringReading;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;

/** The runtime's class for strings, defined in this JVM as the agent defines it. */
final class StringRuntime {
  private static final byte[] BYTES =
      ListRuntime.define(
          String.class, StringReading.generate(RuntimeCalls.LATIN1, RuntimeCalls.BYTES));

  private StringRuntime() {}

  /** Its class file; the class is there from now on. */
  static byte[] bytes() {
    return BYTES.clone();
  }
}
