package dev.jpgo.core.phase.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.phase.Always;
import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.memory.LoopInvariants;
import dev.jpgo.core.phase.memory.Transformed;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.Mode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops that fill new arrays do the same with copies of what they have stored. */
class FillLoopsTest {
  private static final String LOOPS = Filling.class.getName().replace('.', '/');
  private static final int MAX_BYTES = 7500;

  private final Transformed alone =
      transformed(
          context ->
              List.of(
                  new LoopInvariants(context), new FillLoops(context, Always.UNROLLED, MAX_BYTES)));

  private static Transformed transformed(Transformed.Phases phases) {
    TestWorld world = new TestWorld().load(Filling.class);
    CostModel costs = CostModel.of(Mode.INTERPRETER);
    return new Transformed(world, TestWorld.bytes(LOOPS), costs, phases);
  }

  @ParameterizedTest
  @ValueSource(strings = {"filled", "references"})
  void loopsFillAlike(String method) {
    alone.assertSame(method);
    transformed(LoopPhases::all).assertSame(method);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ints",
        "downward",
        "bytes",
        "handled",
        "inside",
        "strings",
        "nulls",
        "booleans",
        "doubles"
      })
  void loopsThatFillNewArraysCopy(String method) {
    assertEquals(2, alone.calls(method, "arraycopy"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "interfaces",
        "objects",
        "given",
        "keptBefore",
        "itself",
        "numbered",
        "fixedPlace"
      })
  void othersAreLeftAlone(String method) {
    assertEquals(0, alone.calls(method, "arraycopy"));
  }

  @Test
  void copiesHaveTheHandlersOfTheLoop() {
    assertEquals(2, alone.callsWithHandler("handled", "arraycopy"));
    assertEquals(0, alone.callsWithHandler("ints", "arraycopy"));
  }

  @ParameterizedTest
  @CsvSource({"640, 10, 10, 2", "639, 10, 10, 0", "640, 10, 641, 0"})
  void theProfileDecides(double iterations, double entries, double calls, int copies) {
    Transformed weighed =
        transformed(
            context ->
                List.of(
                    new LoopInvariants(context),
                    new LoopWeights(iterations, entries, calls),
                    new FillLoops(context, FreeChoices.SENSIBLE, MAX_BYTES)));
    assertEquals(copies, weighed.calls("ints", "arraycopy"));
  }
}
