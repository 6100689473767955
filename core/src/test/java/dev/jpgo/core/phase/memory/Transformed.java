package dev.jpgo.core.phase.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.emit.Emitter;
import dev.jpgo.core.emit.LineNumbers;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.GraphBuilder;
import dev.jpgo.core.ir.GraphVerifier;
import dev.jpgo.core.ir.MethodSource;
import dev.jpgo.core.ir.UnsupportedMethodException;
import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.simplify.GraphPhase;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.LoadedClass;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** A class of the tests with some phases run on each of its methods, and nothing else. */
public final class Transformed {
  /** Everything but a load or store of a local variable is dear: what can be reused is. */
  public static final CostModel EAGER = new CostModel(0.001, 10, 10, 10, 10, 10, 10, 10, 10, 10);

  private final ClassNode plain;
  private final ClassNode node;
  private final Map<String, Integer> changes = new HashMap<>();

  public Transformed(TestWorld world, byte[] bytes, CostModel costs, Phases phases) {
    plain = read(bytes);
    node = read(bytes);
    LoadedClass owner = world.loaded(node.name);
    MemoryContext context = new MemoryContext(world, owner, "the/Runtime", costs);
    for (int i = 0; i < node.methods.size(); i++) {
      MethodNode method = node.methods.get(i);
      if (method.instructions.size() > 0) {
        node.methods.set(i, transform(method, phases.of(context)));
      }
    }
  }

  /** Makes the phases to run. */
  public interface Phases {
    List<GraphPhase> of(MemoryContext context);
  }

  private static ClassNode read(byte[] bytes) {
    ClassNode node = new ClassNode();
    new ClassReader(bytes).accept(node, ClassReader.EXPAND_FRAMES);
    return node;
  }

  private MethodNode transform(MethodNode method, List<GraphPhase> phases) {
    try {
      Graph graph = GraphBuilder.build(MethodSource.of(node.name, node.version & 0xffff, method));
      for (GraphPhase phase : phases) {
        changes.merge(method.name, phase.run(graph), Integer::sum);
        GraphVerifier.verify(graph);
      }
      return Emitter.emit(graph, LineNumbers.ofSource());
    } catch (UnsupportedMethodException e) {
      throw new IllegalStateException(method.name, e);
    }
  }

  public int changes(String method) {
    return changes.getOrDefault(method, 0);
  }

  /** Instructions with an opcode in the new code of a method. */
  public int count(String method, int opcode) {
    int count = 0;
    for (AbstractInsnNode insn : method(method).instructions) {
      count += insn.getOpcode() == opcode ? 1 : 0;
    }
    return count;
  }

  /** Calls of a method, by name, in the new code of another. */
  public int calls(String method, String called) {
    int count = 0;
    for (AbstractInsnNode insn : method(method).instructions) {
      count += insn instanceof MethodInsnNode call && call.name.equals(called) ? 1 : 0;
    }
    return count;
  }

  /** Those of them that a handler covers. */
  public int callsWithHandler(String method, String called) {
    MethodNode code = method(method);
    int count = 0;
    for (AbstractInsnNode insn : code.instructions) {
      if (insn instanceof MethodInsnNode call && call.name.equals(called)) {
        int at = code.instructions.indexOf(insn);
        for (TryCatchBlockNode each : code.tryCatchBlocks) {
          if (code.instructions.indexOf(each.start) < at
              && at < code.instructions.indexOf(each.end)) {
            count++;
            break;
          }
        }
      }
    }
    return count;
  }

  /** Instructions with an opcode that stand before the first call of a method. */
  public int countBefore(String method, int opcode, String called) {
    int count = 0;
    for (AbstractInsnNode insn : method(method).instructions) {
      if (insn instanceof MethodInsnNode call && call.name.equals(called)) {
        return count;
      }
      count += insn.getOpcode() == opcode ? 1 : 0;
    }
    throw new IllegalArgumentException(called);
  }

  /** Instructions with an opcode that a jump leads back over. */
  public int countInLoops(String method, int opcode) {
    InsnList code = method(method).instructions;
    boolean[] inside = new boolean[code.size()];
    for (int i = 0; i < code.size(); i++) {
      int target = code.get(i) instanceof JumpInsnNode jump ? code.indexOf(jump.label) : i;
      for (int k = target; k < i; k++) {
        inside[k] = true;
      }
    }
    int count = 0;
    for (int i = 0; i < code.size(); i++) {
      count += inside[i] && code.get(i).getOpcode() == opcode ? 1 : 0;
    }
    return count;
  }

  /** What {@code instanceof} instructions of a method name, in order. */
  public String typesTested(String method) {
    StringBuilder types = new StringBuilder();
    for (AbstractInsnNode insn : method(method).instructions) {
      if (insn.getOpcode() == Opcodes.INSTANCEOF) {
        types.append(types.isEmpty() ? "" : " ").append(((TypeInsnNode) insn).desc);
      }
    }
    return types.toString();
  }

  private MethodNode method(String name) {
    for (MethodNode method : node.methods) {
      if (method.name.equals(name)) {
        return method;
      }
    }
    throw new IllegalArgumentException(name);
  }

  /** Runs a static method as it was and as it is now. */
  public void assertSame(String method, Object... arguments) {
    assertEquals(outcome(plain, method, arguments), outcome(node, method, arguments));
  }

  /** The same but for what messages say of null, which names places of the code. */
  public void assertSameButForNull(String method, Object... arguments) {
    assertEquals(
        outcome(plain, method, arguments).replaceAll(" because .* is null", ""),
        outcome(node, method, arguments).replaceAll(" because .* is null", ""));
  }

  /** The same with an object of a class nested in it, as its own loader makes it; "" for null. */
  public void assertSameFor(String method, String nested) {
    assertEquals(outcome(plain, method, nested), outcome(node, method, nested));
  }

  private static String outcome(ClassNode type, String name, String nested) {
    ClassWriter writer = new ClassWriter(0);
    type.accept(writer);
    Loader loader = new Loader(type.name.replace('/', '.'), writer.toByteArray());
    try {
      Object argument = null;
      if (!nested.isEmpty()) {
        Constructor<?> made = loader.loadClass(loader.name + '$' + nested).getDeclaredConstructor();
        made.setAccessible(true);
        argument = made.newInstance();
      }
      return outcome(loader, name, argument);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String outcome(ClassNode type, String name, Object... arguments) {
    ClassWriter writer = new ClassWriter(0);
    type.accept(writer);
    return outcome(new Loader(type.name.replace('/', '.'), writer.toByteArray()), name, arguments);
  }

  private static String outcome(Loader loader, String name, @Nullable Object... arguments) {
    try {
      for (Method method : loader.loadClass(loader.name).getDeclaredMethods()) {
        if (method.getName().equals(name)) {
          method.setAccessible(true);
          return String.valueOf(method.invoke(null, arguments));
        }
      }
      throw new IllegalArgumentException(name);
    } catch (InvocationTargetException e) {
      return "threw " + e.getCause();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Defines the class, and those nested in it, anew. */
  private static final class Loader extends ClassLoader {
    private final String name;
    private final byte[] bytes;

    Loader(String name, byte[] bytes) {
      super(Transformed.class.getClassLoader());
      this.name = name;
      this.bytes = bytes;
    }

    @Override
    protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
      if (!wanted.startsWith(name)) {
        return super.loadClass(wanted, resolve);
      }
      synchronized (getClassLoadingLock(wanted)) {
        Class<?> known = findLoadedClass(wanted);
        if (known != null) {
          return known;
        }
        byte[] code = wanted.equals(name) ? bytes : TestWorld.bytes(wanted.replace('.', '/'));
        return defineClass(wanted, code, 0, code.length);
      }
    }
  }
}
