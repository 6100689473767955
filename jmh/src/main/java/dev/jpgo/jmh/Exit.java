package dev.jpgo.jmh;

/** Exit codes; those of the command {@code jpgo}, as docs/cli.md lists them. */
final class Exit {
  static final int OK = 0;

  /** A program failed, or something else did not work out. */
  static final int FAILURE = 1;

  /** Unknown option, program, variant or way to run; a value that is not allowed. */
  static final int USAGE = 2;

  /** A JVM that is not here, does not start, or is too old. */
  static final int BAD_JVM = 4;

  /** A place that cannot be written. */
  static final int BAD_OUTPUT = 5;

  /** With the agent, a program computes something else. */
  static final int DIFFERENT = 6;

  private Exit() {}
}
