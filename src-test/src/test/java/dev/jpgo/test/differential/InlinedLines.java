package dev.jpgo.test.differential;

import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.SyntheticLines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives inlined code lines of its own and expands stack traces with them, as the agent does with
 * all traces.
 */
public final class InlinedLines {
  private static final Map<String, InlinedLines> TABLES = new HashMap<>();

  private final Map<Position, Integer> lines = new HashMap<>();
  private final Map<Integer, Position> positions = new HashMap<>();

  private InlinedLines() {}

  /** Lines for one class, named with dots. Forgets those it had. */
  static SyntheticLines of(String className) {
    InlinedLines table = new InlinedLines();
    TABLES.put(className, table);
    return table::lineOf;
  }

  private int lineOf(Position position) {
    Integer line = lines.get(position);
    if (line == null) {
      line = SyntheticLines.HANDOVER - 1 - lines.size();
      lines.put(position, line);
      positions.put(line, position);
    }
    return line;
  }

  /** The frames that the source has; called by generated programs. */
  public static StackTraceElement[] expand(StackTraceElement[] trace) {
    List<StackTraceElement> expanded = new ArrayList<>();
    for (StackTraceElement frame : trace) {
      InlinedLines table = TABLES.get(frame.getClassName());
      Position at = table == null ? null : table.positions.get(frame.getLineNumber());
      if (at == null) {
        expanded.add(frame);
      }
      for (; at != null; at = at.caller()) {
        expanded.add(
            new StackTraceElement(
                at.method().owner().replace('/', '.'),
                at.method().name(),
                at.sourceFile(),
                at.line()));
      }
    }
    return expanded.toArray(StackTraceElement[]::new);
  }
}
