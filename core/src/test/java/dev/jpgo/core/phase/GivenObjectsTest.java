package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.Edge;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.phase.targets.GivenObjects;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.LoadedClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Type;

/** What loops over objects that its caller has made for it is inlined, however long it is. */
class GivenObjectsTest {
  private static final int SHORT = 60;

  private final TestWorld world = new TestWorld().load(GivenObjects.class);
  private final Harness harness = new Harness(world).growth(SHORT);

  @BeforeEach
  void loopsLong() {
    LoadedClass owner = world.loaded(Type.getInternalName(GivenObjects.class));
    for (MethodInfo info : owner.info().methods()) {
      if (info.name().equals("run")) {
        List<Long> counts = new ArrayList<>();
        for (Edge edge : Cfg.of(world.code(owner, info).orElseThrow()).edges()) {
          counts.add(edge.kind() == Edge.Kind.ENTRY || edge.kind() == Edge.Kind.EXIT ? 10L : 1000L);
        }
        MethodId id = new MethodId(owner.name(), info.name(), info.descriptor());
        world.profile(new MethodProfile(id, 0, 10, counts, 0, Map.of()));
      }
    }
  }

  @Test
  void whatIsKeptIsNotMade() {
    CompileResult.Optimized result = harness.optimize(GivenObjects.class, "kept");
    assertTrue(Harness.explain(result).contains("+ GivenObjects.run: static"), result::toString);
    int made = Harness.count(result.method(), "NEW ");
    assertEquals(0, made, "objects that are still made");
    harness.assertSameResult(GivenObjects.class, "all");
  }

  @Test
  void whatOthersSeeStaysWithACall() {
    String decisions = Harness.explain(harness.compile(GivenObjects.class, "shown"));
    assertTrue(decisions.contains("- GivenObjects.run: too large"), decisions);
    harness.assertSameResult(GivenObjects.class, "all");
  }
}
