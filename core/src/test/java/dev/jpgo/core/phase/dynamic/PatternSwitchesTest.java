package dev.jpgo.core.phase.dynamic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.classfile.FieldInfo;
import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.memory.MemoryContext;
import dev.jpgo.core.phase.memory.Transformed;
import dev.jpgo.core.phase.simplify.GraphPhase;
import dev.jpgo.core.phase.simplify.JumpThreading;
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Switches on patterns answer as the running JDK's bootstrap methods do. */
class PatternSwitchesTest {
  private static final String NAME = Switched.class.getName().replace('.', '/');
  private static final String BOOTSTRAPS = "java/lang/runtime/SwitchBootstraps";
  private static final Object[] VALUES = {
    null,
    1,
    3,
    -1,
    40000,
    3L,
    (short) 3,
    (byte) 3,
    'c',
    (char) 3,
    "",
    "a",
    "bc",
    "RED",
    2.5,
    true,
    new int[1],
    new int[0][0],
    new String[1],
    new Object[0],
    new Object(),
    List.of(),
    Thread.State.NEW,
    Thread.State.BLOCKED,
    StringBuilder.class
  };

  private final TestWorld world =
      new TestWorld().load(Switched.class, Switched.Tile.class).uninitialized(Switched.Late.class);
  private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);

  PatternSwitchesTest() {
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", null);
    for (Class<?> nested : Switched.class.getDeclaredClasses()) {
      writer.visitNestMember(Type.getInternalName(nested));
    }
  }

  private static Type type(Class<?> type) {
    return Type.getType(type);
  }

  /** Adds a method that returns what a site says of its argument. */
  private void site(
      String method, String bootstrap, Class<?> selector, int restart, Object... labels) {
    String descriptor = "(" + Type.getDescriptor(selector) + ")I";
    MethodVisitor code =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, method, descriptor, null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitLdcInsn(restart);
    dynamic(code, bootstrap, selector, labels);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  /** Adds a method that asks once more, from behind the first answer if that is an even one. */
  private void loop(String method, String bootstrap, Class<?> selector, Object... labels) {
    String descriptor = "(" + Type.getDescriptor(selector) + ")I";
    MethodVisitor code =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, method, descriptor, null, null);
    code.visitCode();
    code.visitInsn(Opcodes.ICONST_0);
    code.visitVarInsn(Opcodes.ISTORE, 1);
    Label again = new Label();
    code.visitLabel(again);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitVarInsn(Opcodes.ILOAD, 1);
    dynamic(code, bootstrap, selector, labels);
    Label[] cases = new Label[labels.length + 2];
    for (int i = 0; i < cases.length; i++) {
      cases[i] = new Label();
    }
    code.visitTableSwitchInsn(-1, labels.length, cases[0], cases);
    for (int i = 0; i < cases.length; i++) {
      code.visitLabel(cases[i]);
      if (i % 2 == 1 && i <= labels.length) {
        code.visitIntInsn(Opcodes.BIPUSH, i);
        code.visitVarInsn(Opcodes.ISTORE, 1);
        code.visitJumpInsn(Opcodes.GOTO, again);
      } else {
        code.visitIntInsn(Opcodes.BIPUSH, i + 10);
        code.visitInsn(Opcodes.IRETURN);
      }
    }
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private static void dynamic(
      MethodVisitor code, String bootstrap, Class<?> selector, Object... labels) {
    String type =
        MethodType.methodType(
                CallSite.class,
                MethodHandles.Lookup.class,
                String.class,
                MethodType.class,
                Object[].class)
            .toMethodDescriptorString();
    code.visitInvokeDynamicInsn(
        bootstrap,
        "(" + Type.getDescriptor(selector) + "I)I",
        new Handle(Opcodes.H_INVOKESTATIC, BOOTSTRAPS, bootstrap, type, false),
        labels);
  }

  private Transformed transformed() {
    writer.visitEnd();
    return new Transformed(
        world,
        writer.toByteArray(),
        Transformed.EAGER,
        context -> List.of(new Expanded(context), new JumpThreading()));
  }

  private record Expanded(MemoryContext context) implements GraphPhase {
    @Override
    public String name() {
      return PatternSwitches.NAME;
    }

    @Override
    public int run(Graph graph) {
      Map<Instr, Instr> results = new HashMap<>();
      for (Block block : List.copyOf(graph.blocks())) {
        for (Instr instr : List.copyOf(block.body())) {
          Block at = instr.block();
          if (instr.op() == Opcodes.INVOKEDYNAMIC && at != null) {
            Site site = new Site(graph, context.owner(), at, instr);
            Instr result = new PatternSwitches(context.world(), from -> true).expand(site);
            if (result != null) {
              results.put(instr, result);
            }
          }
        }
      }
      graph.replaceAll(results);
      return results.size();
    }
  }

  /** Compares for arguments that the method's own loader makes, too. */
  private static void assertSame(Transformed code, String method, Object... values) {
    for (Object value : values) {
      code.assertSame(method, value);
    }
  }

  private static void assertExpanded(Transformed code, String method) {
    assertEquals(0, code.count(method, Opcodes.INVOKEDYNAMIC), method);
  }

  private static void assertLeftAlone(Transformed code, String method) {
    assertEquals(1, code.count(method, Opcodes.INVOKEDYNAMIC), method);
  }

  @Test
  void typesStringsAndNullAreToldApart() {
    Object[] labels = {
      type(Integer.class),
      "a",
      type(CharSequence.class),
      type(int[].class),
      type(String[].class),
      type(Number.class),
      "bc",
      type(Object[].class),
      type(Comparable.class)
    };
    for (int restart = 0; restart <= labels.length; restart++) {
      site("types" + restart, "typeSwitch", Object.class, restart, labels);
    }
    site("none", "typeSwitch", Object.class, 0);
    site("all", "typeSwitch", Object.class, 0, type(String.class), type(Object.class), "a");
    site("behindAll", "typeSwitch", Object.class, 2, type(String.class), type(Object.class), "a");
    loop("looped", "typeSwitch", Object.class, labels);
    Transformed code = transformed();
    for (int restart = 0; restart <= labels.length; restart++) {
      assertExpanded(code, "types" + restart);
      assertSame(code, "types" + restart, VALUES);
    }
    for (String method : List.of("none", "all", "behindAll", "looped")) {
      assertExpanded(code, method);
      assertSame(code, method, VALUES);
    }
    assertEquals(0, code.count("looped", Opcodes.TABLESWITCH));
    assertEquals(0, code.count("looped", Opcodes.LOOKUPSWITCH), "each match goes to its case");
  }

  @Test
  void anyLabelsInAnyOrder() {
    Object[] all = {
      type(Integer.class), "a", type(CharSequence.class), type(int[].class), type(String[].class),
      type(Number.class), "bc", type(Object[].class), type(Comparable.class), type(Object.class),
      type(Cloneable.class), "RED", type(Thread.State.class), described("NEW"), described("BLOCKED")
    };
    Random random = new Random(1);
    int sites = 300;
    for (int i = 0; i < sites; i++) {
      Object[] labels = new Object[random.nextInt(9)];
      for (int k = 0; k < labels.length; k++) {
        labels[k] = all[random.nextInt(all.length)];
      }
      if (i % 3 == 0) {
        loop("site" + i, "typeSwitch", Object.class, labels);
      } else {
        site("site" + i, "typeSwitch", Object.class, random.nextInt(labels.length + 1), labels);
      }
    }
    Transformed code = transformed();
    for (int i = 0; i < sites; i++) {
      assertExpanded(code, "site" + i);
    }
    Assumptions.assumeTrue(
        Runtime.version().feature() >= 21, "the preview in older JDKs refuses some of these");
    for (int i = 0; i < sites; i++) {
      assertSame(code, "site" + i, VALUES);
    }
  }

  @Test
  void numbersAreToldApartInTheirOwnBoxes() {
    site("ofInteger", "typeSwitch", Integer.class, 0, 1, 3, type(Integer.class));
    site("ofInteger2", "typeSwitch", Integer.class, 1, 1, 3, 40000);
    site("ofCharacter", "typeSwitch", Character.class, 0, 3, (int) 'c');
    site("ofByte", "typeSwitch", Byte.class, 0, 3, 4);
    site("ofShort", "typeSwitch", Short.class, 0, 3, 4);
    site("ofNumber", "typeSwitch", Number.class, 0, 3, type(Integer.class));
    site("ofObject", "typeSwitch", Object.class, 0, 3, type(Integer.class));
    Transformed code = transformed();
    for (String method : List.of("ofInteger", "ofInteger2", "ofCharacter", "ofByte", "ofShort")) {
      assertExpanded(code, method);
    }
    assertLeftAlone(code, "ofNumber");
    assertLeftAlone(code, "ofObject");
    Assumptions.assumeTrue(
        Runtime.version().feature() >= 21, "the preview in older JDKs refuses some of these");
    assertSame(code, "ofInteger", null, 1, 3, 5, 40000);
    assertSame(code, "ofInteger2", null, 1, 3, 5, 40000);
    assertSame(code, "ofCharacter", null, 'c', 'd', (char) 3);
    assertSame(code, "ofByte", null, (byte) 3, (byte) 7);
    assertSame(code, "ofShort", null, (short) 3, (short) 7);
  }

  @Test
  void constantsOfEnumsAreToldApart() {
    site("states", "enumSwitch", Thread.State.class, 0, "NEW", "BLOCKED");
    site("states1", "enumSwitch", Thread.State.class, 1, "NEW", "BLOCKED");
    site("mixed", "enumSwitch", Thread.State.class, 0, "NEW", type(Thread.State.class), "BLOCKED");
    site("unknown", "enumSwitch", Thread.State.class, 0, "NEW", "OLD");
    site("described", "typeSwitch", Object.class, 0, described("NEW"), described("BLOCKED"), "a");
    loop("looped", "enumSwitch", Thread.State.class, "BLOCKED", "NEW", "RUNNABLE");
    Transformed code = transformed();
    Object[] states = {null, Thread.State.NEW, Thread.State.BLOCKED, Thread.State.RUNNABLE};
    for (String method : List.of("states", "states1", "mixed", "looped")) {
      assertExpanded(code, method);
      assertSame(code, method, states);
    }
    assertExpanded(code, "described");
    assertSame(code, "unknown", states);
    assertLeftAlone(code, "unknown");
  }

  /** {@code Thread.State.NAME} as javac describes it. */
  private static ConstantDynamic described(String name) {
    Handle invoke =
        new Handle(
            Opcodes.H_INVOKESTATIC,
            "java/lang/invoke/ConstantBootstraps",
            "invoke",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;"
                + "Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;)Ljava/lang/Object;",
            false);
    String desc = "Ljava/lang/constant/ClassDesc;";
    ConstantDynamic type =
        new ConstantDynamic(
            "invoke",
            desc,
            invoke,
            new Handle(
                Opcodes.H_INVOKESTATIC,
                "java/lang/constant/ClassDesc",
                "of",
                "(Ljava/lang/String;)" + desc,
                true),
            "java.lang.Thread$State");
    String label = "Ljava/lang/Enum$EnumDesc;";
    return new ConstantDynamic(
        "invoke",
        label,
        invoke,
        new Handle(
            Opcodes.H_INVOKESTATIC,
            "java/lang/Enum$EnumDesc",
            "of",
            "(" + desc + "Ljava/lang/String;)" + label,
            false),
        type,
        name);
  }

  @Test
  void whatMayNotBeLinkedIsLeftAlone() {
    site("late", "enumSwitch", Switched.Late.class, 0, "SOON");
    site(
        "far",
        "typeSwitch",
        Object.class,
        0,
        type(List.class),
        Type.getObjectType("java/util/ImmutableCollections$ListN"));
    site("beyond", "typeSwitch", Object.class, 3, "a", "b");
    site("below", "typeSwitch", Object.class, -1, "a", "b");
    site("ownInterface", "typeSwitch", Switched.Shape.class, 0, type(Switched.Shape.class));
    site("unloaded", "typeSwitch", Object.class, 0, Type.getObjectType("no/Such"));
    Transformed code = transformed();
    for (String method : List.of("late", "far", "beyond", "below", "ownInterface", "unloaded")) {
      assertLeftAlone(code, method);
    }
    assertSame(code, "beyond", "a", null);
    assertSame(code, "below", "a", null);
  }

  @Test
  void theRunningJdkIsKnownIfItIsOneThatWasRead() {
    TestWorld jdk = new TestWorld();
    boolean known = new KnownBootstraps().switches(jdk, jdk.loaded(NAME));
    assertEquals(Runtime.version().feature() == 25, known);
  }

  @Test
  void shapesAreTestedByTheirClasses() {
    site(
        "shapes",
        "typeSwitch",
        Switched.Shape.class,
        0,
        type(Switched.Circle.class),
        type(Switched.Square.class),
        type(Switched.Color.class));
    Transformed code = transformed();
    assertExpanded(code, "shapes");
    assertEquals(3, code.count("shapes", Opcodes.INSTANCEOF));
  }

  @Test
  void constantsAreFoundByTheNameTheyWereGiven() {
    Map<String, FieldInfo> constants = EnumConstants.of(world, world.loaded(NAME + "$Color"));
    assertTrue(constants != null);
    assertEquals(Set.of("RED", "GREEN", "BLUE", "GREY"), constants.keySet());
    assertNull(EnumConstants.of(world, world.loaded(NAME + "$Late")), "not initialized");
    assertNull(EnumConstants.of(world, world.loaded(NAME + "$Circle")), "no enum");
  }

  @Test
  void aFieldThatHoldsAnotherConstantIsNotTakenForIt() {
    ClassWriter renamed = new ClassWriter(0);
    new ClassReader(TestWorld.bytes(NAME + "$Color")).accept(new Renaming(renamed), 0);
    TestWorld other = new TestWorld().define(renamed.toByteArray());
    Map<String, FieldInfo> constants = EnumConstants.of(other, other.loaded(NAME + "$Color"));
    assertTrue(constants != null);
    assertEquals(Set.of("GREEN", "GREY"), constants.keySet());
  }

  @Test
  void aConstantThatIsNotAmongTheValuesIsNotFound() {
    ClassWriter without = new ClassWriter(0);
    new ClassReader(TestWorld.bytes(NAME + "$Color")).accept(new LeavingOut(without), 0);
    TestWorld other = new TestWorld().define(without.toByteArray());
    Map<String, FieldInfo> constants = EnumConstants.of(other, other.loaded(NAME + "$Color"));
    assertTrue(constants != null);
    assertEquals(Set.of("GREEN", "BLUE", "GREY"), constants.keySet());
  }

  @ParameterizedTest
  @EnumSource(Oddity.class)
  void constantsOfAnEnumThatNoCompilerMakesAreNotBelieved(Oddity oddity) {
    ClassWriter odd = new ClassWriter(0);
    new ClassReader(TestWorld.bytes(NAME + "$Color")).accept(new Changing(odd, oddity), 0);
    TestWorld other = new TestWorld().define(odd.toByteArray());
    Map<String, FieldInfo> constants = EnumConstants.of(other, other.loaded(NAME + "$Color"));
    assertEquals(oddity == Oddity.NONE, constants != null);
  }

  /** What is in a method of an enum. */
  enum Oddity {
    /** Nothing. */
    NONE,
    /** A constant's field is written twice. */
    SECOND,
    /** Control goes over the first constant, or not. */
    JUMP,
    /** Another method writes a constant's field, as it may in class files before version 53. */
    METHOD,
    /** A constructor that loads the name it is given, and hands on another. */
    NAME,
    /** The method that the JDK asks for the constants has another name. */
    VALUES
  }

  /** Makes an enum odd. */
  private static final class Changing extends ClassVisitor {
    private static final String TYPE = "L" + NAME + "$Color;";
    private final Oddity oddity;

    Changing(ClassWriter next, Oddity oddity) {
      super(Opcodes.ASM9, next);
      this.oddity = oddity;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String type, String generic, String[] thrown) {
      boolean hidden = name.equals("values") && oddity == Oddity.VALUES;
      MethodVisitor next = super.visitMethod(access, hidden ? "a" : name, type, generic, thrown);
      boolean initializer = name.equals("<clinit>");
      return new MethodVisitor(Opcodes.ASM9, next) {
        @Override
        public void visitCode() {
          super.visitCode();
          if (initializer && oddity == Oddity.JUMP) {
            Label on = new Label();
            visitInsn(Opcodes.ICONST_0);
            visitJumpInsn(Opcodes.IFEQ, on);
            visitLabel(on);
            visitFrame(Opcodes.F_SAME, 0, null, 0, null);
          } else if (name.equals("code") && oddity == Oddity.METHOD) {
            write();
          }
        }

        private void write() {
          visitFieldInsn(Opcodes.GETSTATIC, NAME + "$Color", "GREY", TYPE);
          visitFieldInsn(Opcodes.PUTSTATIC, NAME + "$Color", "RED", TYPE);
        }

        @Override
        public void visitMethodInsn(
            int opcode, String owner, String called, String type, boolean itf) {
          if (oddity == Oddity.NAME && owner.equals("java/lang/Enum") && called.equals("<init>")) {
            visitInsn(Opcodes.POP2);
            visitLdcInsn("X");
            visitInsn(Opcodes.ICONST_5);
          }
          super.visitMethodInsn(opcode, owner, called, type, itf);
        }

        @Override
        public void visitInsn(int opcode) {
          if (initializer && oddity == Oddity.SECOND && opcode == Opcodes.RETURN) {
            write();
          }
          super.visitInsn(opcode);
        }
      };
    }
  }

  /** Puts one constant twice into the array of all, in place of another. */
  private static final class LeavingOut extends ClassVisitor {
    LeavingOut(ClassWriter next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String type, String generic, String[] thrown) {
      return new MethodVisitor(
          Opcodes.ASM9, super.visitMethod(access, name, type, generic, thrown)) {
        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String type) {
          boolean out = opcode == Opcodes.GETSTATIC && field.equals("RED");
          super.visitFieldInsn(opcode, owner, out ? "GREY" : field, type);
        }
      };
    }
  }

  /** Exchanges the names of two fields, as an obfuscator may. */
  private static final class Renaming extends ClassVisitor {
    Renaming(ClassWriter next) {
      super(Opcodes.ASM9, next);
    }

    private static String renamed(String field) {
      return field.equals("RED") ? "BLUE" : field.equals("BLUE") ? "RED" : field;
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String type, String generic, Object value) {
      return super.visitField(access, renamed(name), type, generic, value);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String type, String generic, String[] thrown) {
      return new MethodVisitor(
          Opcodes.ASM9, super.visitMethod(access, name, type, generic, thrown)) {
        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String type) {
          super.visitFieldInsn(opcode, owner, renamed(field), type);
        }
      };
    }
  }
}
