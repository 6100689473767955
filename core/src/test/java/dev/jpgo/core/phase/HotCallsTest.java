package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.Edge;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.phase.targets.LongBodies;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.LoadedClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Type;

/** Long methods are inlined where they are called very often. */
class HotCallsTest {
  private final TestWorld world = new TestWorld().load(LongBodies.class);

  /** Ten calls of the method, whose loop has run a thousand times. */
  private Harness counted(String method) {
    return counted(method, "([I)I", 10, 1000);
  }

  private Harness counted(String method, String descriptor, long calls, long inside) {
    LoadedClass owner = world.loaded(Type.getInternalName(LongBodies.class));
    MethodInfo info = owner.info().method(method, descriptor).orElseThrow();
    List<Long> counts = new ArrayList<>();
    for (Edge edge : Cfg.of(world.code(owner, info).orElseThrow()).edges()) {
      counts.add(edge.kind() == Edge.Kind.ENTRY || edge.kind() == Edge.Kind.EXIT ? calls : inside);
    }
    MethodId id = new MethodId(owner.name(), info.name(), info.descriptor());
    world.profile(new MethodProfile(id, 0, calls, counts, 0, Map.of()));
    return new Harness(world);
  }

  @Test
  void aHotCallTakesInALongMethod() {
    Harness harness = counted("sum").hotRuns(1000);
    CompileResult.Optimized result = harness.optimize(LongBodies.class, "sum");
    assertEquals("+ LongBodies.weigh: static\n", Harness.explain(result));
    harness.assertSameResult(LongBodies.class, "run");
  }

  @Test
  void anyOtherDoesNot() {
    Harness harness = counted("sum").hotRuns(1001);
    String decisions = Harness.explain(harness.compile(LongBodies.class, "sum"));
    assertTrue(decisions.contains("- LongBodies.weigh: too large"), decisions);
  }

  @Test
  void norDoesACallOfWhatIsInlinedAndWasNotCounted() {
    Harness harness = counted("sumOdd").hotRuns(100);
    String decisions = Harness.explain(harness.compile(LongBodies.class, "sumOdd"));
    assertTrue(decisions.contains("+ LongBodies.passOnOdd: static"), decisions);
    assertTrue(decisions.contains("- LongBodies.weigh: too large"), decisions);
  }

  /** What does nothing but pass on calls as often as it is called. */
  @Test
  void unlessItRunsInEachCall() {
    CompileResult.Optimized result =
        counted("sumPassedOn").hotRuns(1000).optimize(LongBodies.class, "sumPassedOn");
    assertEquals(
        "+ LongBodies.passOn: static\n  + LongBodies.weigh: static\n", Harness.explain(result));
    String decisions =
        Harness.explain(
            counted("sumPassedOn").hotRuns(1001).compile(LongBodies.class, "sumPassedOn"));
    assertTrue(decisions.contains("- LongBodies.weigh: too large"), decisions);
  }

  /** How often the body has run for other callers says nothing of this one. */
  @Test
  void aCallOfWhatIsInlinedIsHotIfItsCallerOftenCallsThat() {
    counted("passOnOdd", "([II)I", 1_000_000, 1_000_000);
    CompileResult.Optimized result =
        counted("sumOdd").hotRuns(1000).optimize(LongBodies.class, "sumOdd");
    assertEquals(
        "+ LongBodies.passOnOdd: static\n  + LongBodies.weigh: static\n", Harness.explain(result));
    Harness seldom = counted("sumOdd").hotRuns(1001);
    String decisions = Harness.explain(seldom.compile(LongBodies.class, "sumOdd"));
    assertTrue(decisions.contains("- LongBodies.weigh: too large"), decisions);
  }
}
