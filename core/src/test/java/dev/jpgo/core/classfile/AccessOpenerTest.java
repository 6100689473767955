package dev.jpgo.core.classfile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.runtime.JpgoOpened;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class AccessOpenerTest {
  private static final int PUBLIC = Opcodes.ACC_PUBLIC;
  private static final int PRIVATE = Opcodes.ACC_PRIVATE;
  private static final int PROTECTED = Opcodes.ACC_PROTECTED;
  private static final int STATIC = Opcodes.ACC_STATIC;
  private static final int PACKAGE = 0;

  private final ClassWriter writer = new ClassWriter(0);

  AccessOpenerTest() {
    writer.visit(Opcodes.V17, PUBLIC, "p/C", null, "java/lang/Object", null);
  }

  @ParameterizedTest
  @ValueSource(ints = {PRIVATE, PROTECTED, PACKAGE})
  void fieldsConstructorsAndStaticMethodsBecomePublicAndAreShownAsDeclared(int access) {
    field(access | Opcodes.ACC_VOLATILE, "field", "I");
    field(access | STATIC | Opcodes.ACC_FINAL, "shared", "J");
    method(access, "<init>", "()V");
    method(access | STATIC | Opcodes.ACC_SYNTHETIC, "make", "()V");
    byte[] original = writer.toByteArray();
    AccessOpener.Opened opened = AccessOpener.openAll(original);
    ClassInfo seen = ClassInfo.read(opened.classFile());
    assertEquals(
        List.of(
            PUBLIC | Opcodes.ACC_VOLATILE,
            PUBLIC | STATIC | Opcodes.ACC_FINAL,
            PUBLIC,
            PUBLIC | STATIC | Opcodes.ACC_SYNTHETIC),
        flags(seen));
    ClassInfo declared = ClassInfo.read(original);
    assertEquals(declared, declared(seen, opened.members()));
    for (FieldInfo field : declared.fields()) {
      assertTrue(isOpened(field.name(), field.descriptor(), opened.members()));
    }
  }

  @Test
  void membersOfEveryAccessAreToldApart() {
    int[] accesses = {PRIVATE, PROTECTED, PACKAGE, PUBLIC};
    for (int i = 0; i < 96; i++) {
      field(accesses[i % 4], "field" + i, "I");
      method(accesses[i / 4 % 4] | STATIC, "method" + i, "(I)V");
    }
    byte[] original = writer.toByteArray();
    AccessOpener.Opened opened = AccessOpener.openAll(original);
    assertEquals(144, opened.members().length);
    ClassInfo seen = ClassInfo.read(opened.classFile());
    for (int access : flags(seen)) {
      assertEquals(PUBLIC, access & (PUBLIC | PRIVATE | PROTECTED));
    }
    assertEquals(ClassInfo.read(original), declared(seen, opened.members()));
    assertFalse(isOpened("field3", "I", opened.members()));
  }

  @Test
  void whatTakesPartInSelectionStaysAsItIs() {
    method(PRIVATE, "own", "()V");
    method(PROTECTED, "inherited", "()V");
    method(PACKAGE, "near", "()V");
    method(STATIC, "<clinit>", "()V");
    byte[] original = writer.toByteArray();
    assertEquals(0, AccessOpener.openable(original).length);
    assertNull(AccessOpener.openAll(original));
  }

  @Test
  void ofAnInterfaceOnlyPrivateStaticMethodsAreOpened() {
    writer.visit(
        Opcodes.V17,
        PUBLIC | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT,
        "p/I",
        null,
        "java/lang/Object",
        null);
    field(STATIC, "illegal", "I");
    method(PRIVATE | STATIC, "own", "()V");
    method(STATIC, "illegal", "()V");
    method(PROTECTED | STATIC, "illegalToo", "()V");
    method(PRIVATE, "instance", "()V");
    byte[] opened = AccessOpener.openAll(writer.toByteArray()).classFile();
    assertEquals(
        List.of(STATIC, PUBLIC | STATIC, STATIC, PROTECTED | STATIC, PRIVATE),
        flags(ClassInfo.read(opened)));
  }

  @Test
  void illegalFlagsStayIllegal() {
    field(PRIVATE | PROTECTED, "field", "I");
    field(PUBLIC | PROTECTED, "other", "I");
    method(PUBLIC | PRIVATE | STATIC, "method", "()V");
    assertNull(AccessOpener.openAll(writer.toByteArray()));
  }

  @Test
  void membersWithTheSameHashStayAsTheyAre() {
    field(PRIVATE, "Aa", "I");
    field(PUBLIC, "BB", "I");
    field(PROTECTED, "AaAa", "I");
    field(PACKAGE, "BBBB", "I");
    field(PROTECTED, "alone", "I");
    byte[] opened = AccessOpener.openAll(writer.toByteArray()).classFile();
    assertEquals(
        List.of(PRIVATE, PUBLIC, PROTECTED, PACKAGE, PUBLIC), flags(ClassInfo.read(opened)));
  }

  @Test
  void instanceMethodsKeepNothingFromBeingOpened() {
    method(PRIVATE | STATIC, "Aa", "()V");
    method(PUBLIC, "BB", "()V");
    method(PRIVATE | STATIC, "AaAa", "()V");
    method(PUBLIC | STATIC, "BBBB", "()V");
    byte[] original = writer.toByteArray();
    AccessOpener.Opened opened = AccessOpener.openAll(original);
    ClassInfo seen = ClassInfo.read(opened.classFile());
    assertEquals(List.of(PUBLIC | STATIC, PUBLIC, PRIVATE | STATIC, PUBLIC | STATIC), flags(seen));
    assertEquals(ClassInfo.read(original), declared(seen, opened.members()));
  }

  @Test
  void membersWhoseHashesDifferInTheBitsOfTheAccessAloneStayAsTheyAre() {
    int i = AccessOpener.memberHash("f", "I");
    int j = AccessOpener.memberHash("f", "J");
    assertEquals(i + 1, j);
    assertNotEquals(i | JpgoOpened.KIND, j | JpgoOpened.KIND);
    int b = AccessOpener.memberHash("f", "B");
    int c = AccessOpener.memberHash("f", "C");
    assertEquals(b | JpgoOpened.KIND, c | JpgoOpened.KIND);
    field(PRIVATE, "f", "I");
    field(PROTECTED, "f", "J");
    field(PRIVATE, "f", "B");
    field(PUBLIC, "f", "C");
    byte[] original = writer.toByteArray();
    AccessOpener.Opened opened = AccessOpener.openAll(original);
    assertEquals(
        List.of(PUBLIC, PUBLIC, PRIVATE, PUBLIC), flags(ClassInfo.read(opened.classFile())));
    assertEquals(
        ClassInfo.read(original), declared(ClassInfo.read(opened.classFile()), opened.members()));
  }

  @Test
  void aRetransformationOpensWhatWasOpenedAtLoadAndNothingElse() {
    field(PRIVATE, "first", "I");
    field(PROTECTED, "second", "I");
    field(PACKAGE, "third", "I");
    byte[] original = writer.toByteArray();
    int[] members = AccessOpener.openable(original);
    assertArrayEquals(
        AccessOpener.openAll(original).classFile(), AccessOpener.open(original, members));
    int[] two = new int[2];
    int size = 0;
    for (int member : members) {
      if (JpgoOpened.declared(new int[] {member}, AccessOpener.memberHash("second", "I")) < 0) {
        two[size++] = member;
      }
    }
    assertEquals(
        List.of(PUBLIC, PROTECTED, PUBLIC),
        flags(ClassInfo.read(AccessOpener.open(original, two))));
  }

  @Test
  void aMemberThatDeclaresAnotherAccessThanAtLoadIsNotOpened() {
    field(PACKAGE, "field", "I");
    byte[] changed = writer.toByteArray();
    int[] members = {JpgoOpened.entry(AccessOpener.memberHash("field", "I"), PROTECTED)};
    assertArrayEquals(changed, AccessOpener.open(changed, members));
  }

  @Test
  void anEntryIsFoundWhereverItStandsAndNothingElseIs() {
    int[] hashes = {Integer.MIN_VALUE, -4, 0, 4, 400, Integer.MAX_VALUE & ~JpgoOpened.KIND};
    int[] accesses = {PRIVATE, PROTECTED, PACKAGE};
    int[] members = new int[hashes.length];
    for (int i = 0; i < hashes.length; i++) {
      members[i] = JpgoOpened.entry(hashes[i], accesses[i % 3] | PUBLIC | STATIC);
    }
    assertTrue(Arrays.equals(members, Arrays.stream(members).sorted().toArray()));
    for (int i = 0; i < hashes.length; i++) {
      for (int low = 0; low <= JpgoOpened.KIND; low++) {
        assertEquals(accesses[i % 3], JpgoOpened.declared(members, hashes[i] | low));
      }
    }
    for (int hash : new int[] {Integer.MIN_VALUE + 4, -8, 8, 399, 404, Integer.MAX_VALUE - 4}) {
      assertEquals(JpgoOpened.NOT_OPENED, JpgoOpened.declared(members, hash));
    }
    assertEquals(JpgoOpened.NOT_OPENED, JpgoOpened.declared(new int[0], 0));
  }

  /** What reflection shows: it asks about no instance method. */
  private static ClassInfo declared(ClassInfo seen, int[] members) {
    List<FieldInfo> fields = new ArrayList<>();
    for (FieldInfo field : seen.fields()) {
      int access = declared(field.access(), field.name(), field.descriptor(), members);
      fields.add(new FieldInfo(field.name(), field.descriptor(), access));
    }
    List<MethodInfo> methods = new ArrayList<>();
    for (MethodInfo method : seen.methods()) {
      boolean asked = method.isStatic() || method.name().equals("<init>");
      int access =
          asked
              ? declared(method.access(), method.name(), method.descriptor(), members)
              : method.access();
      methods.add(
          new MethodInfo(
              method.name(),
              method.descriptor(),
              access,
              method.ordinal(),
              method.codeLength(),
              method.callerSensitive()));
    }
    return new ClassInfo(
        seen.version(),
        seen.access(),
        seen.name(),
        seen.superName(),
        seen.interfaces(),
        seen.sourceFile(),
        seen.nestHost(),
        seen.simpleName(),
        seen.isSealed(),
        methods,
        fields);
  }

  private static int declared(int access, String name, String descriptor, int[] members) {
    int declared = JpgoOpened.declared(members, AccessOpener.memberHash(name, descriptor));
    return (access & PUBLIC) == 0 || declared == JpgoOpened.NOT_OPENED
        ? access
        : access ^ PUBLIC | declared;
  }

  private static boolean isOpened(String name, String descriptor, int[] members) {
    return JpgoOpened.declared(members, AccessOpener.memberHash(name, descriptor))
        != JpgoOpened.NOT_OPENED;
  }

  private void field(int access, String name, String descriptor) {
    writer.visitField(access, name, descriptor, null, null).visitEnd();
  }

  private void method(int access, String name, String descriptor) {
    MethodVisitor method = writer.visitMethod(access, name, descriptor, null, null);
    method.visitCode();
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 2);
    method.visitEnd();
  }

  private static List<Integer> flags(ClassInfo info) {
    List<Integer> flags = new ArrayList<>();
    info.fields().forEach(field -> flags.add(field.access()));
    info.methods().forEach(method -> flags.add(method.access()));
    return flags;
  }
}
