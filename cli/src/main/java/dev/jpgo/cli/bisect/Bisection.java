package dev.jpgo.cli.bisect;

import dev.jpgo.core.classfile.MethodId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Finds the method, and the phases of the optimizer, without which a program does what it does
 * without the agent. Halves the range of methods that are optimized; decides by experiments alone.
 */
final class Bisection {
  static final int LAST = Integer.MAX_VALUE;

  /** Runs the program with some methods optimized and some phases left out. */
  @FunctionalInterface
  interface Experiment {
    /**
     * @param from lowest number of a method to optimize
     * @param to highest; below {@code from} for none
     * @param phaseOff a phase to leave out, or empty
     */
    Outcome run(int from, int to, String phaseOff);
  }

  /**
   * What a run showed.
   *
   * @param differs whether the program did something else than without the agent
   * @param optimized methods that were optimized, as far as it is known
   */
  record Outcome(boolean differs, List<MethodId> optimized) {}

  /** What was found. */
  sealed interface Finding {}

  /** The program does the same. */
  record Nothing() implements Finding {}

  /** It differs though no method is optimized. */
  record NoMethod() implements Finding {}

  /**
   * It differs while these methods are optimized, but neither half of them alone will do.
   *
   * @param from lowest number of the range
   * @param to highest
   */
  record Together(int from, int to, List<MethodId> methods) implements Finding {}

  /**
   * One method is to blame.
   *
   * @param number its number
   * @param methods its name; none when it is not known, several when they share the number
   * @param phases those without which the difference goes away
   */
  record Blame(int number, List<MethodId> methods, List<String> phases) implements Finding {}

  private final Experiment experiment;
  private final List<String> phases;
  private final Consumer<String> progress;

  /**
   * @param phases names of the phases that can be left out
   * @param progress told each step, in a line
   */
  Bisection(Experiment experiment, List<String> phases, Consumer<String> progress) {
    this.experiment = experiment;
    this.phases = phases;
    this.progress = progress;
  }

  Finding find() {
    progress.accept("running with everything optimized");
    Outcome all = experiment.run(0, LAST, "");
    if (!all.differs) {
      return new Nothing();
    }
    progress.accept("it differs; running with no method optimized");
    if (experiment.run(1, 0, "").differs) {
      return new NoMethod();
    }
    return narrow(all);
  }

  private Finding narrow(Outcome all) {
    int from = 0;
    int to = LAST;
    TreeMap<Integer, List<MethodId>> candidates = within(all, from, to);
    while (from < to) {
      int middle = middle(candidates, from, to);
      String what = candidates.isEmpty() ? "methods " : candidates.size() + " methods, ";
      progress.accept(what + from + " to " + to);
      Outcome half = experiment.run(from, middle - 1, "");
      if (half.differs) {
        to = middle - 1;
      } else {
        half = experiment.run(middle, to, "");
        if (!half.differs) {
          return new Together(from, to, flat(candidates));
        }
        from = middle;
      }
      TreeMap<Integer, List<MethodId>> seen = within(half, from, to);
      candidates = seen.isEmpty() ? new TreeMap<>(candidates.subMap(from, true, to, true)) : seen;
      if (candidates.size() == 1) {
        from = candidates.firstKey();
        to = from;
      }
    }
    return blame(from, flat(candidates));
  }

  /** The first number of the upper half: of the methods that are known, else of the numbers. */
  private static int middle(TreeMap<Integer, List<MethodId>> candidates, int from, int to) {
    if (candidates.size() < 2) {
      return (int) (((long) from + to + 1) / 2);
    }
    return new ArrayList<>(candidates.keySet()).get(candidates.size() / 2);
  }

  private static TreeMap<Integer, List<MethodId>> within(Outcome outcome, int from, int to) {
    TreeMap<Integer, List<MethodId>> methods = new TreeMap<>();
    for (MethodId method : outcome.optimized) {
      int number = method.number();
      if (number >= from && number <= to) {
        List<MethodId> same = methods.computeIfAbsent(number, n -> new ArrayList<>());
        if (!same.contains(method)) {
          same.add(method);
        }
      }
    }
    return methods;
  }

  private static List<MethodId> flat(TreeMap<Integer, List<MethodId>> candidates) {
    List<MethodId> methods = new ArrayList<>();
    candidates.values().forEach(methods::addAll);
    methods.sort(Comparator.comparing(MethodId::toString));
    return methods;
  }

  private Finding blame(int number, List<MethodId> methods) {
    List<String> needed = new ArrayList<>();
    for (String phase : phases) {
      progress.accept("method " + number + " without phase " + phase);
      if (!experiment.run(number, number, phase).differs) {
        needed.add(phase);
      }
    }
    return new Blame(number, methods, needed);
  }
}
