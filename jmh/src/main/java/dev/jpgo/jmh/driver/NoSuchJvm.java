package dev.jpgo.jmh.driver;

/** A JVM that was asked for is not here, or does not start. The message is one line. */
public final class NoSuchJvm extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /** With what is wrong. */
  public NoSuchJvm(String message) {
    super(message);
  }
}
