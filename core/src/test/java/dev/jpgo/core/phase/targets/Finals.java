package dev.jpgo.core.phase.targets;

/** An interface whose one implementor was final, until another came. */
public final class Finals {
  private Finals() {}

  /** The interface. */
  public interface Meter {
    int read(int x);

    int count(int x);
  }

  /** The implementor. */
  public static final class Linear implements Meter {
    private final int factor;
    private int counted;

    Linear(int factor) {
      this.factor = factor;
    }

    @Override
    public int read(int x) {
      return factor * x;
    }

    @Override
    public int count(int x) {
      counted += factor * x;
      return counted;
    }
  }

  /** The other one. */
  public static final class Late implements Meter {
    @Override
    public int read(int x) {
      return -x;
    }

    @Override
    public int count(int x) {
      return -2 * x;
    }
  }

  public static int read(Meter meter, int x) {
    return meter.read(x) + meter.read(x + 1);
  }

  public static int count(Meter meter, int x) {
    return meter.count(x) + meter.count(x + 1);
  }

  private static String with(Meter meter) {
    String text = "";
    try {
      text += read(meter, 4);
    } catch (NullPointerException e) {
      text += "none";
    }
    try {
      return text + " " + count(meter, 5) + " ";
    } catch (NullPointerException e) {
      return text + " none ";
    }
  }

  public static String run() {
    Meter linear = new Linear(3);
    return with(linear) + with(new Late()) + with(linear) + with(null);
  }
}
