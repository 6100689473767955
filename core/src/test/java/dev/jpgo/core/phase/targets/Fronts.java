package dev.jpgo.core.phase.targets;

/** A method of which mostly the first lines run; the rest is long, has effects and a loop. */
public final class Fronts {
  private int domain;
  private int changes;
  private final int[] log = new int[64];

  private Fronts(int domain) {
    this.domain = domain;
  }

  private boolean restrict(int allowed) {
    int former = domain;
    if ((former & allowed) == former) {
      return true;
    }
    log[changes & 63] = former;
    changes++;
    domain = former & allowed;
    for (int i = 0; i < allowed; i++) {
      log[i & 63] += i;
      log[(i + 1) & 63] ^= former + i;
      log[(i + 2) & 63] -= i * former;
      log[(i + 3) & 63] += allowed;
      log[(i + 4) & 63] ^= log[i & 63] + log[(i + 5) & 63];
    }
    if (domain == 0) {
      throw new IllegalStateException("nothing is left after " + changes);
    }
    return log[changes & 63] != former;
  }

  public static int count(Fronts fronts, int allowed) {
    return fronts.restrict(allowed) ? 1 : fronts.changes + 2;
  }

  public static String run() {
    Fronts fronts = new Fronts(29);
    StringBuilder text = new StringBuilder();
    for (int allowed : new int[] {31, 29, 21, 21, 5, 4, 8}) {
      try {
        text.append(count(fronts, allowed)).append(' ').append(fronts.domain).append(' ');
      } catch (IllegalStateException e) {
        text.append(e.getMessage());
      }
    }
    return text.append(fronts.changes).append(' ').append(fronts.log[9]).toString();
  }
}
