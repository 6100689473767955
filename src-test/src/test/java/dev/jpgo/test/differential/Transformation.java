package dev.jpgo.test.differential;

/** Changes the code of one method of a program without changing what it means. */
@FunctionalInterface
interface Transformation {
  /** Replaces the method's body, or leaves it. */
  void apply(ProgramMethod method) throws Exception;
}
