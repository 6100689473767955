package dev.jpgo.test.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What stacks look like to a program, as text. */
final class Stacks {
  private Stacks() {}

  /** An exception and its frames, a line each. */
  static String trace(Throwable thrown) {
    StringBuilder text = new StringBuilder().append(thrown);
    for (StackTraceElement frame : thrown.getStackTrace()) {
      text.append("\n   ").append(frame);
    }
    return text.toString();
  }

  /** The stack of the caller, as threads and as stack walkers tell it. */
  static String frames() {
    List<String> seen = new ArrayList<>();
    for (StackTraceElement frame : Thread.currentThread().getStackTrace()) {
      seen.add(frame.toString());
    }
    return seen
        + StackWalker.getInstance()
            .walk(frames -> frames.map(String::valueOf).collect(Collectors.joining("; ")));
  }
}
