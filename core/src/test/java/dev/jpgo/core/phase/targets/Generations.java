package dev.jpgo.core.phase.targets;

/** Inherited methods that call what only their own class may call as they do. */
public final class Generations {
  private Generations() {}

  /** What the others are made of. */
  public static class Oldest {
    public int value;

    /** Calls what may be overridden. */
    public int worth() {
      return kept();
    }

    public int kept() {
      return value;
    }
  }

  /** Calls its superclass's method. */
  public static class Middle extends Oldest {
    @Override
    public int worth() {
      return super.worth() + 1;
    }
  }

  /** The same call in this class would be one of the method above. */
  public static class Youngest extends Middle {
    static int sum(Youngest[] all) {
      int sum = 0;
      for (Youngest each : all) {
        sum += each.worth();
      }
      return sum;
    }
  }

  /** The most frequent one. */
  public static final class Common extends Youngest {}

  /** Another. */
  public static class Rare extends Youngest {
    @Override
    public int worth() {
      return value * 7;
    }
  }
}
