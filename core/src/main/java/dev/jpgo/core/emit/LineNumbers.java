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

  /**
   * The line number to emit for a position without a line that comes behind another one's, which it
   * would be taken to be on.
   *
   * @return 0..65535, or {@link #NONE} where that does no harm
   * @throws UnsupportedMethodException as {@link #lineOf}
   */
  default int standIn(Position position) throws UnsupportedMethodException {
    return NONE;
  }

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
    return new LineNumbers() {
      @Override
      public int lineOf(Position position) throws UnsupportedMethodException {
        return position.caller() == null ? position.line() : standIn(position);
      }

      @Override
      public int standIn(Position position) throws UnsupportedMethodException {
        int line = synthetic.lineOf(position);
        if (line == SyntheticLines.EXHAUSTED) {
          throw new UnsupportedMethodException("no synthetic line number is left for its class");
        }
        return line;
      }
    };
  }
}
