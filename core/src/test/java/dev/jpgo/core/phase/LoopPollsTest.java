package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.Edge;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.phase.targets.Waits;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.LoadedClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Type;

/** Where calls are gone, and the VM stops threads in calls alone, one is made in their place. */
class LoopPollsTest {
  private static final String POLL = "INVOKESTATIC dev/jpgo/runtime/JpgoPolls.poll";

  private final TestWorld world = new TestWorld().load(Waits.class);
  private final Harness harness = new Harness(world).pollsInCallsAlone();

  @ParameterizedTest
  @ValueSource(
      strings = {"volatileFlag", "plainFlag", "callOnOneWay", "callFreeInside", "callsNothing"})
  void aLoopThatMayWaitForOthersPolls(String method) throws ReflectiveOperationException {
    assertEquals(1, polls(method));
    harness.assertSameResult(Waits.class, "run");
  }

  @ParameterizedTest
  @ValueSource(strings = {"callOnEachWay", "counted", "followed", "nested", "asked"})
  void oneThatEndsOrCallsDoesNot(String method) {
    assertEquals(0, polls(method));
  }

  @Test
  void oneThatRunsForLongDoes() throws ReflectiveOperationException {
    count("counted", 10, 200_000_000);
    assertEquals(1, polls("counted"));
    harness.assertSameResult(Waits.class, "run");
  }

  @Test
  void oneThatIsEnteredOftenDoesNot() {
    count("counted", 1_000_000, 200_000_000);
    assertEquals(0, polls("counted"));
  }

  /** How long the outer one will run has not been seen, nor perhaps the call. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void theOutermostOfAMethodThatIsCalledOnceDoes(long calls) {
    count("nested", calls, 1000);
    assertEquals(1, polls("nested"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"volatileFlag", "plainFlag", "counted"})
  void whereJumpsPollNoneDoes(String method) {
    count("counted", 10, 200_000_000);
    CompileResult.Optimized result = new Harness(world).optimize(Waits.class, method);
    assertEquals(0, Harness.count(result.method(), POLL));
  }

  private int polls(String method) {
    return Harness.count(harness.optimize(Waits.class, method).method(), POLL);
  }

  /** What is in no loop has run so often, and each way within one. */
  private void count(String method, long calls, long rounds) {
    LoadedClass owner = world.loaded(Type.getInternalName(Waits.class));
    MethodInfo info = owner.info().method(method, "()I").orElseThrow();
    List<Edge> edges = Cfg.of(world.code(owner, info).orElseThrow()).edges();
    int last = 0;
    for (Edge edge : edges) {
      last = edge.kind() == Edge.Kind.EXIT ? edge.from() : last;
    }
    List<Long> counts = new ArrayList<>();
    for (Edge edge : edges) {
      boolean once = edge.kind() != Edge.Kind.FLOW || edge.from() == 0 || edge.to() == last;
      counts.add(once ? calls : rounds);
    }
    MethodId id = new MethodId(owner.name(), info.name(), info.descriptor());
    world.profile(new MethodProfile(id, 0, calls, counts, 0, Map.of()));
  }
}
