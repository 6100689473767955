package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.world.FlagAllocator;
import dev.jpgo.agent.world.LiveProgram;
import dev.jpgo.core.classfile.ClassInfo;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.InlineDecision;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.tree.MethodNode;

class ReprofilePolicyTest {
  private static final long MINUTE = 60_000_000_000L;

  private final LiveProgram program = new LiveProgram(0);
  private final ClassState state =
      new ClassState(program.registry().record(ReprofilePolicyTest.class));
  private final FlagAllocator.Flag flag = program.flag();
  private final ReprofilePolicy policy = new ReprofilePolicy(2, Stress.none());
  private final MethodRecord method = state.promote(firstMethod());

  private static MethodInfo firstMethod() {
    try (InputStream in =
        ReprofilePolicyTest.class.getResourceAsStream("ReprofilePolicyTest.class")) {
      return ClassInfo.read(in.readAllBytes()).methods().get(0);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeEach
  void optimize() {
    InlineDecision inner = decision("a/Inner", true, List.of());
    InlineDecision outer = decision("a/Outer", true, List.of(inner));
    InlineDecision call = decision("a/Called", false, List.of());
    method.optimize(
        new MethodNode(),
        new CompiledMethod(10, 0, List.of(outer, call), Optional.empty()),
        0,
        "profiled");
    policy.watch(method, flag, 0);
  }

  private static InlineDecision decision(
      String owner, boolean inlined, List<InlineDecision> inner) {
    return new InlineDecision(0, 0, new MethodId(owner, "m", "()V"), inlined, "", 1, inner);
  }

  private void misses(long count) throws ReflectiveOperationException {
    Class.forName(flag.field().owner().replace('/', '.'))
        .getField(flag.field().misses())
        .setLong(null, count);
  }

  private List<MethodRecord> decided(long now) {
    return policy.decide(now).stream().map(ReprofilePolicy.ReprofileDecision::method).toList();
  }

  @Test
  void aMethodWithABrokenAssumptionGoesBackWhenItIsStillCalled() throws Exception {
    flag.clear();
    assertEquals(List.of(), decided(0));
    misses(ReprofilePolicy.MANY_WHEN_BROKEN - 1);
    assertEquals(List.of(), decided(0));
    misses(ReprofilePolicy.MANY_WHEN_BROKEN);
    List<ReprofilePolicy.ReprofileDecision> decisions = policy.decide(0);
    assertEquals(method, decisions.get(0).method());
    assertTrue(decisions.get(0).reason().startsWith("an assumption is broken"));
    assertTrue(decisions.get(0).broken());
  }

  @Test
  void whatWasFasterWithItsSlowPathsGoesBackWhenThereAreTwiceAsMany() throws Exception {
    long before = 50 * ReprofilePolicy.MANY;
    misses(before); // during the trial
    method.optimize(new MethodNode(), method.compiled().orElseThrow(), 0, "tried");
    policy.watch(method, flag, 300.0 * ReprofilePolicy.MANY, 0);
    assertEquals(List.of(), decided(0));
    misses(before + 600 * ReprofilePolicy.MANY - 1);
    assertEquals(List.of(), decided(0));
    misses(before + 600 * ReprofilePolicy.MANY);
    assertEquals(List.of(method), decided(0));
  }

  @Test
  void whereAssumptionsHoldItTakesManySlowPathsInAShortTime() throws Exception {
    misses(ReprofilePolicy.MANY - 1);
    assertEquals(List.of(), decided(0));
    misses(ReprofilePolicy.MANY);
    List<ReprofilePolicy.ReprofileDecision> decisions = policy.decide(0);
    assertEquals(method, decisions.get(0).method());
    assertFalse(decisions.get(0).broken());
  }

  @Test
  void slowPathsThatAreTakenNowAndThenNeverAddUp() throws Exception {
    for (int i = 1; i < 100; i++) {
      misses(i * (ReprofilePolicy.MANY / 2));
      assertEquals(List.of(), decided(i * MINUTE), "after " + i + " minutes");
    }
  }

  @Test
  void aVersionThatIsReplacedIsNotLookedAtAnyMore() throws Exception {
    misses(ReprofilePolicy.MANY);
    method.profile(0, 0, "again");
    assertEquals(List.of(), decided(0));
  }

  @Test
  void aMethodThatHasGoneBackTooOftenIsLeftAlone() throws Exception {
    for (int i = 1; i <= 2; i++) {
      misses(i * ReprofilePolicy.MANY);
      assertEquals(List.of(method), decided(0));
      method.profile(0, 0, "again");
      optimize();
    }
    misses(10 * ReprofilePolicy.MANY);
    assertEquals(List.of(), decided(0));
  }

  @Test
  void theMethodsThatHaveCodeOfAClassAreFoundHoweverDeepItIs() {
    assertEquals(List.of(method), policy.inlining(Set.of("a/Outer")));
    assertEquals(List.of(method), policy.inlining(Set.of("a/Inner")));
    assertEquals(List.of(), policy.inlining(Set.of("a/Called")));
  }
}
