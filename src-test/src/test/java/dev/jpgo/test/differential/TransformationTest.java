package dev.jpgo.test.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.world.Mode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Generated programs before and after each transformation of the optimizer, in this JVM. {@code
 * -Djpgo.fuzz.first=SEED -Djpgo.fuzz.programs=N} choose others than the regular ones, {@code
 * -Djpgo.fuzz.choices=N} how many ways each is optimized at random.
 */
class TransformationTest {
  private static final long FIRST = Long.getLong("jpgo.fuzz.first", 1);
  private static final int PROGRAMS = Integer.getInteger("jpgo.fuzz.programs", 25);
  private static final int CHOICES = Integer.getInteger("jpgo.fuzz.choices", 1);
  private static final int ROUNDS = 12;

  @TempDir private static Path folder;

  private final AtomicInteger optimized = new AtomicInteger();

  @BeforeAll
  static void compilePrograms() throws IOException {
    ProgramCompiler.compile(FIRST, PROGRAMS, folder);
  }

  @Test
  void programsMeanTheSameAfterARoundTripThroughSsa() throws Exception {
    assertEquals(List.of(), differences(Transformations.roundTrip()));
  }

  @Test
  void programsMeanTheSameInTierTwoForInterpreters() throws Exception {
    assertEquals(
        List.of(), differences(Transformations.tierTwo(Setting.of(Mode.INTERPRETER), optimized)));
    assertTrue(optimized.get() > PROGRAMS, optimized + " methods were optimized");
  }

  @Test
  void programsMeanTheSameInTierTwoWithEveryGuardFailing() throws Exception {
    assertEquals(
        List.of(),
        differences(
            Transformations.tierTwo(Setting.of(Mode.INTERPRETER).withGuardsFailing(), optimized)));
    assertTrue(optimized.get() > PROGRAMS, optimized + " methods were optimized");
  }

  @Test
  void programsMeanTheSameInTierTwoForC1() throws Exception {
    assertEquals(List.of(), differences(Transformations.tierTwo(Setting.of(Mode.C1), optimized)));
  }

  @Test
  void programsMeanTheSameInTierTwoForC2() throws Exception {
    assertEquals(List.of(), differences(Transformations.tierTwo(Setting.of(Mode.JIT), optimized)));
  }

  @Test
  void programsMeanTheSameWhateverTheOptimizerChooses() throws Exception {
    List<String> differences = new ArrayList<>();
    for (long seed = 1; seed <= CHOICES && differences.isEmpty(); seed++) {
      for (Mode mode : Mode.values()) {
        Setting setting = Setting.of(mode).withRandomChoices(FIRST + seed);
        differences.addAll(differences(Transformations.tierTwo(setting, optimized)));
      }
      Setting failing = Setting.of(Mode.INTERPRETER).withRandomChoices(FIRST + seed);
      differences.addAll(
          differences(Transformations.tierTwo(failing.withGuardsFailing(), optimized)));
    }
    assertEquals(List.of(), differences);
    assertTrue(optimized.get() > 10 * PROGRAMS, optimized + " methods were optimized");
  }

  private static List<String> differences(Transformation transformation) throws Exception {
    List<String> differences = new ArrayList<>();
    for (long seed = FIRST; seed < FIRST + PROGRAMS && differences.size() < 5; seed++) {
      String expected = TransformedRun.observe(seed, folder, ROUNDS, (program, owner, node) -> {});
      String actual;
      try {
        actual = TransformedRun.observe(seed, folder, ROUNDS, transformation);
      } catch (Exception | LinkageError e) {
        actual = e.toString();
      }
      if (!expected.equals(actual)) {
        differences.add("seed " + seed + "\nexpected " + expected + "\n     got " + actual);
      }
    }
    return differences;
  }
}
