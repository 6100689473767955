package dev.jpgo.test.programs;

/** Has a class made anew by {@link SecondAgent}, changed and not, while one loop of it runs. */
public final class TakenBackLoop {
  private TakenBackLoop() {}

  /** What is promoted, and made anew. */
  static final class TakenBackSpin implements Runnable {
    private final long steps;
    private long sum;

    TakenBackSpin(long steps) {
      this.steps = steps;
    }

    @Override
    public void run() {
      long hash = 17;
      for (long i = 0; i < steps; i++) {
        hash = hash * 31 + mix(i);
      }
      sum = hash;
    }

    private static long mix(long i) {
      return i ^ i >>> 7;
    }

    static String marker() {
      return "marker one";
    }
  }

  /** Arguments: steps of the loop, and whether the class is made anew meanwhile. */
  public static void main(String[] arguments) throws Exception {
    TakenBackSpin spin = new TakenBackSpin(Long.parseLong(arguments[0]));
    Thread thread = new Thread(spin);
    thread.start();
    boolean anew = Boolean.parseBoolean(arguments[1]);
    for (int i = 0; thread.isAlive(); i++) {
      thread.join(40);
      if (anew) {
        SecondAgent.retransform(TakenBackSpin.class, i % 40 == 39);
      }
    }
    System.out.println(spin.sum + " " + TakenBackSpin.marker().length());
  }
}
