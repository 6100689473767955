package dev.jpgo.test.differential;

import dev.jpgo.core.jdk.MapReading;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import java.util.HashMap;

/** The runtime's class for maps, defined in this JVM as the agent defines it. */
final class MapRuntime {
  private static final byte[] BYTES =
      ListRuntime.define(HashMap.class, MapReading.generate(RuntimeCalls.MAPS));

  private MapRuntime() {}

  /** Its class file; the class is there from now on. */
  static byte[] bytes() {
    return BYTES.clone();
  }
}
