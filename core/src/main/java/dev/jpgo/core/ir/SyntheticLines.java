package dev.jpgo.core.ir;

/**
 * Line numbers that stand for a position in inlined code, so that a stack trace can be expanded
 * into the frames the source has. Numbers are unique over all versions of all classes of one name,
 * and are taken from 65535 downward, away from the numbers of real lines.
 */
@FunctionalInterface
public interface SyntheticLines {
  /**
   * The line of calls by which a loop hands itself over to a newer version of its method; their
   * frames are left out of traces. Of one meaning in all classes, so never handed out.
   */
  int HANDOVER = 65535;

  /** What {@link #lineOf} answers when every number is taken. */
  int EXHAUSTED = -1;

  /**
   * The line number that stands for an inlined position ({@link Position#depth()} above 0), or one
   * without a line behind such a one; the same for equal positions of one compilation.
   *
   * @return 1..65535, or {@link #EXHAUSTED}: the version cannot be made, its traces would lie
   */
  int lineOf(Position position);
}
