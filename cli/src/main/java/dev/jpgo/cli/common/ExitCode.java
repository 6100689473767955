package dev.jpgo.cli.common;

/** How the command ends; see docs/cli.md. {@code run} ends as the program it ran. */
public final class ExitCode {
  public static final int OK = 0;

  /** What was asked for did not work out. */
  public static final int FAILURE = 1;

  /** Unknown option, value that is not allowed, missing parameter. */
  public static final int USAGE = 2;

  /** A profile that is missing, unreadable, damaged, or no profile. */
  public static final int BAD_FILE = 3;

  /** No such JVM, another user's, below 17, or with (or without) an agent when it should not. */
  public static final int BAD_JVM = 4;

  /** A place that cannot be written. */
  public static final int BAD_OUTPUT = 5;

  /** {@code bisect}: the program does something else with the agent. */
  public static final int DIFFERENT = 6;

  private ExitCode() {}
}
