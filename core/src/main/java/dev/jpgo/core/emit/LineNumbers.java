package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.SyntheticLines;
import dev.jpgo.core.ir.UnsupportedMethodException;

/** Line numbers of emitted code. */
@FunctionalInterface
public interface LineNumbers {
  /** What {@link #lineOf} answers for a position without a line. */
  int NONE = -1;

  /**
   * The line number to emit for a position.
   *
   * @return 0..65535, or {@link #NONE}
   * @throws UnsupportedMethodException when no number is left that would tell the truth
   */
  int lineOf(Position position) throws UnsupportedMethodException;

  /** The line of the method's own code; what was inlined gets the line of its outermost call. */
  static LineNumbers ofSource() {
    return position -> {
      Position root = position;
      for (Position caller = root.caller(); caller != null; caller = root.caller()) {
        root = caller;
      }
      return root.line();
    };
  }

  /** The line of the method's own code, and a synthetic one for what was inlined. */
  static LineNumbers withSynthetic(SyntheticLines synthetic) {
    return position -> {
      if (position.caller() == null) {
        return position.line();
      }
      int line = synthetic.lineOf(position);
      if (line == SyntheticLines.EXHAUSTED) {
        throw new UnsupportedMethodException("no synthetic line number is left for its class");
      }
      return line;
    };
  }
}
