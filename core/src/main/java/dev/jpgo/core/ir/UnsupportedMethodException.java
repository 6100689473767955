package dev.jpgo.core.ir;

/**
 * A method cannot be brought into SSA form or back: it stays as it is. The message is the reason,
 * in words that a decision log can print.
 */
public final class UnsupportedMethodException extends Exception {
  private static final long serialVersionUID = 1L;

  public UnsupportedMethodException(String reason) {
    super(reason, null, false, false);
  }

  /** Why, for the decision log. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
