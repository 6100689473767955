package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.phase.targets.Kept;
import dev.jpgo.core.world.KnownObject;
import dev.jpgo.core.world.Mode;
import dev.jpgo.runtime.JpgoConstantsOfTests;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Functions that were made elsewhere are followed where the receiver is that very object. */
class KnownReceiversTest {
  private static final String HOLDER = Type.getInternalName(JpgoConstantsOfTests.class);
  private static final String CALL = "INVOKEINTERFACE java/util/";
  private static final String READ = "GETSTATIC " + HOLDER + ".c";

  private final TestWorld world = new TestWorld().load(Kept.class, Comparator.class);
  private final KnownObject add = known("c0", Kept.class, "<clinit>", 0);
  private final KnownObject length = known("c1", Kept.class, "<clinit>", 1);
  private final KnownObject order = known("c2", Comparator.class, "comparingInt", 0, length);
  private final Harness harness = new Harness(world);

  /** What the n-th function is that a method makes. */
  private KnownObject known(
      String field, Class<?> host, String method, int number, KnownObject... captured) {
    String name = Type.getInternalName(host);
    ClassNode node = new ClassNode();
    new ClassReader(TestWorld.bytes(name)).accept(node, 0);
    List<InvokeDynamicInsnNode> sites = new ArrayList<>();
    for (MethodNode each : node.methods) {
      for (AbstractInsnNode instruction : each.instructions) {
        if (each.name.equals(method) && instruction instanceof InvokeDynamicInsnNode site) {
          sites.add(site);
        }
      }
    }
    InvokeDynamicInsnNode site = sites.get(number);
    return new KnownObject(
        HOLDER,
        field,
        new KnownObject.Making(
            world.loaded(name),
            Type.getReturnType(site.desc).getInternalName(),
            site.name,
            ((Type) site.bsmArgs[0]).getDescriptor(),
            (Handle) site.bsmArgs[1],
            ((Type) site.bsmArgs[2]).getDescriptor(),
            site.desc,
            List.of(captured)));
  }

  private void guess() {
    world
        .receiver("folded", add)
        .receiver("ordered", order)
        .receiver("joined", length)
        .receiver("called", length);
  }

  private void assertCalls(String method, int left, int reads) {
    CompileResult.Optimized result = harness.optimize(Kept.class, method);
    String code = String.join("\n", Harness.instructions(result.method()));
    assertEquals(left, Harness.count(result.method(), CALL), code);
    assertEquals(reads, Harness.count(result.method(), READ), code);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "same",
        "others",
        "none",
        "nothingGiven",
        "nothingThere",
        "nullCompared",
        "failing",
        "polluted",
        "pollutedToo"
      })
  void theyDoWhatTheyDid(String method) {
    guess();
    harness.compileAll(Kept.class);
    harness.assertSameResult(Kept.class, method);
  }

  @Test
  void theCallThatIsLeftIsForOthers() {
    guess();
    assertCalls("folded", 1, 1);
    assertCalls("ordered", 2, 1); // who is asked twice is compared once
    assertCalls("joined", 2, 2);
  }

  @Test
  void whatIsMadeInSightIsNotCompared() {
    world.receiver("applied", known("c0", Kept.class, "madeInSight", 0));
    assertCalls("madeInSight", 0, 0);
    CompileResult.Optimized result = harness.optimize(Kept.class, "madeInSight");
    assertEquals(0, Harness.count(result.method(), "INVOKEDYNAMIC"));
    harness.assertSameResult(Kept.class, "madeInSight");
  }

  @Test
  void whatIsMadeByAnotherLoaderIsLeftAlone() {
    KnownObject.Making made = length.making();
    world.receiver(
        "called",
        new KnownObject(
            HOLDER,
            "c1",
            new KnownObject.Making(
                world.loaded("java/lang/Object"),
                made.type(),
                made.name(),
                made.erased(),
                made.implementation(),
                made.instantiated(),
                made.descriptor(),
                made.captured())));
    assertTrue(harness.compile(Kept.class, "called") instanceof CompileResult.Unchanged);
  }

  @Test
  void anObjectThatIsNoFunctionIsLeftAlone() {
    world.receiver("called", new KnownObject(HOLDER, "c1", null));
    assertTrue(harness.compile(Kept.class, "called") instanceof CompileResult.Unchanged);
  }

  @Test
  void aFunctionOfAnotherInterfaceIsLeftAlone() {
    world.receiver("called", add);
    assertTrue(harness.compile(Kept.class, "called") instanceof CompileResult.Unchanged);
  }

  @Test
  void anOptimizingCompilerIsLeftToFindOut() {
    guess();
    Harness c1 = harness.mode(Mode.C1);
    assertTrue(c1.compile(Kept.class, "called") instanceof CompileResult.Optimized);
    Harness optimizing = harness.mode(Mode.JIT);
    assertTrue(optimizing.compile(Kept.class, "called") instanceof CompileResult.Unchanged);
  }
}
