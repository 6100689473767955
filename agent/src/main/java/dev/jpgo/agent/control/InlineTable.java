package dev.jpgo.agent.control;

import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.SyntheticLines;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Synthetic line numbers of all classes, and what they stand for: from 65534 downward for each
 * class name, never used twice, since a frame of any version may still be on a stack. Classes of
 * one name in different loaders share the numbers, because a trace element has but the name.
 *
 * <p>Written by the controller thread; read by whoever expands a trace.
 */
public final class InlineTable {
  private static final int LOWEST = 32768;

  private final Map<String, ClassLines> classes = new HashMap<>();

  private static final class ClassLines {
    int next = SyntheticLines.HANDOVER - 1;
    final Map<Position, Integer> lines = new HashMap<>();
    final Map<Integer, Position> positions = new HashMap<>();
  }

  /** The numbers of one class; equal positions have the same number in all its versions. */
  SyntheticLines of(String internalName) {
    return new Allocator(internalName);
  }

  private final class Allocator implements SyntheticLines {
    private final String internalName;

    Allocator(String internalName) {
      this.internalName = internalName;
    }

    @Override
    public int lineOf(Position position) {
      return allocate(internalName, position);
    }
  }

  private synchronized int allocate(String internalName, Position position) {
    ClassLines lines = classes.get(internalName);
    if (lines == null) {
      lines = new ClassLines();
      classes.put(internalName, lines);
    }
    Integer known = lines.lines.get(position);
    if (known != null) {
      return known;
    }
    if (lines.next <= LOWEST) {
      return SyntheticLines.EXHAUSTED;
    }
    int line = lines.next--;
    lines.lines.put(position, line);
    lines.positions.put(line, position);
    return line;
  }

  /** What a line number of a class stands for, or null when it is one of the source's own. */
  public synchronized @Nullable Position position(String internalName, int line) {
    ClassLines lines = classes.get(internalName);
    return lines == null ? null : lines.positions.get(line);
  }

  /** Whether any version of a class of this name has inlined code. */
  public synchronized boolean has(String internalName) {
    return classes.containsKey(internalName);
  }
}
