package dev.jpgo.test.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.world.Mode;
import dev.jpgo.test.differential.Setting.Guards;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

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
  private static final int EFFECTS = 40;

  private static Map<Long, Map<String, byte[]>> programs = Map.of();

  private final Transformations transformations = new Transformations(1);

  @BeforeAll
  static void compilePrograms() {
    programs = ProgramCompiler.compile(FIRST, PROGRAMS);
  }

  @Test
  void programsMeanTheSameAfterARoundTripThroughSsa() {
    assertEquals(List.of(), differences(transformations.roundTrip()));
  }

  @Test
  void programsMeanTheSameInTierTwoForInterpreters() {
    assertEquals(List.of(), differences(tierTwo(Setting.of(Mode.INTERPRETER))));
    assertOptimized(PROGRAMS);
  }

  @Test
  void programsMeanTheSameInTierTwoWithEveryGuardFailing() {
    assertEquals(List.of(), differences(tierTwo(Setting.of(Mode.INTERPRETER).with(Guards.FAIL))));
    assertOptimized(PROGRAMS);
  }

  @Test
  void programsMeanTheSameInTierTwoWithGuardsFailingWhileTheyRun() {
    assertEquals(List.of(), differences(tierTwo(Setting.of(Mode.INTERPRETER).with(Guards.BREAK))));
  }

  @Test
  void programsMeanTheSameInTierTwoForC1() {
    assertEquals(List.of(), differences(tierTwo(Setting.of(Mode.C1))));
  }

  @Test
  void programsMeanTheSameInTierTwoForC2() {
    assertEquals(List.of(), differences(tierTwo(Setting.of(Mode.JIT))));
  }

  @Test
  void programsMeanTheSameWhateverTheOptimizerChooses() {
    List<String> differences = new ArrayList<>();
    for (long seed = 1; seed <= CHOICES && differences.isEmpty(); seed++) {
      for (Mode mode : Mode.values()) {
        differences.addAll(differences(tierTwo(Setting.of(mode).withRandomChoices(FIRST + seed))));
      }
      Setting failing = Setting.of(Mode.INTERPRETER).withRandomChoices(FIRST + seed);
      differences.addAll(differences(tierTwo(failing.with(Guards.FAIL))));
      differences.addAll(differences(transformations.mixed(FIRST + seed)));
    }
    assertEquals(List.of(), differences);
    assertOptimized(10 * PROGRAMS);
  }

  private void assertOptimized(int least) {
    int methods = transformations.optimizedMethods();
    assertTrue(methods > least, methods + " methods were optimized");
  }

  private Transformation tierTwo(Setting setting) {
    return transformations.tierTwo(setting);
  }

  private static List<String> differences(Transformation transformation) {
    List<String> differences = new ArrayList<>();
    programs.forEach(
        (seed, classes) -> {
          String name = ProgramGenerator.packageName(seed);
          ProgramVersion transformed =
              ProgramVersion.of(
                  new ProgramClasses(classes), "transformed", transformation, EFFECTS, m -> true);
          String expected = Observation.of(ProgramVersion.plain(classes), name, ROUNDS);
          String actual = Observation.of(transformed, name, ROUNDS);
          if (!expected.equals(actual)) {
            differences.add("seed " + seed + "\nexpected " + expected + "\n     got " + actual);
          }
        });
    return differences;
  }
}
