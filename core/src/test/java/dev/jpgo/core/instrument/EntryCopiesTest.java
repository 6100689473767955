package dev.jpgo.core.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.runtime.JpgoHandover;
import dev.jpgo.runtime.JpgoOsr;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Frames that come over in an inner loop do the rest of the iteration in a copy. */
class EntryCopiesTest {
  /** Far from the loops of other tests. */
  private static final int FIRST = 1_000_000;

  private static final int INNER = FIRST + 1;
  private static final IntToDoubleFunction ONCE = ordinal -> 1;

  /** What an outer loop makes. */
  public static final class Box {
    public int value;

    public Box(int value) {
      this.value = value;
    }

    public void add(int more) {
      value += more;
    }
  }

  /** Loops inside loops. */
  @SuppressWarnings({"UnusedMethod", "SynchronizeOnNonFinalField"})
  static final class Nested {
    private static final Object LOCK = new Object();

    private Nested() {}

    static int rounds(int n) {
      int sum = 0;
      for (int i = 0; i < n; i++) {
        Box box = new Box(i);
        for (int k = 0; k < 5; k++) {
          box.add(k);
          if (box.value == 13) {
            return -sum;
          }
          if (k == 3 && box.value > 20) {
            break;
          }
        }
        switch (i & 3) {
          case 0 -> sum += box.value;
          case 1 -> sum ^= box.value;
          default -> sum--;
        }
      }
      return sum + n;
    }

    static int nothingMade(int n) {
      int sum = 0;
      for (int i = 0; i < n; i++) {
        for (int k = 0; k < 5; k++) {
          sum += k;
        }
      }
      return sum;
    }

    static int madeInside(int n) {
      int sum = 0;
      for (int i = 0; i < n; i++) {
        for (int k = 0; k < 5; k++) {
          sum += new Box(k).value;
        }
      }
      return sum;
    }

    static int alone(int n) {
      Box box = new Box(n);
      for (int i = 0; i < n; i++) {
        box.add(i);
      }
      return box.value;
    }

    static int caught(int n) {
      int sum = 0;
      for (int i = 0; i < n; i++) {
        Box box = new Box(i);
        for (int k = 0; k < 5; k++) {
          try {
            box.add(10 / k);
          } catch (ArithmeticException e) {
            sum++;
          }
        }
        sum += box.value;
      }
      return sum;
    }

    static int locked(int n) {
      int sum = 0;
      for (int i = 0; i < n; i++) {
        Box box = new Box(i);
        for (int k = 0; k < 5; k++) {
          box.add(k);
        }
        synchronized (LOCK) {
          sum += box.value;
        }
      }
      return sum;
    }

    static int linked(int n) {
      int sum = 0;
      for (int i = 0; i < n; i++) {
        Box box = new Box(i);
        for (int k = 0; k < 5; k++) {
          box.add(k);
        }
        Runnable later = () -> box.add(1);
        later.run();
        sum += box.value;
      }
      return sum;
    }
  }

  @AfterEach
  void theRequestCloses() {
    assertTrue(JpgoOsr.close(INNER));
  }

  @Test
  void theRestOfTheIterationIsTheSame() throws Exception {
    Method code = load("rounds", ONCE);
    for (int n = 0; n < 30; n++) {
      assertEquals(Nested.rounds(n), code.invoke(null, n));
    }
    for (int i = 0; i < 30; i++) {
      for (int k = 0; k <= 5; k++) {
        for (int value = 7; value < 24; value += 3) {
          handOver(true, 29, 100, i, k, new Box(value));
          assertEquals(rest(29, 100, i, k, new Box(value)), code.invoke(null, -1));
        }
      }
    }
  }

  private static int rest(int n, int before, int first, int round, Box given) {
    int sum = before;
    Box box = given;
    int k = round;
    for (int i = first; i < n || i == first; i++) {
      for (; k < 5; k++) {
        box.add(k);
        if (box.value == 13) {
          return -sum;
        }
        if (k == 3 && box.value > 20) {
          break;
        }
      }
      switch (i & 3) {
        case 0 -> sum += box.value;
        case 1 -> sum ^= box.value;
        default -> sum--;
      }
      box = new Box(i + 1);
      k = 0;
    }
    return sum + n;
  }

  @Test
  void whatIsAlwaysNewAndNullAllTheSameIsNotTaken() throws Exception {
    Method code = load("rounds", ONCE);
    JpgoHandover handover = handOver(true, 9, 0, 0, 0, null);
    InvocationTargetException thrown =
        assertThrows(InvocationTargetException.class, () -> code.invoke(null, -1));
    assertTrue(thrown.getCause() instanceof NullPointerException);
    assertFalse(handover.taken);
    handover.owner = null;
  }

  private static JpgoHandover handOver(
      boolean armed, int n, int sum, int i, int k, @Nullable Box box) {
    JpgoOsr.request(INNER, 1);
    JpgoHandover handover = JpgoOsr.poll(INNER, 0, 1, 4);
    if (handover == null) {
      return fail("no hand-over");
    }
    handover.put(n).put(sum).put(i).put(box).put(k);
    handover.armed = armed;
    return handover;
  }

  @Test
  void anInnerLoopThatRunsLongIsEnteredItself() {
    assertTrue(copied("rounds", ONCE) > 0);
    assertEquals(0, copied("rounds", ordinal -> ordinal > 8 ? 5000 : 1));
    assertEquals(0, copied("rounds", ordinal -> -1));
    assertEquals(0, copied("rounds", null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"nothingMade", "madeInside", "alone", "caught", "locked", "linked"})
  void otherLoopsAreEnteredThemselves(String method) {
    assertEquals(0, copied(method, ONCE));
  }

  private static long copied(String name, @Nullable IntToDoubleFunction runs) {
    Map<AbstractInsnNode, Integer> sites = enterable(method(node(), name), runs);
    return sites.values().stream().filter(site -> site == Instr.COPIED).count();
  }

  private static Map<AbstractInsnNode, Integer> enterable(
      MethodNode method, @Nullable IntToDoubleFunction runs) {
    String owner = Nested.class.getName().replace('.', '/');
    Set<Integer> loops = method.name.equals("alone") ? Set.of(0) : Set.of(0, 1);
    return OsrEntry.insert(owner, method, FIRST, loops, runs);
  }

  private static ClassNode node() {
    ClassNode node = new ClassNode();
    new ClassReader(Rewriting.bytesOf(Nested.class.getName()))
        .accept(node, ClassReader.EXPAND_FRAMES);
    return node;
  }

  private static MethodNode method(ClassNode node, String name) {
    for (MethodNode method : node.methods) {
      if (method.name.equals(name)) {
        return method;
      }
    }
    throw new IllegalArgumentException(name);
  }

  private static Method load(String name, IntToDoubleFunction runs) throws Exception {
    ClassNode node = node();
    enterable(method(node, name), runs);
    ClassWriter writer = new ClassWriter(0);
    node.accept(writer);
    byte[] bytes = writer.toByteArray();
    ClassLoader loader =
        new ClassLoader(EntryCopiesTest.class.getClassLoader()) {
          @Override
          protected Class<?> loadClass(String wanted, boolean resolve)
              throws ClassNotFoundException {
            if (!wanted.equals(Nested.class.getName())) {
              return super.loadClass(wanted, resolve);
            }
            Class<?> loaded = findLoadedClass(wanted);
            return loaded == null ? defineClass(wanted, bytes, 0, bytes.length) : loaded;
          }
        };
    Method method = loader.loadClass(Nested.class.getName()).getDeclaredMethod(name, int.class);
    method.setAccessible(true);
    return method;
  }
}
