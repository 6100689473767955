package dev.jpgo.core.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.GraphBuilder;
import dev.jpgo.core.ir.MethodSource;
import dev.jpgo.core.ir.UnsupportedMethodException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** A handler has what it had, and nothing that stands between. */
class ExceptionRangesTest {
  /** Has a copy of a finally block, which is not protected by it, amid what is. */
  public static final class Finally {
    private final StringBuilder log = new StringBuilder();

    private int note(String text, boolean fails) {
      log.append(text).append(' ');
      if (fails) {
        throw new IllegalStateException(text);
      }
      return text.length();
    }

    int run(boolean early, boolean fails) {
      try {
        if (early) {
          return note("early", false);
        }
        note("late", false);
      } finally {
        note("end", fails);
      }
      return 0;
    }

    public static String all() {
      StringBuilder all = new StringBuilder();
      for (int i = 0; i < 4; i++) {
        Finally each = new Finally();
        try {
          all.append(each.run((i & 1) == 0, (i & 2) == 0)).append(' ');
        } catch (IllegalStateException e) {
          all.append("failed ");
        }
        all.append(each.log);
      }
      return all.toString();
    }
  }

  @Test
  void whatStandsBetweenTwoPartsOfARangeIsNotInIt() throws Exception {
    String expected = "failed early end failed late end 5 early end 0 late end ";
    assertEquals(expected, Finally.all());
    Class<?> emitted = new Emitting(Finally.class).loadClass(Finally.class.getName());
    Method all = emitted.getMethod("all");
    assertEquals(expected, all.invoke(null));
  }

  /**
   * HotSpot runs {@code iload} and {@code caload} as one instruction, from the second time on, and
   * what that throws is thrown at the place of the {@code iload}.
   */
  public static final class Characters {
    private static int copied(char[] from, char[] to, int by, int count) {
      int i = 0;
      try {
        for (; i < count; i++) {
          to[i + by] = from[i];
        }
      } catch (ArrayIndexOutOfBoundsException e) {
        return -i;
      }
      return i;
    }

    private static int unprotected(char[] from, int a, int b, int count) {
      int i = 0;
      int caught = 0;
      while (true) {
        try {
          caught += from.length / (count - i);
        } catch (ArithmeticException | ArrayIndexOutOfBoundsException e) {
          return -1;
        }
        if (from[i] == 0) {
          i++;
        }
      }
    }

    private static char onALineOfItsOwn(char[] from, int a, int b, int c, int index) {
      int length = from.clone().length;
      char character = from[index];
      return (char) (character + length);
    }

    public static String all() {
      StringBuilder all = new StringBuilder();
      all.append(copied(new char[3], new char[5], 1, 3)).append(' ');
      all.append(copied(new char[3], new char[9], 1, 9)).append(' ');
      all.append(thrown(() -> unprotected(new char[3], 0, 0, 9)));
      onALineOfItsOwn(new char[3], 0, 0, 0, 2);
      return all.append(thrown(() -> onALineOfItsOwn(new char[3], 0, 0, 0, 3))).toString();
    }

    private static String thrown(Runnable code) {
      try {
        code.run();
        return "nothing";
      } catch (ArrayIndexOutOfBoundsException e) {
        return e.getMessage() + " in line " + e.getStackTrace()[0].getLineNumber() + ' ';
      }
    }
  }

  @Test
  void whatAnIndexedCharacterThrowsIsThrownWhereItsIndexIsLoaded() throws Exception {
    Class<?> emitted = new Emitting(Characters.class).loadClass(Characters.class.getName());
    assertEquals(Characters.all(), emitted.getMethod("all").invoke(null));
  }

  /** What later Zero VMs run as one instruction. */
  public static final class Fields {
    private int value;

    static int read(Fields fields) {
      try {
        return fields.value;
      } catch (NullPointerException e) {
        return -1;
      }
    }
  }

  @Test
  void whatAFieldOfTheFirstVariableThrowsIsCaughtWhereThatIsLoaded() throws Exception {
    MethodNode read = new MethodNode(Opcodes.ASM9);
    ClassNode emitted = new ClassNode();
    new ClassReader(Emitting.emitted(Fields.class.getName())).accept(emitted, 0);
    for (MethodNode each : emitted.methods) {
      read = each.name.equals("read") ? each : read;
    }
    AbstractInsnNode first = read.tryCatchBlocks.get(0).start;
    while (first.getOpcode() < 0) {
      first = first.getNext();
    }
    assertEquals(Opcodes.ALOAD, first.getOpcode());
  }

  /** Of two handlers the one comes first in front of a place and the other behind it. */
  private static MethodNode crossed() {
    MethodNode code = new MethodNode(Opcodes.ACC_STATIC, "run", "()V", null, null);
    Label[] labels = new Label[5];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = new Label();
    }
    code.visitTryCatchBlock(labels[0], labels[1], labels[3], "java/lang/RuntimeException");
    code.visitTryCatchBlock(labels[0], labels[2], labels[4], "java/lang/Exception");
    code.visitTryCatchBlock(labels[1], labels[2], labels[3], "java/lang/RuntimeException");
    for (int i = 0; i < labels.length; i++) {
      code.visitLabel(labels[i]);
      code.visitInsn(i < 3 ? Opcodes.NOP : Opcodes.POP);
      code.visitMethodInsn(Opcodes.INVOKESTATIC, "Some", "part" + i, "()V", false);
      if (i >= 2) {
        code.visitInsn(Opcodes.RETURN);
      }
    }
    code.visitMaxs(1, 0);
    return code;
  }

  @Test
  void aMethodWhoseHandlersHaveNoOneOrderIsRefused() throws Exception {
    Graph graph = GraphBuilder.build(MethodSource.of("Some", 49, crossed()));
    UnsupportedMethodException refused =
        assertThrows(
            UnsupportedMethodException.class, () -> Emitter.emit(graph, LineNumbers.ofSource()));
    assertEquals("ranges of its handlers lie in each other", refused.reason());
  }

  /** Defines one of the classes above anew, through the graph and back. */
  private static final class Emitting extends ClassLoader {
    private final String type;

    Emitting(Class<?> type) {
      super(ExceptionRangesTest.class.getClassLoader());
      this.type = type.getName();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(type)) {
        return super.loadClass(name, resolve);
      }
      try {
        byte[] bytes = emitted(name);
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException | UnsupportedMethodException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    private static byte[] emitted(String type) throws IOException, UnsupportedMethodException {
      ClassNode node = new ClassNode();
      String file = type.replace('.', '/') + ".class";
      try (InputStream in = ClassLoader.getSystemResourceAsStream(file)) {
        new ClassReader(in).accept(node, ClassReader.EXPAND_FRAMES);
      }
      for (int i = 0; i < node.methods.size(); i++) {
        MethodNode method = node.methods.get(i);
        MethodSource source = MethodSource.of(node.name, node.version & 0xffff, method);
        node.methods.set(i, Emitter.emit(GraphBuilder.build(source), LineNumbers.ofSource()));
      }
      ClassWriter writer = new ClassWriter(0);
      node.accept(writer);
      return writer.toByteArray();
    }
  }
}
