package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.Edge;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.phase.targets.Constants;
import dev.jpgo.core.phase.targets.Failures;
import dev.jpgo.core.phase.targets.Finals;
import dev.jpgo.core.phase.targets.Fronts;
import dev.jpgo.core.phase.targets.Handover;
import dev.jpgo.core.phase.targets.Heirs;
import dev.jpgo.core.phase.targets.Restarts;
import dev.jpgo.core.phase.targets.Uses;
import dev.jpgo.core.phase.targets.Visits;
import dev.jpgo.core.phase.targets.far.Context;
import dev.jpgo.core.phase.targets.far.Counter;
import dev.jpgo.core.phase.targets.far.Leaf;
import dev.jpgo.core.phase.targets.far.Middle;
import dev.jpgo.core.phase.targets.far.Shape;
import dev.jpgo.core.phase.targets.far.Square;
import dev.jpgo.core.phase.targets.far.Top;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.LoadedClass;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Inlined code does what the calls did. */
class InliningTest {
  private static final String CONSTANTS = Type.getDescriptor(Constants.class);
  private static final Handle NULL_CONSTANT =
      new Handle(
          Opcodes.H_INVOKESTATIC,
          "java/lang/invoke/ConstantBootstraps",
          "nullConstant",
          "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)"
              + "Ljava/lang/Object;",
          false);

  private final TestWorld world = loaded(new TestWorld());
  private final Harness harness = new Harness(world);

  private static TestWorld loaded(TestWorld world) {
    return world.load(
        Top.class,
        Middle.class,
        Leaf.class,
        Shape.class,
        Square.class,
        Counter.class,
        Context.class,
        Uses.class);
  }

  @Test
  void aChainOfGettersIsLoadsAndOneCheck() {
    CompileResult.Optimized result = harness.optimize(Uses.class, "chain");
    assertEquals(
        """
        + Top.getMiddle: the only target in the loaded hierarchy
        + Middle.getLeaf: the only target in the loaded hierarchy
        + Leaf.getValue: the only target in the loaded hierarchy
        """,
        Harness.explain(result));
    assertEquals(1, Harness.count(result.method(), "GETSTATIC"));
    assertEquals(3, Harness.count(result.method(), "GETFIELD"));
    assertEquals(3, result.assumptions().size());
  }

  @Test
  void whatWillBeThrownAwayIsNotFinished() {
    CompileResult result = new Harness(new TestWorld().provisional()).compile(Uses.class, "chain");
    assertEquals(
        "what it calls is not known yet",
        assertInstanceOf(CompileResult.Unchanged.class, result).reason());
    assertEquals(3, result.stats().inlined());
  }

  @Test
  void whatAChainAloneBeginsWithIsLoadedAgainWhereItsCheckFails() {
    CompileResult.Optimized result = harness.optimize(Uses.class, "chainOfElement");
    assertEquals(1, Harness.count(result.method(), "GETSTATIC"));
    assertEquals(2, Harness.count(result.method(), "AALOAD"));
    assertEquals(0, Harness.count(result.method(), "ASTORE"));
    CompileResult.Optimized kept = harness.optimize(Uses.class, "chainOfKept");
    assertEquals(1, Harness.count(kept.method(), "AALOAD"));
    harness.assertSameResult(Uses.class, "runElements");
  }

  @Test
  void whatWasVouchedForBeforeItWasCastIsNotAskedForAgain() {
    Harness guarded =
        new Harness(
            new TestWorld().load(Visits.class, Visits.Visitor.class, Visits.Counting.class));
    CompileResult.Optimized result = guarded.optimize(Visits.class, "visit");
    assertEquals(1, Harness.count(result.method(), "GETSTATIC"));
    guarded.assertSameResult(Visits.class, "run");
  }

  @Test
  void chainsComputeTheSame() {
    harness.compileAll(Uses.class);
    harness.assertSameResult(Uses.class, "runChains");
    harness.assertSameResult(Uses.class, "runShapes");
    harness.assertSameResult(Uses.class, "runCounters");
  }

  @Test
  void whatAnInlinedBodyReturnsIsAddedUpWithoutASlotOfItsOwn() {
    CompileResult.Optimized result = harness.optimize(Uses.class, "sum");
    // The sum and the index at the start, and the sum in the loop.
    assertEquals(3, Harness.count(result.method(), "ISTORE"));
  }

  @Test
  void membersOfAnotherPackageThatAreNotPublicAreWithinReach() {
    assertEquals(
        """
        + Context.inArray: the only target in the loaded hierarchy
        """,
        Harness.explain(harness.optimize(Uses.class, "inArray")));
    assertEquals(
        """
        + Context.root: static
          - Context.<init>: an initializer works on an uninitialized object
        """,
        Harness.explain(harness.optimize(Uses.class, "root")));
    assertEquals(
        """
        + Context.child: the only target in the loaded hierarchy
          + Context.deeper: static
          - Context.<init>: an initializer works on an uninitialized object
        + Context.depth: the only target in the loaded hierarchy
        + Context.total: the only target in the loaded hierarchy
          + Context.sum: static
        """,
        Harness.explain(harness.optimize(Uses.class, "depth")));
    harness.assertSameResult(Uses.class, "runContexts");
  }

  /** The VM leaves such constructors out of traces, with what is inlined in them. */
  @Test
  void nothingIsInlinedIntoConstructorsOfExceptions() {
    Harness exceptions = new Harness(new TestWorld().load(Failures.class, Failures.Success.class));
    assertEquals(
        """
        unchanged: no call is worth inlining
        - RuntimeException.<init>: it makes exceptions, and is not in their traces
        - Failures.doubled: it makes exceptions, and is not in their traces
        """,
        Harness.explain(exceptions.compile(Failures.class, "<init>")));
    assertTrue(
        Harness.explain(exceptions.compile(Failures.Success.class, "<init>"))
            .contains("+ Failures.doubled: static"));
  }

  @Test
  void membersThatWereNotOpenedKeepTheirAccess() {
    Harness strict = new Harness(loaded(new TestWorld().strict()));
    CompileResult result = strict.compile(Uses.class, "inArray");
    assertTrue(
        Harness.explain(result).contains("not accessible: dev/jpgo/core/phase/targets/far/Context"),
        Harness.explain(result));
  }

  @Test
  void aModuleThatIsNotReadKeepsItsClassesToItself() {
    Harness apart = new Harness(world.unread(Square.class));
    assertEquals(
        """
        unchanged: no call is worth inlining
        - Shape.area: the one target's class is not accessible
        """,
        Harness.explain(apart.compile(Uses.class, "area")));
  }

  @Test
  void aCallThatOnlyItsOwnClassCanMakeIsNotKeptForLater() throws ReflectiveOperationException {
    CompileResult.Optimized result = harness.optimize(Uses.class, "ready");
    assertEquals(
        """
        + Checked.isReady: final
          + Leaf.getValue: the only target in the loaded hierarchy
          + Base.isReady: the superclass's
        """,
        Harness.explain(result));
    assertEquals(0, Harness.count(result.method(), "INVOKESPECIAL"));
    harness.assertSameResult(Uses.class, "runReady");
    Harness.Loader broken = harness.loader();
    broken.breakAssumptions();
    assertEquals("true false", Harness.outcome(broken, Uses.class, "runReady"));
  }

  @Test
  void aStaticMethodIsNotLookedForAboveAClassThatMayHideIt() {
    assertEquals("2", Harness.outcome(harness.loader(), Heirs.class, "ofBelow"));
    world.unknown(Heirs.Between.class);
    assertEquals(
        "unchanged: no call is worth inlining\n- Heirs$Below.value: not resolved\n",
        Harness.explain(harness.compile(Heirs.class, "ofBelow")));
  }

  @Test
  void exceptionsAreTheSame() {
    harness.compileAll(Uses.class);
    harness.assertSameResult(Uses.class, "runChainOfNull");
    harness.assertSameResult(Uses.class, "runNull");
    harness.assertSameResult(Uses.class, "runNullShape");
    harness.assertSameResult(Uses.class, "runNegative");
    harness.assertSameResult(Uses.class, "runOutOfRange");
  }

  @Test
  void aBrokenAssumptionLeadsToTheOriginalCalls() throws ReflectiveOperationException {
    assertTrue(harness.compileAll(Uses.class) > 5);
    for (String name : new String[] {"runChains", "runShapes", "runCounters", "runNegative"}) {
      Harness.Loader broken = harness.loader();
      broken.breakAssumptions();
      String expected = Harness.outcome(new Harness(world).loader(), Uses.class, name);
      assertEquals(expected, Harness.outcome(broken, Uses.class, name));
    }
  }

  @Test
  void aReceiverThatWasThereBeforeTheFlagWasReadNeedsNoOtherRead() {
    CompileResult.Optimized result = harness.optimize(Uses.class, "add");
    assertEquals(4, result.stats().inlined());
    assertEquals(1, Harness.count(result.method(), "GETSTATIC"));
  }

  @Test
  void theFlagIsReadBeforeALoopForAParameter() throws ReflectiveOperationException {
    LoadedClass owner = world.loaded(Type.getInternalName(Uses.class));
    MethodInfo info =
        owner.info().method("sum", "(" + Type.getDescriptor(Counter.class) + "I)I").orElseThrow();
    Cfg cfg = Cfg.of(world.code(owner, info).orElseThrow());
    List<Long> counts = new ArrayList<>();
    for (Edge edge : cfg.edges()) {
      counts.add(edge.kind() == Edge.Kind.ENTRY || edge.kind() == Edge.Kind.EXIT ? 10L : 1000L);
    }
    MethodId id = new MethodId(owner.name(), info.name(), info.descriptor());
    world.profile(new MethodProfile(id, 0, 10, counts, 0, Map.of()));
    CompileResult.Optimized result = harness.optimize(Uses.class, "sum");
    InsnList code = result.method().instructions;
    int read = -1;
    for (int i = 0; i < code.size() && read < 0; i++) {
      read = code.get(i).getOpcode() == Opcodes.GETSTATIC ? i : -1;
    }
    assertEquals(1, Harness.count(result.method(), "GETSTATIC"));
    assertTrue(read >= 0 && read < firstLabelJumpedTo(code), "read at " + read);
    harness.assertSameResult(Uses.class, "runCounters");
    Harness.Loader broken = harness.loader();
    broken.breakAssumptions();
    assertEquals(
        Harness.outcome(new Harness(world).loader(), Uses.class, "runCounters"),
        Harness.outcome(broken, Uses.class, "runCounters"));
  }

  @Test
  void theFlagIsReadFirstForAParameterThatIsAskedTwice() {
    LoadedClass owner = world.loaded(Type.getInternalName(Uses.class));
    MethodInfo info =
        owner
            .info()
            .method("askedTwice", "(" + Type.getDescriptor(Counter.class) + ")I")
            .orElseThrow();
    MethodId id = new MethodId(owner.name(), info.name(), info.descriptor());
    int edges = Cfg.of(world.code(owner, info).orElseThrow()).edges().size();
    world.profile(new MethodProfile(id, 0, 10, Collections.nCopies(edges, 10L), 0, Map.of()));
    MethodNode code = harness.optimize(Uses.class, "askedTwice").method();
    assertEquals(1, Harness.count(code, "GETSTATIC dev/jpgo/core/phase/TestFlags"));
  }

  @Test
  void ofALongBodyTheFrontIsCopiedIfItIsMostlyAllThatRuns() {
    LoadedClass owner = world.loaded(Type.getInternalName(Fronts.class));
    MethodInfo info = owner.info().method("restrict", "(I)Z").orElseThrow();
    Cfg cfg = Cfg.of(world.code(owner, info).orElseThrow());
    List<Long> counts = new ArrayList<>();
    for (Edge edge : cfg.edges()) {
      boolean front = edge.from() == 1 || edge.to() == 1;
      boolean loop = edge.from() > 0 && edge.from() > edge.to();
      counts.add(edge.kind() == Edge.Kind.ENTRY ? 1000L : front ? 900L : loop ? 3000L : 100L);
    }
    MethodId id = new MethodId(owner.name(), info.name(), info.descriptor());
    world.profile(new MethodProfile(id, 0, 1000, counts, 0, Map.of()));
    CompileResult.Optimized result = harness.optimize(Fronts.class, "count");
    assertEquals(1, result.stats().inlined(), () -> Harness.explain(result));
    assertEquals(0, Harness.count(result.method(), "IASTORE"));
    harness.assertSameResult(Fronts.class, "run");
  }

  private static int firstLabelJumpedTo(InsnList code) {
    int first = code.size();
    for (AbstractInsnNode at : code) {
      if (at instanceof JumpInsnNode jump) {
        first = Math.min(first, code.indexOf(jump.label));
      }
    }
    return first;
  }

  @Test
  void whatStartsOverHasCalledNothingBefore() throws ReflectiveOperationException {
    assertEquals(
        """
        + Restarts.add: static
          + Square.area: the only target in the loaded hierarchy
        """,
        Harness.explain(harness.optimize(Restarts.class, "measure")).replaceAll(" *- .*\n", ""));
    Harness.Loader broken = harness.loader();
    broken.breakAssumptions();
    assertEquals("negative: -1, asked 1", Harness.outcome(broken, Restarts.class, "runHole"));
  }

  @Test
  void aReceiverThatCameAfterTheFlagWasReadIsLookedAtAnew() {
    CompileResult.Optimized result = harness.optimize(Handover.class, "measure");
    assertEquals(2, result.stats().inlined());
    assertEquals("899", Harness.outcome(harness.loader(), Handover.class, "runLate"));
    assertEquals(3, harness.optimize(Handover.class, "measureChecked").stats().inlined());
    assertEquals("900", Harness.outcome(harness.loader(), Handover.class, "runLateChecked"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"read", "count"})
  void aFinalClassThatTheReceiverIsCastToNeedsNoFlag(String method) {
    Harness finals =
        new Harness(new TestWorld().load(Finals.class, Finals.Meter.class, Finals.Linear.class));
    CompileResult.Optimized result = finals.optimize(Finals.class, method);
    assertEquals(2, result.stats().inlined());
    assertEquals(1, result.assumptions().size()); // says when it is time for another version
    assertEquals(0, Harness.count(result.method(), "GETSTATIC"));
    finals.assertSameResult(Finals.class, "run");
  }

  @Test
  void aDynamicConstantMayBeNull() {
    LoadedClass owner = world.loaded(Type.getInternalName(Constants.class));
    MethodInfo info = owner.info().method("ofConstant", "(" + CONSTANTS + ")I").orElseThrow();
    InsnList code = world.code(owner, info).orElseThrow().instructions;
    for (AbstractInsnNode at : code) {
      if (at.getOpcode() == Opcodes.ALOAD) {
        code.set(at, new LdcInsnNode(new ConstantDynamic("none", CONSTANTS, NULL_CONSTANT)));
      }
    }
    assertEquals(
        "+ Constants.three: private\n",
        Harness.explain(harness.optimize(Constants.class, "ofConstant")));
    assertEquals("threw NPE", Harness.outcome(harness.loader(), Constants.class, "run"));
  }
}
