package dev.jpgo.core.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.GraphBuilder;
import dev.jpgo.core.ir.MethodSource;
import dev.jpgo.core.ir.UnsupportedMethodException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * HotSpot's verdicts are looked up with {@code -Xlog:monitormismatch} in the tests of the agent.
 */
class CompilerBailoutsTest {
  private static final String UNBALANCED = "its monitors would not be seen to be balanced";
  private static final String ENTERED = "a handler of it is reached without an exception";

  private static String verdict(Consumer<MethodNode> code) {
    MethodNode method =
        new MethodNode(
            Opcodes.ACC_STATIC, "m", "(Ljava/lang/Object;Ljava/lang/Object;)V", null, null);
    code.accept(method);
    method.visitMaxs(8, 8);
    String reason = CompilerBailouts.of("Some", method);
    return reason == null ? "taken" : reason;
  }

  /** A lock of the first argument around something, left by a handler when that throws. */
  private static void locked(MethodNode code, Consumer<MethodNode> body, boolean all) {
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    Label handled = new Label();
    code.visitTryCatchBlock(start, end, handler, all ? null : "java/lang/RuntimeException");
    code.visitTryCatchBlock(handler, handled, handler, null);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ASTORE, 2);
    code.visitInsn(Opcodes.MONITORENTER);
    code.visitLabel(start);
    body.accept(code);
    code.visitVarInsn(Opcodes.ALOAD, 2);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitLabel(end);
    code.visitInsn(Opcodes.RETURN);
    code.visitLabel(handler);
    code.visitVarInsn(Opcodes.ASTORE, 3);
    code.visitVarInsn(Opcodes.ALOAD, 2);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitLabel(handled);
    code.visitVarInsn(Opcodes.ALOAD, 3);
    code.visitInsn(Opcodes.ATHROW);
  }

  private static void call(MethodNode code) {
    code.visitMethodInsn(Opcodes.INVOKESTATIC, "Some", "call", "()V", false);
  }

  @Test
  void whatIsLeftOnEveryWayIsTaken() {
    assertEquals("taken", verdict(code -> locked(code, CompilerBailoutsTest::call, true)));
  }

  @Test
  void whatMayBeThrownPastTheHandlersIsNot() {
    assertEquals(UNBALANCED, verdict(code -> locked(code, CompilerBailoutsTest::call, false)));
  }

  @Test
  void aNumberThatIsLoadedCountsAsWhatThrowsAndAPushedOneDoesNot() {
    Consumer<MethodNode> loads =
        code -> {
          code.visitLdcInsn(100_000);
          code.visitInsn(Opcodes.POP);
        };
    Consumer<MethodNode> pushes =
        code -> {
          code.visitIntInsn(Opcodes.SIPUSH, 1000);
          code.visitInsn(Opcodes.POP);
        };
    assertEquals(UNBALANCED, verdict(code -> locked(code, loads, false)));
    assertEquals("taken", verdict(code -> locked(code, loads, true)));
    assertEquals("taken", verdict(code -> locked(code, pushes, false)));
  }

  @Test
  void aLockIsNotTakenTwice() {
    Consumer<MethodNode> again =
        code -> {
          code.visitVarInsn(Opcodes.ALOAD, 0);
          code.visitInsn(Opcodes.MONITORENTER);
          code.visitVarInsn(Opcodes.ALOAD, 0);
          code.visitInsn(Opcodes.MONITOREXIT);
        };
    assertEquals(UNBALANCED, verdict(code -> locked(code, again, true)));
  }

  @Test
  void locksAreLeftInTheReverseOrder() {
    Consumer<MethodNode> crossed =
        code -> {
          code.visitVarInsn(Opcodes.ALOAD, 1);
          code.visitInsn(Opcodes.MONITORENTER);
          code.visitVarInsn(Opcodes.ALOAD, 0);
          code.visitInsn(Opcodes.MONITOREXIT);
          code.visitVarInsn(Opcodes.ALOAD, 1);
          code.visitInsn(Opcodes.MONITOREXIT);
          code.visitInsn(Opcodes.RETURN);
        };
    assertEquals(
        UNBALANCED,
        verdict(
            code -> {
              code.visitVarInsn(Opcodes.ALOAD, 0);
              code.visitInsn(Opcodes.MONITORENTER);
              crossed.accept(code);
            }));
  }

  @Test
  void waysThatMeetHoldTheSame() {
    assertEquals(
        UNBALANCED,
        verdict(
            code -> {
              Label join = new Label();
              code.visitVarInsn(Opcodes.ALOAD, 1);
              code.visitJumpInsn(Opcodes.IFNULL, join);
              code.visitVarInsn(Opcodes.ALOAD, 0);
              code.visitInsn(Opcodes.MONITORENTER);
              code.visitLabel(join);
              code.visitInsn(Opcodes.RETURN);
            }));
  }

  @Test
  void handlersAreReachedByExceptionsAlone() {
    assertEquals(
        ENTERED,
        verdict(
            code -> {
              Label start = new Label();
              Label handler = new Label();
              code.visitTryCatchBlock(start, handler, handler, null);
              code.visitLabel(start);
              call(code);
              code.visitInsn(Opcodes.ACONST_NULL);
              code.visitLabel(handler);
              code.visitInsn(Opcodes.POP);
              code.visitInsn(Opcodes.RETURN);
            }));
    assertEquals(
        ENTERED,
        verdict(
            code -> {
              Label start = new Label();
              Label end = new Label();
              Label handler = new Label();
              code.visitTryCatchBlock(start, end, handler, null);
              code.visitLabel(start);
              call(code);
              code.visitLabel(end);
              code.visitInsn(Opcodes.ACONST_NULL);
              code.visitJumpInsn(Opcodes.GOTO, handler);
              code.visitLabel(handler);
              code.visitInsn(Opcodes.POP);
              code.visitInsn(Opcodes.RETURN);
            }));
  }

  @Test
  void handlersDoNotCoverWhatTheyThrow() {
    Consumer<MethodNode> covering =
        code -> {
          Label start = new Label();
          Label handler = new Label();
          Label end = new Label();
          code.visitTryCatchBlock(start, end, handler, null);
          code.visitLabel(start);
          call(code);
          code.visitInsn(Opcodes.RETURN);
          code.visitLabel(handler);
          code.visitInsn(Opcodes.POP);
          call(code);
          code.visitLabel(end);
          code.visitInsn(Opcodes.RETURN);
        };
    assertEquals("a handler of it covers itself", verdict(covering));
  }

  /** What happened to the methods of the JDK that lock. */
  private static final class Tally {
    int locking;
    int refusedAsInterpreted;
  }

  /** Every method that javac made is taken, as it is and when it went through a graph. */
  @Test
  void whatLocksInTheJdkIsTakenAsItIsEmittedForCompilers() throws Exception {
    Tally tally = new Tally();
    Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base");
    for (String folder : List.of("java/util", "java/io", "java/net", "java/lang", "sun/security")) {
      try (Stream<Path> files = Files.walk(modules.resolve(folder))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
          look(file, tally);
        }
      }
    }
    assertTrue(tally.locking > 200, () -> tally.locking + " methods lock");
    assertTrue(tally.refusedAsInterpreted > 0, "as it is for interpreters all is taken, too");
  }

  private static void look(Path file, Tally tally) throws IOException {
    ClassNode node = new ClassNode();
    new ClassReader(Files.readAllBytes(file)).accept(node, ClassReader.EXPAND_FRAMES);
    for (MethodNode method : node.methods) {
      boolean locks = false;
      for (int i = 0; i < method.instructions.size(); i++) {
        locks |= method.instructions.get(i).getOpcode() == Opcodes.MONITORENTER;
      }
      if (locks) {
        tally.locking++;
        String name = node.name + "." + method.name + method.desc;
        assertNull(CompilerBailouts.of(node.name, method), name);
        MethodNode compiled = emitted(node, method, true);
        assertNull(CompilerBailouts.of(node.name, compiled), name);
        assertEquals(Set.of(), loopsWithOperands(compiled), name);
        String other = CompilerBailouts.of(node.name, emitted(node, method, false));
        tally.refusedAsInterpreted += other == null ? 0 : 1;
      }
    }
  }

  private static MethodNode emitted(ClassNode node, MethodNode method, boolean compiled) {
    try {
      Graph graph = GraphBuilder.build(MethodSource.of(node.name, node.version & 0xffff, method));
      return Emitter.emit(graph, LineNumbers.ofSource(), compiled);
    } catch (UnsupportedMethodException e) {
      throw new AssertionError(method.name, e);
    }
  }

  /** Places that are jumped back to with something on the operand stack. */
  private static Set<Integer> loopsWithOperands(MethodNode method) {
    Set<Integer> found = new java.util.TreeSet<>();
    for (int i = 0; i < method.instructions.size(); i++) {
      if (method.instructions.get(i) instanceof JumpInsnNode jump) {
        int target = method.instructions.indexOf(jump.label);
        if (target < i
            && jump.label.getNext() instanceof FrameNode frame
            && !frame.stack.isEmpty()) {
          found.add(target);
        }
      }
    }
    return found;
  }
}
