package dev.jpgo.jmh.driver;

/** A measured JVM did not run to its end. The message holds the last lines it wrote. */
public final class ForkFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** A failure with its last words. */
  public ForkFailure(String message) {
    super(message);
  }
}
