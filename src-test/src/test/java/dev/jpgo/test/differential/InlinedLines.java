package dev.jpgo.test.differential;

import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.SyntheticLines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives inlined code of one version of a program lines of its own and expands stack traces with
 * them, as the agent does with all traces.
 */
final class InlinedLines {
  private final Map<String, Map<Position, Integer>> lines = new HashMap<>();
  private final Map<String, Map<Integer, List<StackTraceElement>>> frames = new HashMap<>();

  /** Lines for one class, named with dots. */
  SyntheticLines of(String className) {
    Map<Position, Integer> known = lines.computeIfAbsent(className, name -> new HashMap<>());
    return position -> {
      Integer line = known.get(position);
      if (line == null) {
        line = SyntheticLines.HANDOVER - 1 - known.size();
        known.put(position, line);
        put(className, line, framesOf(position));
      }
      return line;
    };
  }

  /** Says what a line of a class stands for, innermost frame first. */
  void put(String className, int line, List<StackTraceElement> expanded) {
    frames.computeIfAbsent(className, name -> new HashMap<>()).put(line, expanded);
  }

  /** Frames by line by class. */
  Map<String, Map<Integer, List<StackTraceElement>>> frames() {
    return frames;
  }

  private static List<StackTraceElement> framesOf(Position position) {
    List<StackTraceElement> expanded = new ArrayList<>();
    for (Position at = position; at != null; at = at.caller()) {
      expanded.add(
          new StackTraceElement(
              at.method().owner().replace('/', '.'),
              at.method().name(),
              at.sourceFile(),
              at.line()));
    }
    return expanded;
  }

  /** The frames that the source has. */
  StackTraceElement[] expand(StackTraceElement[] trace) {
    List<StackTraceElement> expanded = new ArrayList<>();
    for (StackTraceElement frame : trace) {
      Map<Integer, List<StackTraceElement>> table = frames.get(frame.getClassName());
      List<StackTraceElement> at = table == null ? null : table.get(frame.getLineNumber());
      if (at == null) {
        expanded.add(frame);
      } else {
        expanded.addAll(at);
      }
    }
    return expanded.toArray(StackTraceElement[]::new);
  }
}
