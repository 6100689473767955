package dev.jpgo.core.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.CodeOrdinals;
import dev.jpgo.core.instrument.InstrumentationLayout.Form;
import dev.jpgo.core.instrument.LoopPlan.Patchpoints;
import dev.jpgo.runtime.JpgoOsr;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** At which loops of synchronized methods a frame can hand over. */
class LoopHeadersTest {
  private static final String LEFT = "own monitor may have been left";
  private static final String NAME = "Left";

  /** As javac writes them. */
  static class Locking {
    private int sum;

    synchronized int behind(Object lock, int n) {
      synchronized (lock) {
        sum++;
      }
      for (int i = 0; i < n; i++) {
        sum += i;
      }
      return sum;
    }

    static synchronized int around(Object[] locks, int n) {
      int sum = 0;
      for (int i = 0; i < n; i++) {
        synchronized (locks[i]) {
          synchronized (Locking.class) {
            for (int j = 0; j < n; j++) {
              sum += j;
            }
          }
          if (sum > 100) {
            return sum;
          }
          if (sum == 55) {
            continue;
          }
          sum++;
        }
      }
      return sum;
    }

    synchronized int handled(Object lock, int n) {
      try {
        synchronized (this) {
          sum += n / (n - 1);
        }
      } catch (ArithmeticException e) {
        sum = 7;
      } finally {
        sum++;
      }
      for (int i = 0; i < n; i++) {
        try {
          synchronized (lock) {
            sum += lock.hashCode();
          }
        } finally {
          sum++;
        }
      }
      return sum;
    }
  }

  private static List<String> refusals(ClassNode owner, String name) {
    List<String> refusals = new ArrayList<>();
    for (MethodNode method : owner.methods) {
      if (method.name.equals(name)) {
        LoopHeaders headers = LoopHeaders.of(owner.name, owner.version, method);
        for (int loop = 0; loop < headers.count(); loop++) {
          refusals.add(headers.refusal(loop).orElse(""));
        }
      }
    }
    return refusals;
  }

  @Test
  void loopsBesideSynchronizedBlocksAreLeft() {
    ClassNode compiled = Rewriting.parse(Rewriting.bytesOf(Locking.class.getName()));
    assertEquals(List.of(""), refusals(compiled, "behind"));
    assertEquals(List.of("", "monitor held"), refusals(compiled, "around"));
    assertEquals(List.of("monitor held"), refusals(compiled, "handled")); // by the bound alone
    for (MethodNode method : compiled.methods) {
      CodeOrdinals code = CodeOrdinals.of(method);
      assertFalse(OwnMonitor.mayBeLeft(method, code, Cfg.of(method)), method.name);
    }
  }

  /** The frame that takes over would enter it, and hold it in the loop. */
  @Test
  void aMethodThatMayHaveLeftItsOwnMonitorIsNotLeft() {
    for (Way way : Way.values()) {
      assertEquals(List.of(LEFT), refusals(Rewriting.parse(leaving(way)), "run"), way::name);
    }
  }

  @Test
  void loopsOutsideOfTheMethodSOwnMonitorComputeWhatTheyDid() throws Exception {
    int loop = Rewriting.counters(1);
    LoopPlan loops = new LoopPlan(loop, 0, Patchpoints.HANDOVER);
    MethodVersion version =
        new MethodVersion.Profiled(
            Rewriting.counters(9), 0, Form.SPARSE, loops, Set.of(0), Set.of());
    JpgoOsr.request(loop, 1);
    try {
      for (Way way : Way.values()) {
        byte[] original = leaving(way);
        byte[] rewritten = ClassRewriter.rewrite(original, new ClassPlan(Map.of(1, version)));
        assertEquals(run(original), run(rewritten), way::name);
      }
    } finally {
      JpgoOsr.close(loop);
    }
  }

  private static Object run(byte[] bytes) throws Exception {
    Class<?> type =
        new ClassLoader(LoopHeadersTest.class.getClassLoader()) {
          Class<?> define() {
            return defineClass(NAME, bytes, 0, bytes.length);
          }
        }.define();
    Object lock = new Object();
    Object receiver = type.getConstructor().newInstance();
    return type.getMethod("run", Object.class).invoke(receiver, lock);
  }

  /** How a method leaves its own monitor and enters it again. */
  private enum Way {
    ALONE {
      @Override
      void leave(MethodVisitor code) {
        leave(code, 0);
      }

      @Override
      void enter(MethodVisitor code) {
        enter(code, 0);
      }
    },

    /** There are as many monitors as it has entered, but not the same. */
    FOR_ANOTHER {
      @Override
      void leave(MethodVisitor code) {
        enter(code, 1);
        leave(code, 0);
      }

      @Override
      void enter(MethodVisitor code) {
        enter(code, 0);
        leave(code, 1);
      }
    },

    /** What it has left is left once more. */
    TWICE {
      @Override
      void leave(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitVarInsn(Opcodes.ASTORE, 2);
        enter(code, 2);
        enter(code, 1);
        leave(code, 2);
        leave(code, 2);
      }

      @Override
      void enter(MethodVisitor code) {
        enter(code, 0);
        leave(code, 1);
      }
    };

    abstract void leave(MethodVisitor code);

    abstract void enter(MethodVisitor code);

    static void leave(MethodVisitor code, int local) {
      code.visitVarInsn(Opcodes.ALOAD, local);
      code.visitInsn(Opcodes.MONITOREXIT);
    }

    static void enter(MethodVisitor code, int local) {
      code.visitVarInsn(Opcodes.ALOAD, local);
      code.visitInsn(Opcodes.MONITORENTER);
    }
  }

  /** Counts how often its loop holds the monitor that it has left before. */
  private static byte[] leaving(Way way) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", null);
    MethodVisitor made = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    made.visitCode();
    made.visitVarInsn(Opcodes.ALOAD, 0);
    made.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    made.visitInsn(Opcodes.RETURN);
    made.visitMaxs(0, 0);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED;
    String object = "Ljava/lang/Object;";
    MethodVisitor code = writer.visitMethod(access, "run", "(" + object + ")I", null, null);
    Label head = new Label();
    Label end = new Label();
    code.visitCode();
    way.leave(code);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitVarInsn(Opcodes.ISTORE, 3);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitVarInsn(Opcodes.ISTORE, 4);
    code.visitLabel(head);
    code.visitVarInsn(Opcodes.ILOAD, 4);
    code.visitIntInsn(Opcodes.SIPUSH, 5000);
    code.visitJumpInsn(Opcodes.IF_ICMPGE, end);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    String held = "(" + object + ")Z";
    code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Thread", "holdsLock", held, false);
    code.visitVarInsn(Opcodes.ILOAD, 3);
    code.visitInsn(Opcodes.IADD);
    code.visitVarInsn(Opcodes.ISTORE, 3);
    code.visitIincInsn(4, 1);
    code.visitJumpInsn(Opcodes.GOTO, head);
    code.visitLabel(end);
    way.enter(code);
    code.visitVarInsn(Opcodes.ILOAD, 3);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(0, 0);
    return writer.toByteArray();
  }
}
