package dev.jpgo.agent.measure;

import java.util.stream.Stream;

/** Stacks as a sampler sees them. */
public final class Stacks {
  private Stacks() {}

  /** One frame of each class, the innermost first. */
  public static StackTraceElement[] of(String... classes) {
    return Stream.of(classes)
        .map(name -> new StackTraceElement(name, "run", null, -1))
        .toArray(StackTraceElement[]::new);
  }
}
