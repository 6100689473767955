package dev.jpgo.agent.measure;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which methods of the program are at work: of a share of the samples such a method was among the
 * innermost few of the program's on a stack, whatever the JDK was doing for them. Old samples count
 * for less and less.
 */
public final class ProgramTime {
  /** So many methods are looked at, from the innermost on: who is further out only waits. */
  private static final int INNERMOST = 4;

  /** After so many samples all counts are halved. */
  private static final int WINDOW = 128;

  /** So often a method must have been seen. */
  private static final int FEWEST = 3;

  private final Map<String, Map<String, Integer>> counts = new HashMap<>();
  private final Set<String> gained = new HashSet<>();
  private int samples;

  /**
   * A method has gained by what it takes in. Who calls it may gain by taking in that, so from now
   * on its callers count as if it were where the stack begins.
   */
  public void gained(String className, String method) {
    gained.add(className + '.' + method);
  }

  /** A look at all stacks begins. */
  public void begin() {
    if (++samples == WINDOW) {
      samples /= 2;
      counts.values().forEach(ofClass -> ofClass.replaceAll((method, count) -> count / 2));
      counts.values().forEach(ofClass -> ofClass.values().removeIf(count -> count == 0));
      counts.values().removeIf(Map::isEmpty);
    }
  }

  /** The stack of one thread that runs, the innermost frame first. */
  public void count(StackTraceElement[] stack) {
    Set<String> seen = new HashSet<>();
    int looked = 0;
    for (int i = 0; i < stack.length && looked < INNERMOST; i++) {
      StackTraceElement frame = stack[i];
      if (isOfJdk(frame)) {
        continue;
      }
      String name = frame.getClassName() + '.' + frame.getMethodName();
      boolean first = seen.add(name);
      if (gained.contains(name)) {
        looked = 0;
      } else if (first) {
        looked++;
      }
      if (first) {
        counts
            .computeIfAbsent(frame.getClassName(), any -> new HashMap<>())
            .merge(frame.getMethodName(), 1, Integer::sum);
      }
    }
  }

  private static boolean isOfJdk(StackTraceElement frame) {
    String name = frame.getClassName();
    return name.startsWith("java.") || name.startsWith("jdk.") || name.startsWith("sun.");
  }

  /**
   * Of how many of the samples a method was, from 0; may be above 1 where several threads run.
   *
   * @param className with dots
   */
  public double share(String className, String method) {
    Map<String, Integer> ofClass = counts.get(className);
    int count = ofClass == null ? 0 : ofClass.getOrDefault(method, 0);
    return count < FEWEST ? 0 : (double) count / samples;
  }
}
