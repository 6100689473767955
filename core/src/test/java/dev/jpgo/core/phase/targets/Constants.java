package dev.jpgo.core.phase.targets;

/** A call on what a test makes a dynamic constant. */
public final class Constants {
  private Constants() {}

  @SuppressWarnings("MethodCanBeStatic")
  private int three() {
    return 3;
  }

  public static int ofConstant(Constants receiver) {
    return receiver.three();
  }

  public static int run() {
    return ofConstant(new Constants());
  }
}
