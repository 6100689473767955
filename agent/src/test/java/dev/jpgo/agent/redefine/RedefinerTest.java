package dev.jpgo.agent.redefine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.FlagAllocator;
import dev.jpgo.agent.world.LiveProgram;
import dev.jpgo.core.instrument.InstrumentationLayout;
import dev.jpgo.core.world.Assumption;
import dev.jpgo.runtime.JpgoCounters;
import java.lang.instrument.ClassFileTransformer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/** The JVM takes versions of real classes in, or refuses them. */
class RedefinerTest extends RedefinerFixture {
  private static final long SECONDS = 60;

  @Test
  void aClassWhoseBytesAreFetchedStaysAsItIs() throws ReflectiveOperationException {
    ClassState state = subject("Fetched");
    program.registry().outdated(state.record());
    redefiner.fetch(List.of(state));
    assertNotNull(program.registry().bytes(state.record()));
    assertEquals(ClassState.Status.FRESH, state.status());
    assertNull(state.layout());
    assertEquals(0, counted(state));
    redefiner.install(List.of(state));
    assertEquals(ClassState.Status.REWRITTEN, state.status());
    assertEquals(3, counted(state));
  }

  /** Another agent, after ours, that makes a class file of this class that no VM takes. */
  private void spoil(String name) {
    ClassFileTransformer spoiler = changing(name, bytes -> classFile("another/Name"));
    others.add(spoiler);
    instrumentation.addTransformer(spoiler, true);
  }

  private JsonNode figures() throws Exception {
    return new ObjectMapper().readTree(statistics.json()).get("redefinition");
  }

  @Test
  void aBatchOfClassesCountsAfterOneRetransformation() throws Exception {
    ClassState a = subject("batch/A");
    ClassState b = subject("batch/B");
    assertEquals(List.of(), redefiner.install(List.of(a, b)));
    assertEquals(3, counted(a));
    assertEquals(3, counted(b));
    assertEquals(1, figures().get("batches").asInt());
    assertEquals(2, figures().get("classes").asInt());
  }

  @Test
  void countingEndsWithTheNextVersion() throws ReflectiveOperationException {
    ClassState a = subject("ends/A");
    redefiner.install(List.of(a));
    assertEquals(3, counted(a));
    a.endCounting();
    assertEquals(3, counted(a));
    redefiner.install(List.of(a)); // made of the version before
    assertEquals(0, counted(a));
    redefiner.install(List.of(subject("ends/B"))); // the bytes of the other are forgotten
    redefiner.install(List.of(a)); // made of its original
    assertEquals(0, counted(a));
    assertFalse(a.counts());
    a.startAgain();
    redefiner.install(List.of(a));
    assertEquals(3, counted(a));
  }

  @Test
  void whatIsProfiledAsCountingEndsIsProfiledOn() throws ReflectiveOperationException {
    ClassState a = subject("profiled/A");
    redefiner.install(List.of(a));
    MethodRecord method = a.promote(a.record().info().methods().get(0));
    int first = counters.allocate(layoutOf("profiled/A").counters());
    method.layOut(layoutOf("profiled/A"), first, 0, 0);
    method.profile(3, 0, "hot");
    a.endCounting();
    redefiner.install(List.of(a));
    assertEquals(0, counted(a));
    long profiled = sum(first);
    assertTrue(profiled > 0);
    method.settle(Tier.SETTLED, "enough");
    redefiner.install(List.of(a));
    assertEquals(0, counted(a));
    assertEquals(profiled, sum(first));
  }

  private static long sum(int first) {
    long sum = 0;
    for (int i = 0; i < layoutOf("profiled/A").counters(); i++) {
      sum += JpgoCounters.read(first + i);
    }
    return sum;
  }

  /** One comes back from the VM while another, who had its turn meanwhile, is there. */
  @Test
  void whatAnotherThreadIsHavingTakenInIsNotForgottenByOneThatIsBack() throws Exception {
    ClassState a = subject("meanwhile/A");
    ClassState b = subject("meanwhile/B");
    Thread other = new Thread(() -> installInTurn(b));
    ClassFileTransformer begins = changing("meanwhile/A", bytes -> begin(other));
    CountDownLatch back = new CountDownLatch(1);
    ClassFileTransformer waits = changing("meanwhile/B", bytes -> await(back));
    transformer.end(instrumentation);
    others.addAll(List.of(waits, begins));
    instrumentation.addTransformer(waits, true); // before the version is asked for
    transformer.begin(instrumentation);
    instrumentation.addTransformer(begins, true);
    redefiner.install(List.of(a));
    back.countDown();
    turn.awaitReturn(SECONDS);
    assertEquals(3, counted(a));
    assertEquals(3, counted(b));
    other.join();
  }

  private void installInTurn(ClassState state) {
    turn.take();
    redefiner.install(List.of(state));
    turn.end();
  }

  /** Comes back once the other waits in the VM. */
  private static byte[] begin(Thread other) {
    other.start();
    while (other.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    return null;
  }

  private static byte[] await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return null;
  }

  @Test
  void ofARefusedBatchTheBadClassAloneIsLeftOutWithTheReasonOfTheVm() throws Exception {
    List<ClassState> batch = new ArrayList<>();
    for (String name : List.of("refused/A", "refused/B", "refused/Bad", "refused/C", "refused/D")) {
      batch.add(subject(name));
    }
    spoil("refused/Bad");
    redefiner.install(List.copyOf(batch));
    ClassState bad = batch.remove(2);
    assertEquals(ClassState.Status.REFUSED, bad.status());
    assertTrue(bad.reason().contains("Error"), bad.reason());
    for (ClassState good : batch) {
      assertEquals(ClassState.Status.REWRITTEN, good.status());
      assertEquals(3, counted(good));
    }
    JsonNode refused = figures().get("refused");
    assertEquals(1, refused.size());
    assertEquals("refused.Bad", refused.get(0).get("class").asText());
    assertEquals(bad.reason(), refused.get(0).get("reason").asText());
    assertEquals(1, said.toString(StandardCharsets.UTF_8).lines().count());
  }

  @Test
  void aRefusedVersionQuarantinesItsNewMethodsAndTheVersionBeforeStays() throws Exception {
    ClassState state = subject("newest/A");
    redefiner.install(List.of(state));
    MethodRecord method = state.promote(state.record().info().methods().get(0));
    spoil("newest/A");
    method.layOut(layoutOf("newest/A"), 0, 0, 0);
    method.profile(100, 0, "hot");
    redefiner.install(List.of(state));
    assertEquals(Tier.QUARANTINED, method.tier());
    assertEquals(ClassState.Status.REFUSED, state.status());
    assertEquals(3, counted(state));
  }

  private static InstrumentationLayout layoutOf(String name) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile(name)).accept(node, 0);
    return InstrumentationLayout.of(node.methods.get(0), InstrumentationLayout.Form.SPARSE);
  }

  @Test
  void aFaultOfOursLeavesTheClassAsItIsAndNamesAnErrorId() throws Exception {
    ClassState state = subject("fault/A");
    redefiner.install(List.of(state));
    MethodRecord method = state.promote(state.record().info().methods().get(0));
    method.osrLoops().add(0);
    method.settle(Tier.SETTLED, "its entry needs the original bytes, which are gone");
    program.registry().version(state.record(), null);
    redefiner.install(List.of(subject("fault/B")));
    redefiner.install(List.of(state));
    assertEquals(ClassState.Status.REFUSED, state.status());
    String id = state.reason().replace("error ", "");
    assertTrue(id.matches("JPGO-[0-9A-F]{8}"), state.reason());
    String line = said.toString(StandardCharsets.UTF_8);
    assertTrue(line.contains(id) && line.contains("fault.A"), line);
    assertEquals("error " + id, figures().get("refused").get(0).get("reason").asText());
    assertEquals(3, counted(state));
  }

  /** A jump that counting makes too long for its form, over more than ASM follows. */
  @Test
  void aClassThatIsTooMuchWorkForAsmStaysAsItIs() throws Exception {
    Class<?> type = new LiveProgram.Loader().define(jumpingFar("Far"));
    ClassState state = new ClassState(program.registry().record(type));
    redefiner.install(List.of(state));
    assertEquals(ClassState.Status.EXCLUDED, state.status());
    assertTrue(state.reason().contains("LimitExceededException"), state.reason());
    assertEquals("", said.toString(StandardCharsets.UTF_8));
    assertEquals(0, figures().get("refused").size());
    assertEquals(7, type.getMethod("count", int.class).invoke(null, 7));
  }

  private static byte[] jumpingFar(String name) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
    MethodVisitor code =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "count", "(I)I", null, null);
    Label header = new Label();
    Label far = new Label();
    code.visitCode();
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitJumpInsn(Opcodes.IFGE, far);
    code.visitLabel(header);
    code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    code.visitIincInsn(0, 1);
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitJumpInsn(Opcodes.IFLT, header);
    for (int i = 0; i < 32_750; i++) {
      code.visitInsn(Opcodes.NOP);
    }
    code.visitLabel(far);
    code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(1, 60_000);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  @Test
  void aRestoredClassCountsNoMore() throws Exception {
    ClassState state = subject("restored/A");
    redefiner.install(List.of(state));
    assertEquals(3, counted(state));
    redefiner.restore(List.of(state));
    assertEquals(0, counted(state));
  }

  /** Whatever keeps it from being looked at: here it has no bytes, elsewhere the stack is full. */
  @Test
  void whereAClassIsDefinedThatWasNotLookedAtNothingIsAssumed() {
    ClassRecord root = program.registry().record(RedefinerTest.class);
    FlagAllocator.Flag flag = program.flag();
    assumptions.register(List.of(new Assumption(root, "value", "()I", root)), flag);
    transformer.lookAtEveryClass();
    assertTrue(flag.holds());
    assertNull(transformer.transform(null, new LiveProgram.Loader(), "a/B", null, null, null));
    assertFalse(flag.holds());
    AgentTransformer.Fault fault = transformer.takeFault();
    assertNotNull(fault);
    String thread = Thread.currentThread().getName();
    assertEquals("a.B in thread \"" + thread + '"', fault.where());
    assertInstanceOf(NullPointerException.class, fault.thrown());
  }
}
