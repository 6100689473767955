package dev.jpgo.agent.measure;

import java.util.HashMap;
import java.util.Map;

/**
 * Which methods of the program have the JDK's collections and streams, or functions, at work for
 * them: of a share of the samples such a method was on a stack with nothing above it, or a method
 * of {@code java.util}, what makes a function, or a lambda's body. Old samples count for less and
 * less.
 */
public final class LibraryTime {
  private static final String LIBRARY = "java.util.";
  private static final String LAMBDA = "lambda$";

  /** Makes functions. */
  private static final String INVOKE = "java.lang.invoke.";

  /** After so many samples all counts are halved. */
  private static final int WINDOW = 128;

  /** So often a method must have been seen. */
  private static final int FEWEST = 2;

  private final Map<String, Map<String, Integer>> counts = new HashMap<>();
  private int samples;

  /** A look at all stacks begins. */
  void begin() {
    if (++samples == WINDOW) {
      samples /= 2;
      counts.values().forEach(ofClass -> ofClass.replaceAll((method, count) -> count / 2));
      counts.values().forEach(ofClass -> ofClass.values().removeIf(count -> count == 0));
      counts.values().removeIf(Map::isEmpty);
    }
  }

  /** The stack of one thread that runs, the innermost frame first. */
  void count(StackTraceElement[] stack) {
    for (int i = 0; i < stack.length; i++) {
      StackTraceElement frame = stack[i];
      if (!isOfLibrary(frame) && (i == 0 || worksForCaller(stack[i - 1]))) {
        counts
            .computeIfAbsent(frame.getClassName(), any -> new HashMap<>())
            .merge(frame.getMethodName(), 1, Integer::sum);
      }
    }
  }

  private static boolean worksForCaller(StackTraceElement callee) {
    return isOfLibrary(callee) || callee.getMethodName().startsWith(LAMBDA);
  }

  private static boolean isOfLibrary(StackTraceElement frame) {
    return frame.getClassName().startsWith(LIBRARY) || frame.getClassName().startsWith(INVOKE);
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
