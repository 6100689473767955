package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.phase.targets.Concatenations;
import dev.jpgo.core.world.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a concatenation comes to is the string that the JDK makes. */
class ConcatenationTest {
  private final Harness harness = new Harness(new TestWorld().load(Concatenations.class));

  @ParameterizedTest
  @ValueSource(strings = {"all", "numbers", "identities", "handled", "ofObjects"})
  void theStringsAreTheSame(String method) {
    harness.compileAll(Concatenations.class);
    harness.assertSameResult(Concatenations.class, method);
  }

  @ParameterizedTest
  @ValueSource(strings = {"all", "numbers", "identities"})
  void nothingElseNeedsToRunOnThem(String method) {
    harness.without(
        TierTwoCompiler.phases().stream()
            .filter(phase -> !phase.equals("concatenation"))
            .toArray(String[]::new));
    harness.compileAll(Concatenations.class);
    harness.assertSameResult(Concatenations.class, method);
  }

  @Test
  void noCallSiteIsLeft() {
    for (String name : new String[] {"strings", "many", "primitives", "boxes", "lone", "behind"}) {
      CompileResult.Optimized result = harness.optimize(Concatenations.class, name);
      assertEquals(0, Harness.count(result.method(), "INVOKEDYNAMIC"), name);
    }
  }

  @Test
  void whatConcatenatesCanBeInlined() {
    String explained = Harness.explain(harness.optimize(Concatenations.class, "handled"));
    assertTrue(explained.contains("+ Concatenations.behind"), explained);
  }

  @Test
  void aCompilerKeepsIt() {
    CompileResult result = harness.mode(Mode.C1).compile(Concatenations.class, "strings");
    assertTrue(result instanceof CompileResult.Unchanged);
  }
}
