package dev.jpgo.core.phase.targets;

/** An exception whose constructor calls a method, and an object whose constructor does. */
public final class Failures extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int number;

  public Failures(int number) {
    this.number = doubled(number);
  }

  static int doubled(int number) {
    return 2 * number;
  }

  public int number() {
    return number;
  }

  /** No exception. */
  public static final class Success {
    private final int number;

    public Success(int number) {
      this.number = doubled(number);
    }

    public int number() {
      return number;
    }
  }
}
