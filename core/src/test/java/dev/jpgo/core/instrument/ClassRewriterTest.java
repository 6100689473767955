package dev.jpgo.core.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.instrument.InstrumentationLayout.Form;
import dev.jpgo.core.instrument.LoopPlan.Patchpoints;
import dev.jpgo.runtime.JpgoCounters;
import dev.jpgo.runtime.JpgoFlagHolder;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceClassVisitor;

class ClassRewriterTest {
  private static final Set<Recorded> ALL = Set.of(Recorded.values());

  private final byte[] samples = Rewriting.bytesOf(Samples.class.getName());

  @Test
  void anEmptyPlanGivesTheSameArray() {
    assertSame(samples, ClassRewriter.rewrite(samples, new ClassPlan(Map.of())));
  }

  @Test
  void theOriginalConstantPoolStaysInFront() {
    ClassReader before = new ClassReader(samples);
    for (byte[] version : List.of(tierZero(samples, Patchpoints.NONE), tierOne(samples))) {
      ClassReader after = new ClassReader(version);
      for (int i = 1; i < before.getItemCount(); i++) {
        int item = before.getItem(i);
        if (item > 0) {
          assertEquals(before.readByte(item - 1), after.readByte(after.getItem(i) - 1));
          assertEquals(before.readUnsignedShort(item), after.readUnsignedShort(after.getItem(i)));
        }
      }
    }
  }

  @Test
  void annotationsStayWhenCodeIsReplaced() {
    ClassNode annotated = Rewriting.parse(samples);
    Map<Integer, MethodVersion> versions = new HashMap<>();
    Rewriting.methods(annotated)
        .forEach(
            (ordinal, method) -> {
              method.visitAnnotation("LMethod;", true).visitEnd();
              if (!method.desc.startsWith("()")) {
                method.visitAnnotableParameterCount(1, true);
                method.visitParameterAnnotation(0, "LParameter;", true).visitEnd();
              }
              versions.put(ordinal, new MethodVersion.Optimized(method));
            });
    ClassWriter writer = new ClassWriter(0);
    annotated.accept(writer);
    byte[] original = writer.toByteArray();
    byte[] version = ClassRewriter.rewrite(original, new ClassPlan(versions));
    assertEquals(annotations(original), annotations(version));
    assertEquals(
        annotations(original),
        annotations(ClassRewriter.update(version, original, new ClassPlan(versions))));
  }

  @Test
  void codeThatTakesTheOriginalSPlaceMayCountItsCalls() {
    ClassNode node = Rewriting.parse(samples);
    Map<Integer, MethodVersion> versions = new HashMap<>();
    Map<String, Integer> counters = new HashMap<>();
    Rewriting.methods(node)
        .forEach(
            (ordinal, method) -> {
              counters.put(method.name, Rewriting.counters(1));
              versions.put(ordinal, new MethodVersion.Optimized(method, counters.get(method.name)));
            });
    Rewriting loaded =
        new Rewriting(any -> ClassRewriter.rewrite(samples, new ClassPlan(versions)));
    Rewriting original = new Rewriting(any -> samples);
    for (int i = 0; i < 3; i++) {
      assertEquals(original.run("whileLoop", i), loaded.run("whileLoop", i));
      assertEquals(original.run("caught", i), loaded.run("caught", i));
    }
    assertEquals(3, JpgoCounters.read(counters.get("whileLoop")));
    assertEquals(3, JpgoCounters.read(counters.get("caught")));
    assertEquals(0, JpgoCounters.read(counters.get("nested")));
  }

  private static List<String> annotations(byte[] classFile) {
    List<String> found = new ArrayList<>();
    for (MethodNode method : Rewriting.parse(classFile).methods) {
      int all = method.visibleAnnotations == null ? 0 : method.visibleAnnotations.size();
      int parameters =
          method.visibleParameterAnnotations == null
              ? 0
              : method.visibleParameterAnnotations[0].size();
      found.add(method.name + " " + all + " " + parameters);
    }
    return found;
  }

  @Test
  void linesAndVariablesOfTheOriginalStayWhereTheyWere() {
    ClassNode before = Rewriting.parse(samples);
    for (byte[] version :
        List.of(tierZero(samples, Patchpoints.NONE), tierZero(samples, Patchpoints.HANDOVER))) {
      ClassNode after = Rewriting.parse(version);
      for (int i = 0; i < before.methods.size(); i++) {
        MethodNode original = before.methods.get(i);
        assertTrue(lines(after.methods.get(i)).containsAll(lines(original)), original.name);
        assertEquals(original.localVariables.size(), after.methods.get(i).localVariables.size());
      }
    }
  }

  @Test
  void movingTheCodeGivesTheCodeThatAVisitorGives() {
    ClassNode before = Rewriting.parse(samples);
    ClassNode after = Rewriting.parse(tierZero(samples, Patchpoints.NONE));
    for (int i = 0; i < before.methods.size(); i++) {
      List<Integer> expected = opcodes(before.methods.get(i));
      List<Integer> actual = opcodes(after.methods.get(i));
      if (actual.size() != expected.size()) {
        int[] probe = {
          Opcodes.GETSTATIC,
          Opcodes.SIPUSH,
          Opcodes.DUP2,
          Opcodes.LALOAD,
          Opcodes.LCONST_1,
          Opcodes.LADD,
          Opcodes.LASTORE,
          Opcodes.NOP
        };
        for (int k = 0; k < probe.length; k++) {
          assertEquals(probe[k], actual.get(k));
        }
        actual = actual.subList(probe.length, actual.size());
      }
      assertEquals(expected, actual);
    }
  }

  @Test
  void aMethodThatIsALoneReturnIsNotTouched() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Empty", null, "java/lang/Object", null);
    var code = writer.visitMethod(Opcodes.ACC_PROTECTED, "finalize", "()V", null, null);
    code.visitCode();
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 1);
    code.visitEnd();
    byte[] empty = writer.toByteArray();
    for (MethodVersion version :
        List.of(
            new MethodVersion.Counted(1, LoopPlan.NONE),
            new MethodVersion.Profiled(1, 1, Form.SPARSE, LoopPlan.NONE, Set.of(), ALL))) {
      byte[] result = ClassRewriter.rewrite(empty, new ClassPlan(Map.of(0, version)));
      assertEquals(List.of(Opcodes.RETURN), opcodes(Rewriting.parse(result).methods.get(0)));
    }
  }

  @Test
  void codeWithSubroutinesIsCountedAtItsEntryAlone() throws Exception {
    byte[] old = subroutine();
    assertEquals(1, MethodShape.read(old).stream().filter(MethodShape::subroutines).count());
    int counter = Rewriting.counters(1);
    MethodVersion version =
        new MethodVersion.Counted(counter, new LoopPlan(counter, 0, Patchpoints.HANDOVER));
    byte[] counted = ClassRewriter.rewrite(old, new ClassPlan(Map.of(0, version)));
    Class<?> loaded = new Defining().define("Old", counted);
    assertEquals(42, loaded.getMethod("run").invoke(null));
    assertEquals(1, JpgoCounters.read(counter));
  }

  @Test
  void aMethodThatWouldOutgrowTheLimitDoesWithoutItsCounter() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Huge", null, "java/lang/Object", null);
    var code = writer.visitMethod(Opcodes.ACC_STATIC, "run", "()V", null, null);
    code.visitCode();
    for (int i = 0; i < 65_530; i++) {
      code.visitInsn(Opcodes.NOP);
    }
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    byte[] huge = writer.toByteArray();
    MethodVersion version = new MethodVersion.Counted(1, LoopPlan.NONE);
    assertArrayEquals(huge, ClassRewriter.rewrite(huge, new ClassPlan(Map.of(0, version))));
  }

  /** What is not counted in 16 bits is cut off by ASM, and no VM takes the class. */
  @Test
  void aMethodWithoutRoomForLocalsOrOperandsDoesWithoutPatchpoints() throws Exception {
    for (int[] room : new int[][] {{65_535, 4}, {65_534, 4}, {3, 65_535}, {3, 65_530}}) {
      byte[] original = looping(room[0], room[1]);
      int counter = Rewriting.counters(2);
      MethodVersion counted =
          new MethodVersion.Counted(counter, new LoopPlan(counter + 1, 0, Patchpoints.HANDOVER));
      ClassPlan plan = new ClassPlan(Map.of(0, counted));
      byte[] version = ClassRewriter.rewrite(original, plan);
      byte[] updated = ClassRewriter.update(original, original, plan);
      assertEquals(3000, new Defining().define("Loop", version).getMethod("run").invoke(null));
      assertEquals(3000, new Defining().define("Loop", updated).getMethod("run").invoke(null));
      assertEquals(2, JpgoCounters.read(counter));
      assertEquals(0, JpgoCounters.read(counter + 1));
      ClassPlan profiled =
          new ClassPlan(
              Map.of(
                  0,
                  new MethodVersion.Profiled(
                      0,
                      0,
                      Form.SPARSE,
                      new LoopPlan(counter + 1, 0, Patchpoints.HANDOVER),
                      Set.of(),
                      ALL)));
      assertThrows(MethodTooLargeException.class, () -> ClassRewriter.rewrite(original, profiled));
      assertThrows(
          MethodTooLargeException.class, () -> ClassRewriter.update(original, original, profiled));
    }
  }

  @Test
  void aMethodWithRoomForNoMoreLocalsIsNotEnteredAtItsLoop() throws Exception {
    for (int locals : new int[] {65_533, 65_534, 65_535}) {
      MethodNode method = Rewriting.parse(looping(locals, 4)).methods.get(0);
      Optional<String> refusal = LoopHeaders.of("Loop", Opcodes.V17, method).refusal(0);
      assertEquals(locals == 65_533, refusal.isEmpty(), () -> "refused: " + refusal);
      OsrEntry.insert("Loop", Opcodes.V17, method, 0, Set.of(0));
      assertTrue(method.maxLocals <= 65_535);
    }
  }

  /** Arguments that are to wait in locals, of which there are none. */
  @Test
  void aReceiverIsNotCopiedFromUnderMoreThanThereAreLocalsFor() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Call", null, "java/lang/Object", null);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    var code = writer.visitMethod(access, "run", "()Z", null, null);
    code.visitCode();
    code.visitLdcInsn("text");
    code.visitInsn(Opcodes.ICONST_0);
    code.visitLdcInsn("text");
    code.visitInsn(Opcodes.ICONST_0);
    code.visitInsn(Opcodes.ICONST_3);
    String descriptor = "(ILjava/lang/String;II)Z";
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, "java/lang/String", "regionMatches", descriptor, false);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(5, 65_532);
    code.visitEnd();
    byte[] original = writer.toByteArray();
    ClassPlan plan =
        new ClassPlan(
            Map.of(0, new MethodVersion.Profiled(0, 0, Form.SPARSE, LoopPlan.NONE, Set.of(), ALL)));
    assertThrows(MethodTooLargeException.class, () -> ClassRewriter.rewrite(original, plan));
  }

  /** The VM looks at the code itself where frames of version 50 are wrong. */
  @Test
  void whatFramesOfVersion50SayIsNotHandedOver() throws Exception {
    byte[] original = looping(3, 4, Opcodes.V1_6, "java/lang/String");
    MethodNode method = Rewriting.parse(original).methods.get(0);
    assertEquals(
        Optional.of("no stack map frame"), LoopHeaders.of("Loop", Opcodes.V1_6, method).refusal(0));
    assertEquals(
        OsrEntry.insert("Loop", Opcodes.V1_6, method, 0, Set.of(0)).size(), opcodes(method).size());
    int counter = Rewriting.counters(2);
    LoopPlan loops = new LoopPlan(counter + 1, 0, Patchpoints.HANDOVER);
    for (MethodVersion version :
        List.of(
            new MethodVersion.Counted(counter, loops),
            new MethodVersion.Profiled(
                Rewriting.counters(9), 0, Form.SPARSE, loops, Set.of(0), ALL))) {
      byte[] rewritten = ClassRewriter.rewrite(original, new ClassPlan(Map.of(0, version)));
      assertEquals(3000, new Defining().define("Loop", rewritten).getMethod("run").invoke(null));
    }
    assertEquals(1, JpgoCounters.read(counter));
    assertEquals(2 * 2048, JpgoCounters.read(counter + 1));
  }

  /** The VM never looks at frames of version 49, which may be wrong, or no frames at all. */
  @Test
  void whatFramesOfVersion49SayIsNotRead() throws Exception {
    byte[] original = looping(3, 4, Opcodes.V1_6, "java/lang/String");
    original[7] = Opcodes.V1_5;
    int counter = Rewriting.counters(2);
    LoopPlan loops = new LoopPlan(counter + 1, 0, Patchpoints.HANDOVER);
    for (MethodVersion version :
        List.of(
            new MethodVersion.Counted(counter, loops),
            new MethodVersion.Profiled(
                Rewriting.counters(9), 0, Form.SPARSE, loops, Set.of(0), ALL))) {
      ClassPlan plan = new ClassPlan(Map.of(0, version));
      byte[] rewritten = ClassRewriter.rewrite(original, plan);
      assertEquals(3000, new Defining().define("Loop", rewritten).getMethod("run").invoke(null));
      byte[] updated = ClassRewriter.update(rewritten, original, plan);
      assertEquals(3000, new Defining().define("Loop", updated).getMethod("run").invoke(null));
    }
    assertEquals(2, JpgoCounters.read(counter));
    assertEquals(4 * 2048, JpgoCounters.read(counter + 1));
  }

  private static byte[] looping(int maxLocals, int maxStack) {
    return looping(maxLocals, maxStack, Opcodes.V17, Opcodes.INTEGER);
  }

  /**
   * {@code static int run() { int i = 0; while (i < 3000) i++; return i; }}.
   *
   * @param type of the variable, as frames have it
   */
  private static byte[] looping(int maxLocals, int maxStack, int version, Object type) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(version, Opcodes.ACC_PUBLIC, "Loop", null, "java/lang/Object", null);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    var code = writer.visitMethod(access, "run", "()I", null, null);
    Label head = new Label();
    Label end = new Label();
    code.visitCode();
    code.visitInsn(Opcodes.ICONST_0);
    code.visitVarInsn(Opcodes.ISTORE, 0);
    code.visitLabel(head);
    code.visitFrame(Opcodes.F_APPEND, 1, new Object[] {type}, 0, null);
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitIntInsn(Opcodes.SIPUSH, 3000);
    code.visitJumpInsn(Opcodes.IF_ICMPGE, end);
    code.visitIincInsn(0, 1);
    code.visitJumpInsn(Opcodes.GOTO, head);
    code.visitLabel(end);
    code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(maxStack, maxLocals);
    code.visitEnd();
    return writer.toByteArray();
  }

  @Test
  void shapesAgreeWithTheControlFlowGraph() {
    List<MethodShape> shapes = MethodShape.read(samples);
    ClassNode node = Rewriting.parse(samples);
    Rewriting.methods(node)
        .forEach(
            (ordinal, method) ->
                assertEquals(
                    InstrumentationLayout.of(method, Form.SPARSE).loops(),
                    shapes.get(ordinal).loops(),
                    method.name));
  }

  @Test
  void aHolderHasItsFlagsTrueUntilTheyAreCleared() throws Exception {
    Class<?> defined =
        new Defining().define(RuntimeNames.flags(7).replace('/', '.'), FlagHolders.generate(7));
    JpgoFlagHolder holder = (JpgoFlagHolder) defined.getConstructor().newInstance();
    for (int i = 0; i < FlagHolders.FLAGS; i++) {
      assertTrue(holder.holds(i));
      assertTrue(defined.getField(RuntimeNames.flag(i)).getBoolean(null));
    }
    holder.clear(200);
    assertFalse(holder.holds(200));
    assertFalse(defined.getField("f200").getBoolean(null));
    assertTrue(holder.holds(199) && holder.holds(201));
    defined.getField(RuntimeNames.misses(3)).setLong(null, 5);
    assertEquals(5, holder.misses(3));
    assertEquals(0, holder.misses(4));
  }

  @Test
  void aVersionMadeFromTheLastOneIsTheOneMadeFromTheOriginal() {
    Map<Integer, MethodVersion> first = tierZeroVersions(samples, Patchpoints.HANDOVER);
    Map<Integer, MethodVersion> second = new HashMap<>(first);
    Map<Integer, MethodVersion> changes = new HashMap<>();
    for (int ordinal : first.keySet()) {
      switch (ordinal % 3) {
        case 0 -> changes.put(ordinal, MethodVersion.ORIGINAL);
        case 1 ->
            changes.put(
                ordinal,
                new MethodVersion.Profiled(0, 0, Form.SPARSE, LoopPlan.NONE, Set.of(), ALL));
        default -> {}
      }
    }
    second.putAll(changes);
    assertTrue(changes.size() > 5 && second.size() > changes.size());
    byte[] last = ClassRewriter.rewrite(samples, new ClassPlan(first));
    byte[] updated = ClassRewriter.update(last, samples, new ClassPlan(changes));
    assertEquals(text(ClassRewriter.rewrite(samples, new ClassPlan(second))), text(updated));
    assertEquals(text(last), text(ClassRewriter.update(updated, samples, new ClassPlan(first))));
  }

  private static String text(byte[] classFile) {
    StringWriter text = new StringWriter();
    new ClassReader(classFile)
        .accept(new TraceClassVisitor(null, new Textifier(), new PrintWriter(text)), 0);
    return text.toString();
  }

  private static byte[] tierZero(byte[] bytes, Patchpoints patchpoints) {
    return ClassRewriter.rewrite(bytes, new ClassPlan(tierZeroVersions(bytes, patchpoints)));
  }

  private static Map<Integer, MethodVersion> tierZeroVersions(
      byte[] bytes, Patchpoints patchpoints) {
    Map<Integer, MethodVersion> versions = new HashMap<>();
    List<MethodShape> shapes = MethodShape.read(bytes);
    for (int i = 0; i < shapes.size(); i++) {
      if (shapes.get(i).codeLength() > 0) {
        int loops = Rewriting.counters(shapes.get(i).loops());
        versions.put(
            i,
            new MethodVersion.Counted(Rewriting.counters(1), new LoopPlan(loops, 0, patchpoints)));
      }
    }
    return versions;
  }

  private static byte[] tierOne(byte[] bytes) {
    Map<Integer, MethodVersion> versions = new HashMap<>();
    for (int ordinal : Rewriting.methods(Rewriting.parse(bytes)).keySet()) {
      versions.put(
          ordinal, new MethodVersion.Profiled(0, 0, Form.SPARSE, LoopPlan.NONE, Set.of(), ALL));
    }
    return ClassRewriter.rewrite(bytes, new ClassPlan(versions));
  }

  private static byte[] subroutine() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V1_4, Opcodes.ACC_PUBLIC, "Old", null, "java/lang/Object", null);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    var code = writer.visitMethod(access, "run", "()I", null, null);
    var subroutine = new org.objectweb.asm.Label();
    code.visitCode();
    code.visitIntInsn(Opcodes.BIPUSH, 41);
    code.visitVarInsn(Opcodes.ISTORE, 0);
    code.visitJumpInsn(Opcodes.JSR, subroutine);
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(subroutine);
    code.visitVarInsn(Opcodes.ASTORE, 1);
    code.visitIincInsn(0, 1);
    code.visitVarInsn(Opcodes.RET, 1);
    code.visitMaxs(1, 2);
    code.visitEnd();
    return writer.toByteArray();
  }

  private static List<Integer> lines(MethodNode method) {
    List<Integer> lines = new ArrayList<>();
    for (AbstractInsnNode node : method.instructions) {
      if (node instanceof LineNumberNode line) {
        lines.add(line.line);
      }
    }
    return lines;
  }

  private static List<Integer> opcodes(MethodNode method) {
    List<Integer> opcodes = new ArrayList<>();
    for (AbstractInsnNode node : method.instructions) {
      if (node.getOpcode() >= 0) {
        opcodes.add(node.getOpcode());
      }
    }
    return opcodes;
  }

  /** Defines a class by itself. */
  private static final class Defining extends ClassLoader {
    Defining() {
      super(Defining.class.getClassLoader());
    }

    Class<?> define(String name, byte[] bytes) {
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
