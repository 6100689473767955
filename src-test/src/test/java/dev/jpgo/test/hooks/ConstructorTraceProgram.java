package dev.jpgo.test.hooks;

import java.util.TreeSet;

/**
 * Makes exceptions whose constructors call methods that make others, or fill in the trace once
 * more; prints every different trace once.
 */
public final class ConstructorTraceProgram {
  private static final TreeSet<String> SEEN = new TreeSet<>();

  private ConstructorTraceProgram() {}

  public static void main(String[] arguments) {
    long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
    do {
      Throwable made = made();
      Throwable filled = filled();
      for (int i = 0; i < 100; i++) {
        made = made();
        filled = filled();
      }
      see(made);
      see(filled);
    } while (System.nanoTime() < end);
    SEEN.forEach(System.out::println);
  }

  private static void see(Throwable throwable) {
    StringBuilder text = new StringBuilder();
    for (StackTraceElement frame : throwable.getStackTrace()) {
      text.append(frame).append('\n');
    }
    SEEN.add(text.toString());
  }

  private static Throwable made() {
    return new Made(true).part;
  }

  private static Throwable filled() {
    return new Filled();
  }

  /** Has a method make another exception, of a class below its own. */
  static class Made extends RuntimeException {
    private static final long serialVersionUID = 1;

    private Throwable part = this;

    Made(boolean apart) {
      if (apart) {
        part = make();
      }
    }

    private Throwable make() {
      return new Below();
    }
  }

  /** What it makes. */
  static final class Below extends Made {
    private static final long serialVersionUID = 1;

    Below() {
      super(false);
    }
  }

  /** Has a method fill in its trace once more. */
  static final class Filled extends RuntimeException {
    private static final long serialVersionUID = 1;

    private int times;

    Filled() {
      fill(times);
    }

    private void fill(int number) {
      if (number < 3) {
        fillInStackTrace();
      }
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      times++;
      return super.fillInStackTrace();
    }
  }
}
