package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.phase.targets.Casts;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Casts leave the merge of two ways; loops and handlers see what they saw. */
class MergedCastsTest {
  private final Harness harness = new Harness(new TestWorld().load(Casts.class));

  @ParameterizedTest
  @ValueSource(strings = {"caught", "failing", "fitting"})
  void aCastThatFailsDoesSoInItsRound(String method) {
    harness.optimize(Casts.class, "rounds");
    harness.optimize(Casts.class, "uncaught");
    harness.assertSameResult(Casts.class, method);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rounds", "uncaught"})
  void aLoopMakesItsCastOnceInEachRound(String method) {
    assertEquals(
        1, Harness.count(harness.optimize(Casts.class, method).method(), "CHECKCAST java/lang/S"));
  }
}
