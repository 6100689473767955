package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.jpgo.core.classfile.AccessOpener;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.inline.InlineLimits;
import dev.jpgo.core.phase.inline.LockPlaces;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.FlagField;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceMethodVisitor;

/** Compiles methods of target classes and runs them in a loader of their own. */
final class Harness {
  private static final String TARGETS = "dev.jpgo.core.phase.";

  /** A library that is at hand wherever these tests run, big enough to be a real program. */
  static final String LIBRARY = "org.objectweb.asm.";

  private final TestWorld world;
  private final Map<String, Map<Integer, MethodNode>> compiled = new HashMap<>();
  private Mode mode = Mode.INTERPRETER;
  private Set<String> disabled = Set.of();
  private int nextLine = 65535;

  private String misses = "";
  private LockPlaces locks = LockPlaces.ANYWHERE;
  private boolean entered;
  private int hotRuns = InlineLimits.NEVER;
  private int growth = InlineLimits.of(Mode.INTERPRETER).maxGrowthBytes();
  private boolean jumpsPoll = true;

  Harness(TestWorld world) {
    this.world = world;
  }

  /** Code counts how often it takes a slow path. */
  Harness counting() {
    misses = "m0";
    return this;
  }

  /** Methods are compiled as those are that running loops come into. */
  Harness entered(boolean newEntered) {
    entered = newEntered;
    return this;
  }

  Harness mode(Mode newMode) {
    mode = newMode;
    return this;
  }

  /** Where interpreters' methods may take in bodies that lock. */
  Harness locks(LockPlaces places) {
    locks = places;
    return this;
  }

  /** Calls that have run so often are hot. */
  Harness hotRuns(int runs) {
    hotRuns = runs;
    return this;
  }

  /** By how many bytes a method may grow. */
  Harness growth(int bytes) {
    growth = bytes;
    return this;
  }

  /** As for a VM that stops threads where they call, and nowhere else. */
  Harness pollsInCallsAlone() {
    jumpsPoll = false;
    return this;
  }

  Harness without(String... phases) {
    disabled = Set.of(phases);
    return this;
  }

  CompileResult compile(Class<?> type, String name) {
    LoadedClass owner = world.loaded(type.getName().replace('.', '/'));
    for (MethodInfo method : owner.info().methods()) {
      if (method.name().equals(name)) {
        return compile(owner, method);
      }
    }
    throw new IllegalArgumentException("no method " + name + " in " + type);
  }

  CompileResult compile(LoadedClass owner, MethodInfo method) {
    MethodNode code = world.code(owner, method).orElseThrow();
    CompileResult result =
        new TierTwoCompiler()
            .compile(
                new CompileRequest(
                    owner,
                    method,
                    code,
                    entered ? sites(code) : null,
                    world.profile(owner, method).orElse(null),
                    world,
                    mode,
                    CostModel.of(mode),
                    limits(),
                    new FlagField("dev/jpgo/core/phase/TestFlags", "f0", misses),
                    FreeChoices.SENSIBLE,
                    position -> nextLine--,
                    disabled,
                    !Boolean.getBoolean("jpgo.test.unverified")));
    if (result instanceof CompileResult.Optimized optimized) {
      compiled
          .computeIfAbsent(owner.name(), k -> new HashMap<>())
          .put(method.ordinal(), optimized.method());
    }
    return result;
  }

  private InlineLimits limits() {
    InlineLimits all = InlineLimits.of(mode);
    InlineLimits limits =
        all.withBytes(all.maxCalleeBytes(), Math.min(growth, all.maxGrowthBytes()))
            .withLocks(locks)
            .withHotRuns(hotRuns);
    return jumpsPoll ? limits : limits.withPollsInCallsAlone();
  }

  private static Map<AbstractInsnNode, Integer> sites(MethodNode code) {
    Map<AbstractInsnNode, Integer> sites = new IdentityHashMap<>();
    for (AbstractInsnNode each : code.instructions) {
      if (each.getOpcode() >= 0) {
        sites.put(each, sites.size());
      }
    }
    return sites;
  }

  CompileResult.Optimized optimize(Class<?> type, String name) {
    CompileResult result = compile(type, name);
    return assertInstanceOf(CompileResult.Optimized.class, result, () -> explain(result));
  }

  /** Compiles every method with code of a class that can be. */
  int compileAll(Class<?> type) {
    LoadedClass owner = world.loaded(type.getName().replace('.', '/'));
    int done = 0;
    for (MethodInfo method : owner.info().methods()) {
      if (method.hasCode() && compile(owner, method) instanceof CompileResult.Optimized) {
        done++;
      }
    }
    return done;
  }

  /** Runs a static method without parameters as compiled by javac and as compiled here. */
  void assertSameResult(Class<?> type, String name) {
    assertEquals(outcome(new Loader(Map.of()), type, name), outcome(loader(), type, name));
  }

  /** A new loader with every method that was compiled. */
  Loader loader() {
    return new Loader(compiled);
  }

  static String outcome(Loader loader, Class<?> type, String name) {
    try {
      Method method = loader.loadClass(type.getName()).getDeclaredMethod(name);
      method.setAccessible(true);
      return String.valueOf(method.invoke(null));
    } catch (InvocationTargetException e) {
      // Helpful messages name locals, which are others in compiled code: docs/semantics.md.
      return e.getCause() instanceof NullPointerException ? "threw NPE" : "threw " + e.getCause();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The inline tree as indented text: yes or no, target, reason. */
  static String explain(CompileResult result) {
    StringBuilder text = new StringBuilder();
    if (result instanceof CompileResult.Unchanged unchanged) {
      text.append("unchanged: ").append(unchanged.reason()).append('\n');
    }
    explain(result.decisions(), "", text);
    return text.toString();
  }

  private static void explain(List<InlineDecision> decisions, String indent, StringBuilder text) {
    for (InlineDecision decision : decisions) {
      String owner = decision.target().owner();
      text.append(indent)
          .append(decision.inlined() ? "+ " : "- ")
          .append(owner.substring(owner.lastIndexOf('/') + 1))
          .append('.')
          .append(decision.target().name())
          .append(": ")
          .append(decision.reason())
          .append('\n');
      explain(decision.inner(), indent + "  ", text);
    }
  }

  static List<String> instructions(MethodNode method) {
    Textifier printer = new Textifier();
    method.accept(new TraceMethodVisitor(printer));
    StringWriter out = new StringWriter();
    printer.print(new PrintWriter(out));
    List<String> lines = new ArrayList<>();
    for (String line : out.toString().split("\n", -1)) {
      String text = line.strip();
      if (!text.isEmpty() && !text.startsWith("LINENUMBER") && !text.startsWith("MAX")) {
        lines.add(text);
      }
    }
    return lines;
  }

  /** Number of instructions of a kind. */
  static int count(MethodNode method, String instruction) {
    int count = 0;
    for (String line : instructions(method)) {
      if (line.startsWith(instruction)) {
        count++;
      }
    }
    return count;
  }

  /** Defines the targets anew, opened, with compiled methods in place of their own. */
  static final class Loader extends ClassLoader {
    private final Map<String, Map<Integer, MethodNode>> versions;

    Loader(Map<String, Map<Integer, MethodNode>> versions) {
      super(Harness.class.getClassLoader());
      this.versions = versions;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (!name.startsWith(TARGETS) && !name.startsWith(LIBRARY)) {
          return super.loadClass(name, resolve);
        }
        Class<?> known = findLoadedClass(name);
        if (known != null) {
          return known;
        }
        byte[] bytes = version(name.replace('.', '/'));
        return defineClass(name, bytes, 0, bytes.length);
      }
    }

    void breakAssumptions() throws ReflectiveOperationException {
      loadClass(TestFlags.class.getName()).getField("f0").setBoolean(null, false);
    }

    private byte[] version(String name) {
      byte[] declared = TestWorld.bytes(name);
      AccessOpener.Opened opened = AccessOpener.openAll(declared);
      ClassReader reader = new ClassReader(opened == null ? declared : opened.classFile());
      ClassNode node = new ClassNode();
      reader.accept(node, ClassReader.EXPAND_FRAMES);
      Map<Integer, MethodNode> methods = versions.getOrDefault(name, Map.of());
      for (int i = 0; i < node.methods.size(); i++) {
        int access = node.methods.get(i).access;
        MethodNode method = methods.getOrDefault(i, node.methods.get(i));
        method.access = access;
        standIn(method);
        node.methods.set(i, method);
      }
      ClassWriter writer = new ClassWriter(0);
      node.accept(writer);
      return writer.toByteArray();
    }

    /** The runtime's class for lists is in a package that nothing can be added to here. */
    private static void standIn(MethodNode method) {
      for (AbstractInsnNode instruction : method.instructions) {
        if (instruction instanceof MethodInsnNode call && call.owner.equals(RuntimeCalls.LISTS)) {
          call.owner = Type.getInternalName(ListStandIn.class);
        }
      }
    }
  }
}
