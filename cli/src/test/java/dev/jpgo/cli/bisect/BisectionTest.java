package dev.jpgo.cli.bisect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.classfile.MethodId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BisectionTest {
  private static final List<String> PHASES = List.of("inline", "dead-code");

  private final List<MethodId> methods = new ArrayList<>();
  private int runs;

  BisectionTest() {
    for (int i = 0; i < 100; i++) {
      methods.add(new MethodId("com/acme/C" + i, "run", "(I)V"));
    }
  }

  /** A program that differs when all of some methods are optimized, with a phase on. */
  private Bisection.Finding find(Set<MethodId> guilty, String phase, boolean logs) {
    return new Bisection(
            (from, to, off) -> {
              runs++;
              List<MethodId> optimized = new ArrayList<>();
              for (MethodId method : methods) {
                if (method.number() >= from && method.number() <= to) {
                  optimized.add(method);
                }
              }
              boolean differs = optimized.containsAll(guilty) && !off.equals(phase);
              return new Bisection.Outcome(differs, logs ? optimized : List.of());
            },
            PHASES,
            step -> {})
        .find();
  }

  @Test
  void theOneMethodAndThePhaseAreNamedInFewRuns() {
    for (MethodId guilty : methods) {
      runs = 0;
      assertEquals(
          new Bisection.Blame(guilty.number(), List.of(guilty), List.of("dead-code")),
          find(Set.of(guilty), "dead-code", true));
      assertTrue(runs <= 2 + 2 * 7 + PHASES.size(), runs + " runs");
    }
  }

  @Test
  void theNumberIsFoundWhenNoRunTellsItsMethods() {
    MethodId guilty = methods.get(42);
    assertEquals(
        new Bisection.Blame(guilty.number(), List.of(), List.of()),
        find(Set.of(guilty), "none", false));
  }

  @Test
  void methodsThatFailOnlyTogetherAreReportedTogether() {
    Set<MethodId> guilty = Set.of(methods.get(3), methods.get(60));
    Bisection.Finding finding = find(guilty, "inline", true);
    assertTrue(
        finding instanceof Bisection.Together together && together.methods().containsAll(guilty),
        finding.toString());
  }

  @Test
  void aProgramThatDiffersWithNothingOptimizedIsNoMethodsFault() {
    assertEquals(new Bisection.NoMethod(), find(Set.of(), "inline", true));
  }

  @Test
  void aProgramThatDoesTheSameHasNothingToFind() {
    assertEquals(
        new Bisection.Nothing(), find(Set.of(new MethodId("no", "such", "()V")), "inline", true));
  }
}
