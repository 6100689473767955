package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.emit.CompilerBailouts;
import dev.jpgo.core.phase.inline.LockPlaces;
import dev.jpgo.core.phase.targets.Locks;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Inlined bodies lock what they locked, as long as they did. */
class LockInliningTest {
  private final TestWorld world = new TestWorld().load(Locks.class);
  private final Harness harness = new Harness(world);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "runSeen",
        "runThrown",
        "runNull",
        "runNested",
        "runThreads",
        "runOwn",
        "runSpread"
      })
  void synchronizedCalleesComputeTheSame(String run) {
    assertTrue(harness.compileAll(Locks.class) > 5);
    harness.assertSameResult(Locks.class, run);
  }

  @Test
  void aSynchronizedBodyLocksWhereItStands() {
    MethodNode code = harness.optimize(Locks.class, "thrown").method();
    assertEquals(1, Harness.count(code, "MONITORENTER"));
    assertTrue(Harness.count(code, "MONITOREXIT") >= 2, text(code)); // returned and thrown
  }

  @Test
  void whatIsLockedAlreadyIsNotLockedAgain() {
    MethodNode nested = harness.optimize(Locks.class, "nested").method();
    assertEquals(0, Harness.count(nested, "MONITORENTER"), text(nested));
    assertEquals(0, Harness.count(nested, "MONITOREXIT"), text(nested));
    MethodNode region = harness.optimize(Locks.class, "region").method();
    assertEquals(1, Harness.count(region, "MONITORENTER"), text(region)); // of two, merged
    harness.without("merged-locks");
    region = harness.optimize(Locks.class, "region").method();
    assertEquals(2, Harness.count(region, "MONITORENTER"), text(region));
  }

  @Test
  void theLocksOfOthersStay() {
    harness.without("merged-locks");
    MethodNode work = harness.optimize(Locks.class, "work").method();
    assertEquals(3, Harness.count(work, "MONITORENTER"), text(work));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"runSeen", "runThrown", "runNull", "runNested", "runThreads", "runSpread"})
  void theyDoWhereCoveredLocksAreNotTakenIn(String run) {
    harness.locks(LockPlaces.UNCOVERED);
    assertTrue(harness.compileAll(Locks.class) > 5);
    harness.assertSameResult(Locks.class, run);
  }

  @Test
  void whereCoveredLocksAreNotTakenInOthersAre() {
    harness.locks(LockPlaces.UNCOVERED);
    MethodNode work = harness.optimize(Locks.class, "work").method();
    assertEquals(3, Harness.count(work, "MONITORENTER"), text(work));
    String handled = Harness.explain(harness.compile(Locks.class, "thrown"));
    assertTrue(handled.contains("- Locks.divide: locks where something is"), handled);
    String locked = Harness.explain(harness.compile(Locks.class, "crossed"));
    assertTrue(locked.contains("+ Locks.isAbove"), locked);
    assertTrue(locked.contains("- Locks.add: locks where something is"), locked);
    assertTrue(locked.contains("- Locks.addCommon: locks where something is"), locked);
    assertTrue(locked.contains("- Locks.addInRegion: locks where something is"), locked);
  }

  @Test
  void whereCoveredLocksAreNotTakenInThoseAreThatGo() {
    harness.locks(LockPlaces.UNCOVERED);
    MethodNode nested = harness.optimize(Locks.class, "nested").method();
    assertEquals(0, Harness.count(nested, "MONITOR"), text(nested));
    assertEquals(0, Harness.count(nested, "Locks.add"), text(nested));
    MethodNode region = harness.optimize(Locks.class, "region").method();
    assertEquals(2, Harness.count(region, "MONITORENTER"), text(region));
    assertEquals(0, Harness.count(region, "Locks.addTwice"), text(region));
  }

  @Test
  void whereOneStaysAllThatLocksStays() {
    harness.locks(LockPlaces.UNCOVERED).without("nested-locks");
    String decisions = Harness.explain(harness.compile(Locks.class, "region"));
    assertTrue(decisions.contains("- Locks.addTwice: synchronized"), decisions);
  }

  @Test
  void whatNobodyElseCanLockIsNotLockedAndNotEvenMade() {
    MethodNode own = harness.optimize(Locks.class, "own").method();
    assertEquals(0, Harness.count(own, "MONITOR"), text(own));
    assertEquals(0, Harness.count(own, "NEW dev/"), text(own));
    harness.without("unshared-locks", "merged-locks");
    own = harness.optimize(Locks.class, "own").method();
    assertEquals(4, Harness.count(own, "MONITORENTER"), text(own));
  }

  @Test
  void whatIsMadeOnEveryWayIsNotTestedForNull() {
    MethodNode either = harness.optimize(Locks.class, "either").method();
    assertEquals(0, Harness.count(either, "IFN"), text(either));
    assertEquals(0, Harness.count(either, "INVOKEVIRTUAL"), text(either));
    assertEquals(1, Harness.count(either, "MONITORENTER"), text(either)); // it is in a phi
  }

  @Test
  void bodiesMayBeLongerWhereTheirLocksGo() {
    assertEquals(0, Harness.count(harness.optimize(Locks.class, "spreadOwn").method(), "MONITOR"));
    for (String other : new String[] {"spreadGiven", "spreadKept"}) {
      String decisions = Harness.explain(harness.compile(Locks.class, other));
      assertTrue(decisions.contains("- Locks.spread: too large"), decisions);
    }
  }

  @Test
  void aConstructorThatLocksRestOnIsADecision() {
    String decisions = Harness.explain(harness.compile(Locks.class, "own"));
    assertTrue(decisions.contains("+ Locks.<init>: nobody else can lock its object"), decisions);
  }

  @Test
  void aBodyThatKeepsALockIsNotInlined() {
    InsnList code = codeOf("addInRegion");
    for (AbstractInsnNode at : code) {
      if (at.getOpcode() == Opcodes.MONITOREXIT) {
        code.set(at, new InsnNode(Opcodes.POP));
        break;
      }
    }
    assertTrue(
        Harness.explain(harness.compile(Locks.class, "work"))
            .contains("- Locks.addInRegion: its locks are not balanced"));
  }

  /** As interpreters' code does; what C1 would not compile for its locks is not made. */
  @Test
  void c1TakesLocksInWhereItSeesThemBalanced() {
    harness.mode(Mode.C1);
    CompileResult result = harness.compile(Locks.class, "work");
    String decisions = Harness.explain(result);
    assertFalse(decisions.contains("- Locks.add: synchronized"), decisions);
    MethodNode code = ((CompileResult.Optimized) result).method();
    assertTrue(text(code).contains("MONITORENTER"), text(code));
    assertNull(CompilerBailouts.of(Type.getInternalName(Locks.class), code));
  }

  @Test
  void anOptimizingCompilerKeepsTheCalls() {
    harness.mode(Mode.JIT);
    String decisions = Harness.explain(harness.compile(Locks.class, "work"));
    assertTrue(decisions.contains("- Locks.add: synchronized"), decisions);
    assertTrue(decisions.contains("- Locks.addInRegion: locks a monitor"), decisions);
  }

  private static String text(MethodNode code) {
    return String.join("\n", Harness.instructions(code));
  }

  private InsnList codeOf(String name) {
    LoadedClass owner = world.loaded(Type.getInternalName(Locks.class));
    for (MethodInfo info : owner.info().methods()) {
      if (info.name().equals(name)) {
        return world.code(owner, info).orElseThrow().instructions;
      }
    }
    throw new IllegalArgumentException(name);
  }
}
