package dev.jpgo.test.hooks.subjects;

/** A class of a nest of its own. */
public class Lone {
  private static int größe = 1;
  private static Object[][] tables = {};
  private double ratio = 0.5;

  private Lone(double ratio, int[][] sizes) {
    this.ratio = ratio + sizes.length;
  }

  private static Lone make(long bits, Object[] more) {
    größe++;
    return new Lone(bits + more.length, new int[0][]);
  }

  private static synchronized void touch() {
    tables = new Object[größe][];
  }

  static Lone create() {
    touch();
    return make(0L, new Object[0]);
  }

  @Override
  public String toString() {
    return "Lone " + ratio + tables.length;
  }
}
