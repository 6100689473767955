package dev.jpgo.core.phase.targets;

/** Targets of which one has a loop that hardly ever runs, and changes something there. */
public final class Basins {
  private Basins() {}

  /** What is called. */
  public interface Basin {
    int level(int inflow);
  }

  /** One. */
  public static final class Pool implements Basin {
    public int drawn;

    @Override
    public int level(int inflow) {
      if (inflow >= 0) {
        return inflow;
      }
      int left = inflow;
      do {
        drawn++;
        left++;
      } while (left < 0);
      return left;
    }
  }

  /** Another. */
  public static final class Lake implements Basin {
    @Override
    public int level(int inflow) {
      return inflow + 7;
    }
  }

  static int levels(Basin basin, int inflow) {
    return basin.level(inflow) + 1;
  }

  /** Every way through all of it. */
  public static String run() {
    Pool pool = new Pool();
    StringBuilder levels = new StringBuilder();
    for (int inflow = -6; inflow < 3; inflow++) {
      levels.append(levels(pool, inflow)).append(' ');
      levels.append(levels(new Lake(), inflow)).append(' ');
    }
    return levels.append(pool.drawn).toString();
  }
}
