package dev.jpgo.test.differential;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Whether a program, given as text, does something else when it is transformed. */
final class DifferenceCheck {
  private static final long LIMIT_SECONDS = 5;
  private static final int LOST_LIMIT = 3;

  private final long seed;
  private final String packageName;
  private final Transformation transformation;
  private final int effects;
  private final int rounds;
  private int lost;

  /**
   * @param seed whose program it was; compiled alike
   * @param transformation what is suspected
   * @param effects how much a program does until flags fail that fail while it runs
   * @param rounds how often a run does everything
   */
  DifferenceCheck(long seed, Transformation transformation, int effects, int rounds) {
    this.seed = seed;
    this.packageName = ProgramGenerator.packageName(seed);
    this.transformation = transformation;
    this.effects = effects;
    this.rounds = rounds;
  }

  /** Whether a compiler takes the text and its methods, transformed, do something else. */
  boolean differs(String source, Set<String> methods) {
    Optional<Map<String, byte[]>> compiled = ProgramCompiler.compile(seed, source);
    return compiled.isPresent() && within(() -> compare(compiled.get(), methods));
  }

  /** The methods of a program that have code. */
  Set<String> methods(String source) {
    Set<String> names = new TreeSet<>();
    ProgramClasses program =
        new ProgramClasses(ProgramCompiler.compile(seed, source).orElseThrow());
    ProgramVersion.of(program, "names", method -> names.add(method.id()), 0, method -> true);
    return names;
  }

  private boolean compare(Map<String, byte[]> classes, Set<String> methods) {
    ProgramVersion transformed =
        ProgramVersion.of(
            new ProgramClasses(classes),
            "transformed",
            transformation,
            effects,
            method -> methods.contains(method.id()));
    ProgramVersion plain = ProgramVersion.plain(classes);
    String expected = Observation.of(plain, packageName, rounds);
    return !expected.equals(Observation.of(transformed, packageName, rounds))
        && expected.equals(Observation.of(plain, packageName, rounds));
  }

  private interface Comparison {
    boolean differs();
  }

  /** A program that was cut down may run for ever; one that does is no reproducer. */
  private boolean within(Comparison comparison) {
    FutureTask<Boolean> task = new FutureTask<>(comparison::differs);
    Thread runner = new Thread(null, task, "cut down program", 1 << 21);
    runner.setDaemon(true);
    runner.start();
    try {
      return task.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      if (++lost > LOST_LIMIT) {
        throw new IllegalStateException("too many programs that do not end", e);
      }
      return false;
    } catch (ExecutionException e) {
      return false; // what does not even load is no reproducer
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
