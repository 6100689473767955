package dev.jpgo.core.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.phase.dynamic.KnownBootstraps;
import dev.jpgo.core.phase.targets.Records;
import dev.jpgo.runtime.JpgoRecords;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;

/** Records whose class files were patched do what they did, before their sites link and after. */
class RecordPatchTest {
  static final boolean TEXTS = Runtime.version().feature() == 17;

  /** Has a component of a type that nothing else loads. */
  record Holder(Rare rare, int number) {}

  /** Nobody else's. */
  static final class Rare {}

  /** So many components that branches are long. */
  record Wide(
      long a,
      long b,
      long c,
      long d,
      long e,
      long f,
      long g,
      long h,
      long i,
      long j,
      double k,
      double l,
      double m,
      double n,
      double o,
      double p,
      float q,
      float r,
      float s,
      float t,
      boolean u,
      boolean v,
      Object w,
      Object x,
      String y,
      int[] z) {}

  @BeforeEach
  void theJdkIsKnown() {
    JpgoRecords.know(true);
  }

  @AfterEach
  void nothingIsKnown() {
    JpgoRecords.know(false);
  }

  private static Object call(ClassLoader loader, String method) throws Exception {
    Method found = Class.forName(Records.class.getName(), true, loader).getDeclaredMethod(method);
    found.setAccessible(true);
    return found.invoke(null);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"hashCodes", "equalities", "texts", "arraysByIdentity", "noise", "nested"})
  void recordsAnswerAsTheyDid(String method) throws Exception {
    Object expected = call(new PatchingLoader(Records.class, false, ""), method);
    PatchingLoader patched = new PatchingLoader(Records.class, true, "");
    assertEquals(expected, call(patched, method), "while sites are linked");
    assertTrue(patched.linked() > 0 || !TEXTS && method.equals("texts"));
    assertEquals(expected, call(patched, method), "when they are");
  }

  @Test
  void codeBesideASiteWaitsUntilTheJdkIsKnown() throws Exception {
    PatchingLoader patched = new PatchingLoader(Records.class, true, "");
    JpgoRecords.know(false);
    Object first = call(patched, "hashCodes");
    assertEquals(0, patched.linked());
    JpgoRecords.know(true);
    assertEquals(first, call(patched, "hashCodes"));
    assertTrue(patched.linked() > 0);
  }

  @Test
  void theCodeIsWhatRunsThen() throws Exception {
    PatchingLoader patched = new PatchingLoader(Records.class, true, "");
    String name = Records.class.getName() + "$None";
    Object none = instance(patched, name, List.of());
    byte[] file = RecordPatch.of(PatchingLoader.bytes(none(name)), false).write(0);
    MethodNode hash = method(file, "hashCode");
    assertEquals("linked", calls(hash));
    assertEquals(0, none.hashCode());
    int first = patched.firstSite(name);
    int linked = 0;
    for (int i = first; i < first + 3; i++) {
      linked += JpgoRecords.LINKED[i] ? 1 : 0;
    }
    assertEquals(1, linked, "one site for each method");
  }

  private static Class<?> none(String name) throws ClassNotFoundException {
    return Class.forName(name, false, RecordPatchTest.class.getClassLoader());
  }

  private static String calls(MethodNode method) {
    StringBuilder calls = new StringBuilder();
    method.instructions.forEach(
        node -> {
          if (node instanceof org.objectweb.asm.tree.MethodInsnNode call) {
            calls.append(call.name);
          }
        });
    return calls.toString();
  }

  private static Object instance(ClassLoader loader, String name, List<Object> components)
      throws ReflectiveOperationException {
    Class<?> type = Class.forName(name, true, loader);
    Constructor<?> constructor = type.getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    return constructor.newInstance(components.toArray());
  }

  private static MethodNode method(byte[] file, String name) {
    ClassNode type = new ClassNode();
    new ClassReader(file).accept(type, 0);
    return type.methods.stream().filter(each -> each.name.equals(name)).findAny().orElseThrow();
  }

  @Test
  void wideRecordsToo() throws Exception {
    PatchingLoader plain = new PatchingLoader(RecordPatchTest.class, false, "");
    PatchingLoader patched = new PatchingLoader(RecordPatchTest.class, true, "");
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 26; i++) {
        assertEquals(wide(plain, i), wide(patched, i), "component " + i);
      }
    }
    assertEquals(TEXTS ? 3 : 2, patched.linked());
  }

  /** What is told of two records that differ in one component. */
  private static List<Object> wide(ClassLoader loader, int different) throws Exception {
    Object[] values = new Object[26];
    for (int i = 0; i < 26; i++) {
      values[i] =
          i < 10
              ? (Object) (i * 0x123456789L)
              : i < 16
                  ? (Object) (i / 3.0)
                  : i < 20 ? (Object) (i / 7f) : i < 22 ? i > 20 : i < 25 ? "text" + i : null;
    }
    Object one = instance(loader, Wide.class.getName(), Arrays.asList(values));
    values[different] =
        switch (values[different] == null ? "" : values[different].getClass().getSimpleName()) {
          case "Long" -> 1L << different;
          case "Double" -> -0d;
          case "Float" -> Float.NaN;
          case "Boolean" -> different == 20;
          case "String" -> null;
          default -> null;
        };
    Object other = instance(loader, Wide.class.getName(), Arrays.asList(values));
    boolean same = one.equals(other) && other.equals(one) && one.equals(one);
    return List.of(same, one.hashCode(), other.hashCode(), one.toString(), other.toString());
  }

  /** What is loaded, and when, is what the JDK's code loads as it links the sites. */
  @Test
  void linkingLoadsWhatItLoadedWhenItLoadedIt() throws Exception {
    PatchingLoader plain = new PatchingLoader(RecordPatchTest.class, false, "");
    PatchingLoader patched = new PatchingLoader(RecordPatchTest.class, true, "");
    assertEquals(askedFor(plain), askedFor(patched));
    assertTrue(patched.asked().contains(Rare.class.getName()));
  }

  private static String askedFor(PatchingLoader loader) throws Exception {
    String name = Holder.class.getName();
    Object one = instance(loader, name, Arrays.asList(null, 1));
    Object other = instance(loader, name, Arrays.asList(null, 1));
    StringBuilder all = new StringBuilder();
    all.append(loader.asked()).append(one.equals(one)).append(one.equals(other));
    all.append(loader.asked()).append(one.hashCode() == other.hashCode());
    all.append(loader.asked()).append(one).append(other).append(loader.asked());
    return all.toString();
  }

  @Test
  void whatCannotBeLinkedThrowsWhatItThrew() throws Exception {
    PatchingLoader plain = new PatchingLoader(RecordPatchTest.class, false, "$Rare");
    PatchingLoader patched = new PatchingLoader(RecordPatchTest.class, true, "$Rare");
    assertEquals(failures(plain), failures(patched));
    assertEquals(0, patched.linked());
  }

  private static String failures(PatchingLoader loader) throws Exception {
    Class<?> type = Class.forName(Holder.class.getName(), true, loader);
    StringBuilder all = new StringBuilder();
    Object holder = unlinked(type);
    for (int i = 0; i < 2; i++) {
      NoClassDefFoundError thrown =
          assertThrows(NoClassDefFoundError.class, () -> holder.hashCode());
      all.append(thrown);
      for (StackTraceElement frame : thrown.getStackTrace()) {
        if (frame.getClassName().equals(type.getName())) {
          all.append(" at ").append(frame);
        }
      }
    }
    return all.toString();
  }

  /** Reflection on constructors would ask for the class that is missing. */
  private static Object unlinked(Class<?> type) throws ReflectiveOperationException {
    Class<?> unsafe = Class.forName("sun.misc.Unsafe");
    java.lang.reflect.Field field = unsafe.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    return unsafe.getMethod("allocateInstance", Class.class).invoke(field.get(null), type);
  }

  @Test
  void whatIsWrittenByHandStays() {
    Class<?> own =
        Arrays.stream(Records.class.getDeclaredClasses())
            .filter(each -> each.getSimpleName().equals("Own"))
            .findAny()
            .orElseThrow();
    byte[] before = PatchingLoader.bytes(own);
    RecordPatch patch = RecordPatch.of(before, true);
    assertNotNull(patch);
    assertEquals(2, patch.sites());
    byte[] after = patch.write(5);
    assertEquals(
        method(before, "hashCode").instructions.size(),
        method(after, "hashCode").instructions.size());
    assertTrue(
        method(after, "equals").instructions.size() > method(before, "equals").instructions.size());
  }

  @Test
  void whatIsNoRecordStays() {
    assertNull(RecordPatch.of(PatchingLoader.bytes(RecordPatchTest.class), true));
    assertNull(RecordPatch.of(PatchingLoader.bytes(Rare.class), true));
    assertNull(RecordPatch.of(PatchingLoader.bytes(String.class), true));
    assertNull(RecordPatch.of(new byte[0], true));
  }

  /** A percent sign in a name means something where the JDK formats the text. */
  @Test
  void textsWithFormatsInTheirNamesStay() {
    byte[] file = PatchingLoader.bytes(Holder.class);
    assertEquals(3, RecordPatch.of(file, true).sites());
    assertEquals(2, RecordPatch.of(file, false).sites());
    assertEquals(2, RecordPatch.of(replaced(file, "number", "numb%r"), true).sites());
    assertEquals(2, RecordPatch.of(replaced(file, "Holder", "Hold%r"), true).sites());
  }

  @Test
  void namesAreThoseThatJavaKnows() {
    byte[] file = PatchingLoader.bytes(Holder.class);
    assertEquals(Holder.class.getName().replace('.', '/'), RecordPatch.of(file, true).name());
    byte[] foreign = replaced(file, "$Holder", "$H\u00c3\u00a4ldr"); // in UTF-8
    RecordPatch patch = RecordPatch.of(foreign, true);
    assertTrue(patch.name().endsWith("$H\u00e4ldr"), patch.name());
    assertEquals(3, patch.sites());
  }

  private static byte[] replaced(byte[] file, String before, String after) {
    String text = new String(file, StandardCharsets.ISO_8859_1);
    assertTrue(text.contains(before));
    return text.replace(before, after).getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void debuggersAndTracesSeeTheSameLinesAndNames() {
    byte[] before = PatchingLoader.bytes(Holder.class);
    byte[] after = RecordPatch.of(before, true).write(0);
    for (String name : new String[] {"equals", "hashCode", "toString"}) {
      MethodNode old = method(before, name);
      MethodNode made = method(after, name);
      assertEquals(lines(old), lines(made), name);
      assertEquals(old.localVariables.size(), made.localVariables.size());
      for (int i = 0; i < old.localVariables.size(); i++) {
        LocalVariableNode variable = made.localVariables.get(i);
        assertEquals(old.localVariables.get(i).name, variable.name);
        assertEquals(made.instructions.getFirst(), variable.start);
        assertNull(variable.end.getNext(), "to the end");
      }
    }
  }

  private static List<Integer> lines(MethodNode method) {
    return Arrays.stream(method.instructions.toArray())
        .filter(LineNumberNode.class::isInstance)
        .map(node -> ((LineNumberNode) node).line)
        .toList();
  }

  @Test
  void sitesAreGivenOutOnceAndRunOut() {
    int first = JpgoRecords.take(2);
    assertEquals(first + 2, JpgoRecords.take(1));
    assertEquals(-1, JpgoRecords.take(JpgoRecords.SITES));
    assertEquals(first + 3, JpgoRecords.take(1));
  }

  @Test
  void thisJdkIsKnownIfItIsOneThatWasRead() throws IOException {
    String file = "/java/lang/runtime/ObjectMethods.class";
    try (InputStream in = Object.class.getResourceAsStream(file)) {
      byte[] factory = in.readAllBytes();
      int feature = Runtime.version().feature();
      assertEquals(
          feature == 17 || feature == 21 || feature == 25,
          KnownBootstraps.knowsRecords(factory, feature == 17));
      byte[] other = replaced(factory, "hashCode", "hashcode");
      assertFalse(KnownBootstraps.knowsRecords(other, feature == 17));
    }
  }
}
