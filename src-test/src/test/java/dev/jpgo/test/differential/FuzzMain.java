package dev.jpgo.test.differential;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Runs programs, plain and transformed, and prints every difference: seed, setting, both
 * observations. Arguments: first seed and number of programs, which are then made here, or names of
 * {@link ProgramFile}s. With a folder after the number every fourth batch is not run but written
 * there, for other VMs. Exits with 1 if there was a difference.
 */
public final class FuzzMain {
  /** How names of files end that have programs in them. */
  static final String FILES = ".programs";

  private static final int BATCH = 100;

  /** One batch in so many is for other VMs. */
  private static final int OTHERS = 4;

  private static final int REPORTED = 1000;
  private static final int ROUNDS = 4;

  /** Verifying all graphs would take as long as all the rest. */
  private final Transformations transformations = new Transformations(16);

  private final long start = System.nanoTime();
  private int programs;
  private int differences;

  private FuzzMain() {}

  public static void main(String[] arguments) throws IOException {
    FuzzMain run = new FuzzMain();
    if (arguments[0].endsWith(FILES)) {
      // what they call was defined where they were made
      ListRuntime.bytes();
      MapRuntime.bytes();
      StringRuntime.bytes();
      for (String file : arguments) {
        ProgramFile.read(Path.of(file), run::compare);
      }
    } else {
      long first = Long.parseLong(arguments[0]);
      long end = first + Long.parseLong(arguments[1]);
      Optional<Path> others =
          arguments.length > 2 ? Optional.of(Path.of(arguments[2])) : Optional.empty();
      run.make(first, end, others);
    }
    run.report();
    System.exit(run.differences == 0 ? 0 : 1);
  }

  private void make(long first, long end, Optional<Path> others) throws IOException {
    int batches = 0;
    for (long seed = first; seed < end; seed += BATCH) {
      List<FuzzProgram> made =
          FuzzProgram.make(seed, (int) Math.min(BATCH, end - seed), transformations);
      if (others.isPresent() && ++batches % OTHERS == 0) {
        ProgramFile.write(others.get().resolve(seed + FILES), made);
        continue;
      }
      made.forEach(this::compare);
      if (programs % REPORTED == 0) {
        report();
      }
    }
  }

  private void report() {
    System.out.printf(
        "%d programs, %d methods optimized, %d differences, %d s%n",
        programs,
        transformations.optimizedMethods(),
        differences,
        (System.nanoTime() - start) / 1_000_000_000);
  }

  private void compare(FuzzProgram program) {
    String packageName = ProgramGenerator.packageName(program.seed());
    String expected = Observation.of(program.plain(), packageName, ROUNDS);
    String actual = Observation.of(program.transformed(), packageName, ROUNDS);
    if (!expected.equals(actual)) {
      System.out.printf(
          "DIFFERENCE seed %d, %s%n%s%n",
          program.seed(), program.transformed().name(), between(expected, actual));
      differences++;
    }
    programs++;
  }

  /** Both, from a little before they differ. */
  static String between(String expected, String actual) {
    int at = 0;
    while (at < expected.length()
        && at < actual.length()
        && expected.charAt(at) == actual.charAt(at)) {
      at++;
    }
    at = Math.max(0, at - 80);
    return "expected ..." + part(expected, at) + "\n     got ..." + part(actual, at);
  }

  private static String part(String text, int from) {
    return text.substring(Math.min(from, text.length()), Math.min(text.length(), from + 240));
  }
}
