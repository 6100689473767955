package dev.jpgo.core.phase.targets;

/** Static members that a class between hides from those below it. */
public final class Heirs {
  private Heirs() {}

  static class Above {
    static int value() {
      return 1;
    }
  }

  public static class Between extends Above {
    static int value() {
      return 2;
    }
  }

  static class Below extends Between {}

  @SuppressWarnings("StaticQualifiedUsingExpression")
  public static int ofBelow() {
    return Below.value();
  }
}
