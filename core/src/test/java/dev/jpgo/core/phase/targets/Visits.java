package dev.jpgo.core.phase.targets;

/** A visitor that is asked several times, known by its interface alone. */
public final class Visits {
  private Visits() {}

  /** The visitor's interface. */
  public interface Visitor {
    int begin(Visitor same);

    int weight();
  }

  /** The one visitor. */
  public static class Counting implements Visitor {
    private int visits;

    @Override
    public int begin(Visitor same) {
      visits++;
      int weight = same.weight();
      visits += weight;
      return same.weight() * 100 + visits;
    }

    @Override
    public int weight() {
      return visits + 1;
    }
  }

  static int visit(Visitor visitor) {
    return visitor.begin(visitor);
  }

  public static String run() {
    Visitor visitor = new Counting();
    return visit(visitor) + " " + visit(visitor);
  }
}
