package dev.jpgo.agent.redefine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.Fingerprint;
import dev.jpgo.agent.world.LiveProgram;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.InlineDecision;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.IincInsnNode;

/** What other agents make of classes is kept, and is what versions are made of. */
class OtherAgentsTest extends RedefinerFixture {
  @Test
  void aClassThatSomeoneElseHasMadeAnewIsMarkedUntilItHasItsVersionAgain() throws Exception {
    ClassState state = subject("foreign/A");
    redefiner.install(List.of(state));
    assertFalse(transformer.takeForeign());
    instrumentation.retransformClasses(state.record().type());
    assertTrue(transformer.takeForeign());
    assertTrue(state.isReverted());
    assertFalse(state.isChanged());
    assertEquals(0, counted(state));
    redefiner.install(List.of(state));
    assertFalse(state.isReverted());
    assertEquals(3, counted(state));
  }

  @Test
  void whatSomeoneElseHasChangedOfAClassIsMarkedAsChanged() throws Exception {
    ClassState state = subject("foreign/B");
    redefiner.install(List.of(state));
    changedByAnother(state.record());
    instrumentation.retransformClasses(state.record().type());
    assertTrue(state.isReverted());
    assertTrue(state.isChanged());
    state.startAgain();
    redefiner.install(List.of(state));
    assertEquals(3, counted(state));
    assertFalse(state.isReverted());
  }

  @Test
  void whatSomeoneElseMadeAnewBeforeItsFirstVersionMayHaveBeenInlined() throws Exception {
    ClassState state = subject("foreign/C");
    instrumentation.retransformClasses(state.record().type());
    redefiner.install(List.of(state));
    assertTrue(transformer.takeForeign());
    assertTrue(state.isChanged(), "the first version has hidden it");
    state.startAgain();
    assertFalse(state.isReverted());
    redefiner.install(List.of(state));
    assertEquals(3, counted(state));
    assertFalse(state.isReverted());
  }

  @Test
  void whatSomeoneElseMakesAnewUnchangedAllTheTimeIsNotBegunAnewEachTime() throws Exception {
    ClassState state = subject("foreign/E");
    instrumentation.retransformClasses(state.record().type());
    assertTrue(state.isChanged(), "it may have been changed since it was loaded");
    state.startAgain();
    instrumentation.retransformClasses(state.record().type());
    assertTrue(state.isReverted());
    assertFalse(state.isChanged());
    redefiner.install(List.of(state));
    assertEquals(3, counted(state));
  }

  @Test
  void whatSomeoneElseMadeAnewBeforeWeKnewItIsMarkedWhenWeDo() throws Exception {
    Class<?> type = new LiveProgram.Loader().define(classFile("foreign/D"));
    instrumentation.retransformClasses(type);
    assertTrue(transformer.takeForeign());
    ClassState state = new ClassState(program.registry().record(type));
    assertTrue(transformer.takeForeign());
    assertTrue(state.isChanged());
    assertFalse(transformer.takeForeign());
  }

  @Test
  void whatSomeoneElseMadeAnewUnchangedBeforeWeKnewItKeepsItsCountersFromLoad() throws Exception {
    ClassRecord known = subject("foreign/F").record();
    redefiner.fetch(List.of(new ClassState(known)));
    byte[] original = program.registry().bytes(known);
    assertNotNull(original);
    counters.makeRoom();
    TierZero.Loaded loaded = tierZero.atLoad(original, true);
    assertNotNull(loaded);
    known.attach(loaded.state());
    instrumentation.retransformClasses(known.type());
    assertTrue(transformer.takeForeign());
    ClassState state = new ClassState(known);
    assertTrue(transformer.takeForeign());
    assertTrue(state.isReverted());
    assertFalse(state.isChanged(), "a loop in its first version would never be left");
    redefiner.install(List.of(state));
    assertEquals(loaded.state().layout(), state.layout());
    assertEquals(3, counted(state));
  }

  @Test
  void whatWasMadeOfBytesThatAreOthersWhenTheFirstVersionComesIsMadeAnew() throws Exception {
    for (boolean first : new boolean[] {true, false}) {
      ClassState same = subject("foreign/G" + first);
      seen(same);
      install(same, first);
      assertFalse(same.isReverted(), "the VM writes it anew, and it says the same");
      ClassState other = subject("foreign/H" + first);
      seen(other);
      changedByAnother(other.record());
      install(other, first);
      assertTrue(other.isChanged(), "what was made of the bytes before stays");
      other.startAgain();
      program.registry().outdated(other.record());
      install(other, first);
      assertFalse(other.isReverted(), "begins anew for good");
    }
  }

  /** Code is made of the bytes that a class was loaded with. */
  private void seen(ClassState state) {
    program.registry().captured(state.record(), classFile(state.record().name()));
    assertNotNull(program.registry().code(state.record()));
  }

  private void install(ClassState state, boolean first) {
    if (first) {
      redefiner.install(List.of(state));
    } else {
      redefiner.fetch(List.of(state));
    }
  }

  @Test
  void countersFromLoadAreNotPutIntoOtherBytes() throws Exception {
    ClassRecord known = subject("foreign/I").record();
    redefiner.fetch(List.of(new ClassState(known)));
    counters.makeRoom();
    TierZero.Loaded loaded = tierZero.atLoad(program.registry().bytes(known), true);
    assertNotNull(loaded);
    known.attach(loaded.state());
    ClassState state = new ClassState(known);
    changedByAnother(known);
    program.registry().outdated(known); // its bytes are forgotten
    redefiner.install(List.of(state));
    assertTrue(state.isChanged());
    assertEquals(0, counted(state));
  }

  /** The VM of JDK 17 to 19 hands out what the class was before, once we have changed it. */
  @Test
  void whatAnotherAgentRedefinesStaysAndGetsItsCountersAnew() throws Exception {
    ClassState state = subject("redefined/A");
    redefiner.install(List.of(state));
    redefine(state, 5);
    assertEquals(5, step(state), "at once");
    assertTrue(state.isChanged());
    state.startAgain();
    program.registry().outdated(state.record());
    redefiner.restore(List.of(state));
    assertEquals(5, step(state), "after it was put back");
    redefiner.install(List.of(state));
    assertEquals(5, step(state), "with counters");
    assertFalse(state.isChanged());
    assertEquals(5, steps(program.registry().bytes(state.record())), "what would be inlined");
  }

  @Test
  void whatIsRedefinedStaysWhenSomeoneElseMakesItAnew() throws Exception {
    for (int by : new int[] {5, 1, 6}) {
      ClassState state = subject("redefined/E" + by);
      redefiner.install(List.of(state));
      redefine(state, by);
      for (int again = 0; again < 2; again++) {
        instrumentation.retransformClasses(state.record().type());
        assertEquals(by, step(state));
      }
      state.startAgain();
      redefiner.install(List.of(state));
      instrumentation.retransformClasses(state.record().type());
      assertEquals(by, step(state));
      assertFalse(state.isChanged());
      redefine(state, 9);
      redefine(state, 1);
      instrumentation.retransformClasses(state.record().type());
      assertEquals(1, step(state));
    }
  }

  /** A transformer that comes before ours, and changes what it makes of a class. */
  @Test
  void whatAnotherAgentRetransformsIsWhatItMakesOfIt() throws Exception {
    ClassState state = subject("redefined/F");
    redefiner.install(List.of(state));
    AtomicInteger by = new AtomicInteger(1);
    before(state, bytes -> stepping(bytes, by.get()));
    for (int next : new int[] {5, 6, 1, 7}) {
      by.set(next);
      instrumentation.retransformClasses(state.record().type());
      assertEquals(next, step(state));
      state.startAgain();
      redefiner.install(List.of(state));
      assertEquals(next, step(state));
      assertFalse(state.isChanged());
    }
  }

  @Test
  void whatAnotherAgentRetransformedStaysWhenItsTransformerIsGone() throws Exception {
    for (boolean known : new boolean[] {true, false}) {
      ClassState state = subject("redefined/G" + known);
      if (known) {
        redefiner.install(List.of(state));
      }
      ClassFileTransformer other = before(state, bytes -> stepping(bytes, 5));
      instrumentation.retransformClasses(state.record().type());
      instrumentation.removeTransformer(other);
      for (int again = 0; again < 2; again++) {
        state.startAgain();
        redefiner.install(List.of(state));
        assertEquals(5, step(state));
      }
      instrumentation.retransformClasses(state.record().type());
      assertEquals(1, step(state), "what it makes of it now is nothing");
      state.startAgain();
      redefiner.install(List.of(state));
      assertEquals(1, step(state));
    }
  }

  @Test
  void whatAnotherAgentRetransformedStaysWhenItsTransformerGoesLater() throws Exception {
    ClassState state = subject("redefined/H");
    redefiner.install(List.of(state));
    ClassFileTransformer other = before(state, bytes -> stepping(bytes, 5));
    instrumentation.retransformClasses(state.record().type());
    state.startAgain();
    redefiner.install(List.of(state));
    instrumentation.removeTransformer(other);
    redefiner.install(List.of(state));
    assertEquals(5, step(state));
    assertFalse(state.isChanged(), "it is the same class all the time");
  }

  /** Our first version comes between its transformer and its retransformation. */
  @Test
  void whatAnotherAgentRetransformedStaysThoughItWasNeverSeenWithoutThat() throws Exception {
    for (boolean first : new boolean[] {true, false}) {
      ClassState state = subject("redefined/M" + first);
      ClassFileTransformer other = before(state, bytes -> stepping(bytes, 5));
      install(state, first);
      instrumentation.retransformClasses(state.record().type());
      instrumentation.removeTransformer(other);
      assertTrue(state.bytes().wasHandedToUs());
      state.bytes().compare(() -> 0);
      state.startAgain();
      for (int again = 0; again < 2; again++) {
        install(state, first);
        assertEquals(5, step(state));
      }
    }
  }

  @Test
  void aChangeThatTheVmDidNotTakeIsNone() throws Exception {
    for (int before : new int[] {1, 5}) {
      ClassState state = subject("redefined/I" + before);
      redefiner.install(List.of(state));
      if (before != 1) {
        redefine(state, before);
      }
      refusedRedefinition(state, 6);
      assertEquals(before, step(state));
      redefiner.restore(List.of(state));
      assertEquals(before, step(state), "after it was put back");
      refusedRedefinition(state, 6);
      instrumentation.retransformClasses(state.record().type());
      assertEquals(before, step(state), "after it was made anew by another agent");
      state.startAgain();
      redefiner.install(List.of(state));
      assertEquals(before, step(state), "with counters");
    }
  }

  /** For subclasses it is counted too when a class is redefined. */
  @Test
  void aChangeThatTheVmDidNotTakeIsNoneThoughASuperclassIsMadeAnew() throws Exception {
    ClassState state = subject("redefined/J");
    redefiner.install(List.of(state));
    refusedRedefinition(state, 6);
    instrumentation.retransformClasses(Object.class);
    redefiner.install(List.of(state));
    assertEquals(1, step(state));
  }

  @Test
  void aChangeThatTheVmDidNotTakeIsNoneThoughTheClassWasNotKnown() throws Exception {
    ClassRecord known = subject("redefined/K").record();
    redefiner.install(List.of(new ClassState(known)));
    known.attach(tierZero);
    redefine(known, 5);
    refusedRedefinition(known, 6);
    ClassState state = new ClassState(known);
    assertTrue(transformer.takeForeign());
    state.startAgain();
    redefiner.install(List.of(state));
    assertEquals(5, step(state));
  }

  /** One of two classes: the other is not one that the VM takes. */
  private void refusedRedefinition(ClassState state, int by) throws Exception {
    refusedRedefinition(state.record(), by);
  }

  private void refusedRedefinition(ClassRecord record, int by) throws Exception {
    Class<?> bad = new LiveProgram.Loader().define(classFile("redefined/Bad"));
    byte[] bytes = stepping(classFile(record.name()), by);
    byte[] another = classFile("another/Name");
    assertThrows(
        LinkageError.class,
        () ->
            instrumentation.redefineClasses(
                new ClassDefinition(record.type(), bytes), new ClassDefinition(bad, another)));
  }

  @Test
  void whatIsNoOtherThanWhatWasLoadedIsNotKept() throws Exception {
    ClassState state = subject("redefined/L");
    long loaded = Fingerprint.of(classFile("redefined/L"));
    instrumentation.retransformClasses(state.record().type());
    assertNotNull(state.bytes().kept(), "it may be another");
    state.bytes().compare(() -> loaded);
    assertNull(state.bytes().kept());
    before(state, bytes -> stepping(bytes, 5));
    instrumentation.retransformClasses(state.record().type());
    state.bytes().compare(() -> loaded);
    assertNotNull(state.bytes().kept());
  }

  @Test
  void aVersionWithCodeThatAnotherAgentChangesMeanwhileIsNotInstalled() throws Exception {
    for (boolean changing : new boolean[] {false, true}) {
      ClassRecord inlined = subject("inlined/A" + changing).record();
      ClassState state = subject("inlining/A" + changing);
      redefiner.install(List.of(state));
      program.registry().pin(state.record());
      MethodRecord method = state.promote(state.record().info().methods().get(0));
      MethodId callee = new MethodId(inlined.name(), "m", "()V");
      InlineDecision how = new InlineDecision(0, 0, callee, true, "", 1, List.of());
      ClassNode code = new ClassNode();
      new ClassReader(stepping(classFile(state.record().name()), 5)).accept(code, 0);
      method.optimize(
          code.methods.get(0), new CompiledMethod(10, 0, List.of(how), Optional.empty()), 0, "hot");
      if (changing) {
        inlined.changing();
      }
      redefiner.install(List.of(state));
      assertEquals(changing ? 1 : 5, step(state));
      assertEquals(changing, state.isChanged(), "is begun anew");
    }
  }

  @Test
  void ofAClassThatSomeoneElseHasMadeAnewMayChangesBeUnseen() throws Exception {
    ClassState state = subject("unseen/A");
    redefiner.install(List.of(state));
    assertFalse(state.record().mayBeChangedUnseen());
    instrumentation.retransformClasses(state.record().type());
    assertTrue(state.record().mayBeChangedUnseen());
    assertTrue(program.registry().mayBeOutdated("unseen/A"));
    ClassState changed = subject("unseen/B");
    redefiner.install(List.of(changed));
    redefine(changed, 5);
    assertTrue(changed.record().isChanging());
    assertTrue(program.registry().mayBeOutdated("unseen/B"));
    assertFalse(changed.record().mayBeChangedUnseen(), "it was shown");
    changed.bytes().compare(() -> 0);
    assertTrue(changed.bytes().isOther());
    ClassRecord unknown = subject("unseen/C").record();
    unknown.attach(null);
    instrumentation.retransformClasses(unknown.type());
    assertTrue(transformer.takeForeign());
    ClassState late = new ClassState(unknown);
    assertTrue(transformer.takeForeign());
    assertTrue(unknown.isChanging());
    late.bytes().compare(() -> 0);
    assertFalse(late.bytes().isOther(), "that is not known");
    assertFalse(program.registry().mayBeOutdated("unseen/D"));
  }

  @Test
  void whatAnotherAgentRedefinesBackIsWhatItWas() throws Exception {
    ClassState state = subject("redefined/B");
    redefiner.install(List.of(state));
    for (int by : new int[] {5, 6, 1, 7, 1}) {
      redefine(state, by);
      assertTrue(state.isChanged(), () -> "by " + by);
      assertEquals(by, step(state), "at once");
      state.startAgain();
      program.registry().outdated(state.record());
      redefiner.install(List.of(state));
      assertEquals(by, step(state), "with counters");
      redefiner.install(List.of(state));
      assertEquals(by, step(state), "again");
      assertFalse(state.isChanged());
    }
  }

  @Test
  void whatAnotherAgentRedefinesAndBackBeforeWeComeIsWhatItWas() throws Exception {
    ClassState state = subject("redefined/C");
    redefiner.install(List.of(state));
    redefine(state, 5);
    redefine(state, 1);
    assertEquals(1, step(state));
    state.startAgain();
    redefiner.install(List.of(state));
    assertEquals(1, step(state));
  }

  @Test
  void whatAnotherAgentRedefinesBeforeWeKnewItStays() throws Exception {
    ClassRecord known = subject("redefined/D").record();
    redefiner.install(List.of(new ClassState(known)));
    known.attach(tierZero);
    redefine(known, 5);
    ClassState state = new ClassState(known);
    assertTrue(transformer.takeForeign());
    assertTrue(state.isChanged());
    state.startAgain();
    redefiner.install(List.of(state));
    assertEquals(5, step(state));
  }

  /** What another agent makes {@code count} count by. */
  private void redefine(ClassState state, int by) throws Exception {
    redefine(state.record(), by);
  }

  private void redefine(ClassRecord record, int by) throws Exception {
    byte[] bytes = stepping(classFile(record.name()), by);
    instrumentation.redefineClasses(new ClassDefinition(record.type(), bytes));
  }

  private static byte[] stepping(byte[] classFile, int by) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, 0);
    increment(node).incr = by;
    ClassWriter writer = new ClassWriter(0);
    node.accept(writer);
    return writer.toByteArray();
  }

  private static int steps(byte[] classFile) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, 0);
    return increment(node).incr;
  }

  private static IincInsnNode increment(ClassNode node) {
    for (AbstractInsnNode each : node.methods.get(0).instructions) {
      if (each instanceof IincInsnNode increment) {
        return increment;
      }
    }
    throw new AssertionError("no increment");
  }

  /** By how much the class counts. */
  private static int step(ClassState state) throws ReflectiveOperationException {
    return (int) state.record().type().getMethod("count", int.class).invoke(null, 1);
  }

  /** From now on another transformer, which comes before ours, changes a class. */
  private void changedByAnother(ClassRecord record) {
    before(record, OtherAgentsTest::renamedSource);
  }

  /** Another transformer, which comes before ours. */
  private ClassFileTransformer before(ClassState state, UnaryOperator<byte[]> change) {
    return before(state.record(), change);
  }

  private ClassFileTransformer before(ClassRecord record, UnaryOperator<byte[]> change) {
    ClassFileTransformer other = changing(record.name(), change);
    instrumentation.removeTransformer(transformer);
    instrumentation.addTransformer(other, true);
    others.add(other);
    instrumentation.addTransformer(transformer, true);
    return other;
  }

  private static byte[] renamedSource(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(writer, 0);
    writer.visitSource("Other.java", null);
    return writer.toByteArray();
  }
}
