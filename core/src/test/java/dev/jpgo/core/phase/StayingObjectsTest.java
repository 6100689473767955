package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.ir.Position;
import dev.jpgo.core.phase.targets.Points;
import dev.jpgo.core.world.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What the compiler says and keeps of the constructors of objects that are not made. */
class StayingObjectsTest {
  private final Harness harness = new Harness(new TestWorld().load(Points.class));

  @Test
  void constructorsOfObjectsThatAreNotMadeAreAmongWhatWasInlined() {
    assertEquals(
        """
        + Points$Point.<init>: its object is not made
          + Points$Place.<init>: its object is not made
        + Points$Point.sum: the receiver's class is known
        """,
        Harness.explain(harness.optimize(Points.class, "sum")));
    assertEquals(0, Harness.count(harness.optimize(Points.class, "sum").method(), "NEW"));
    harness.assertSameResult(Points.class, "run");
  }

  @Test
  void whatAConstructorCallsIsCalledFromItsLines() {
    CompileResult.Optimized result = harness.optimize(Points.class, "sum");
    List<String> chains = new ArrayList<>();
    for (Position position : result.lines().values()) {
      StringBuilder chain = new StringBuilder();
      for (Position at = position; at != null; at = at.caller()) {
        chain.append(at.method().owner().replaceAll(".*[/$]", "")).append('.');
        chain.append(at.method().name()).append(' ');
      }
      chains.add(chain.toString());
    }
    assertTrue(
        new TreeSet<>(chains).contains("Place.<init> Point.<init> Points.sum "), chains::toString);
  }

  @Test
  void whereTheVmHasEscapeAnalysisObjectsAreLeftToIt() {
    harness.mode(Mode.JIT);
    CompileResult result = harness.compile(Points.class, "sum");
    assertTrue(!Harness.explain(result).contains("+ Points$Point.<init>"));
  }

  @Test
  void objectsAreMadeWhereThePhaseIsSwitchedOff() {
    harness.without("scalar-replacement");
    assertEquals(1, Harness.count(harness.optimize(Points.class, "sum").method(), "NEW"));
  }

  @Test
  void aMethodIsOptimizedForTheObjectsAloneThatItMakes() {
    harness.without("inline");
    CompileResult.Optimized result = harness.optimize(Points.class, "alone");
    assertEquals(0, Harness.count(result.method(), "NEW"));
  }
}
