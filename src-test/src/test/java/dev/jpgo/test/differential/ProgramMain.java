package dev.jpgo.test.differential;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Runs generated programs and prints a line each: what it observed. Arguments: first seed, number
 * of seeds, rounds of one run, runs of each program (all runs after the first must observe the
 * same, since static initializers run once only).
 */
public final class ProgramMain {
  private ProgramMain() {}

  public static void main(String[] arguments) throws ReflectiveOperationException {
    long first = Long.parseLong(arguments[0]);
    int count = Integer.parseInt(arguments[1]);
    int rounds = Integer.parseInt(arguments[2]);
    int runs = Integer.parseInt(arguments[3]);
    for (long seed = first; seed < first + count; seed++) {
      System.out.println(seed + " " + observe(seed, rounds, runs));
    }
  }

  private static String observe(long seed, int rounds, int runs)
      throws ReflectiveOperationException {
    Method run =
        Class.forName(ProgramGenerator.packageName(seed) + ".Main")
            .getMethod("run", int.class, boolean.class);
    String first = once(run, rounds);
    String second = once(run, rounds);
    for (int i = 2; i < runs; i++) {
      String again = once(run, rounds);
      if (!again.equals(second)) {
        return "CHANGED in run " + i + ": " + again + " was " + second;
      }
    }
    return first + " | " + second;
  }

  private static String once(Method run, int rounds) throws IllegalAccessException {
    try {
      return (String) run.invoke(null, rounds, true);
    } catch (InvocationTargetException e) {
      return String.valueOf(e.getCause());
    }
  }
}
