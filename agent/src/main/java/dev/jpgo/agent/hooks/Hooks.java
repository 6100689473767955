package dev.jpgo.agent.hooks;

import dev.jpgo.core.jdk.HookGroup;
import dev.jpgo.core.jdk.JdkPatch;
import dev.jpgo.core.jdk.RuntimeBridges;
import dev.jpgo.core.jdk.UnsafeAccess;
import dev.jpgo.runtime.JpgoAccess;
import dev.jpgo.runtime.JpgoHandles;
import dev.jpgo.runtime.JpgoLinkage;
import dev.jpgo.runtime.JpgoMemory;
import dev.jpgo.runtime.JpgoTraces;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts hooks into the JDK and keeps them there: the transformer that does it stays registered, so
 * that any later retransformation of those classes has them too. Register it before the
 * transformers of the tiers, which then are handed patched classes.
 *
 * <p>Not thread-safe; the agent's start and its controller use it one after the other. The runtime
 * must have been defined in {@code java.lang} before.
 */
public final class Hooks {
  private final Instrumentation instrumentation;
  private final int traceDepth;
  private final HookTransformer transformer = new HookTransformer();
  private final FieldOffsets fields = new FieldOffsets();
  private final Set<HookGroup> installed = EnumSet.noneOf(HookGroup.class);
  private final List<HookRefusal> refusals = new ArrayList<>();
  private boolean registered;

  /**
   * @param traceDepth elements that the trace of an exception has at most; 0 for all
   */
  public Hooks(Instrumentation instrumentation, int traceDepth) {
    this.instrumentation = instrumentation;
    this.traceDepth = traceDepth;
  }

  /**
   * Installs groups of hooks, all in one retransformation; groups that are installed already are
   * left as they are.
   *
   * @return those of the groups that are complete now; for the others {@link #refusals} has the
   *     reasons
   */
  public Set<HookGroup> install(Set<HookGroup> groups) {
    Set<HookGroup> wanted = EnumSet.noneOf(HookGroup.class);
    for (HookGroup group : groups) {
      if (!installed.contains(group) && prepare(group)) {
        wanted.add(group);
      }
    }
    Map<String, HookGroup> patched = new HashMap<>();
    for (HookGroup group : wanted) {
      for (JdkPatch patch : group.patches(fields)) {
        transformer.add(patch);
        patched.put(patch.className(), group);
      }
    }
    if (!registered) {
      registered = true;
      instrumentation.addTransformer(transformer, true);
    }
    transformer.lines = null;
    transformer.installing = true;
    try {
      retransform(loaded(patched));
    } finally {
      transformer.installing = false;
    }
    for (Map.Entry<String, HookGroup> entry : patched.entrySet()) {
      String reason = transformer.refusal(entry.getKey());
      if (reason != null) {
        refuse(entry.getValue(), entry.getKey(), reason);
        wanted.remove(entry.getValue());
      }
    }
    installed.addAll(wanted);
    Set<HookGroup> complete = EnumSet.noneOf(HookGroup.class);
    complete.addAll(groups);
    complete.retainAll(installed);
    return complete;
  }

  /** The groups that are complete. */
  public Set<HookGroup> installed() {
    Set<HookGroup> copy = EnumSet.noneOf(HookGroup.class);
    copy.addAll(installed);
    return copy;
  }

  /** What could not be installed and why, in the order in which it was tried. */
  public List<HookRefusal> refusals() {
    return List.copyOf(refusals);
  }

  /**
   * The tiers' transformer is gone: from now on the hooks' own tells the trace table of classes
   * that someone retransforms, until {@link #install} is called again.
   */
  public void watchLines(TraceTable traces) {
    transformer.lines = traces;
  }

  /** Tells the trace table of the classes that the hooks have changed. */
  public void handOver(TraceTable traces) {
    for (Map.Entry<Class<?>, byte[][]> changed : transformer.changed.entrySet()) {
      traces.hooked(changed.getKey(), changed.getValue()[0], changed.getValue()[1]);
    }
    transformer.changed.clear();
  }

  private void refuse(HookGroup group, String className, String reason) {
    refusals.add(new HookRefusal(group, className, reason));
  }

  private boolean prepare(HookGroup group) {
    try {
      if (JpgoMemory.instance == null) {
        define();
      }
      JpgoMemory memory = JpgoMemory.instance;
      if (memory == null) {
        throw new IllegalStateException("no access to memory");
      }
      switch (group) {
        case ACCESS -> JpgoAccess.prepare(memory);
        case TRACES -> {
          defineHandles(memory);
          JpgoTraces.prepare(memory, traceDepth);
        }
        case LINKAGE -> {
          defineHandles(memory);
          JpgoLinkage.prepare(memory);
        }
        case ARRAYS -> checkArrays();
        case HANDLES -> fields.prepare(memory);
        case DEFINITIONS, PERMISSIONS, BUILDERS -> {
          // nothing to look up
        }
      }
      return true;
    } catch (ReflectiveOperationException | RuntimeException | LinkageError | InternalError e) {
      refuse(group, "", String.valueOf(e));
      return false;
    }
  }

  /** Defines the bridges; the agent has opened {@code java.lang} to itself already. */
  private static void define() throws IllegalAccessException {
    MethodHandles.Lookup lookup =
        MethodHandles.privateLookupIn(JpgoMemory.class, MethodHandles.lookup());
    initialize(lookup.defineClass(RuntimeBridges.memory()));
  }

  private static void defineHandles(JpgoMemory memory) {
    if (JpgoHandles.instance == null) {
      String bridge = RuntimeBridges.HANDLE_BRIDGE.replace('/', '.');
      initialize(memory.define(bridge, RuntimeBridges.handles()));
    }
  }

  /** Throws where loops over arrays cannot go by words, or what does so was not defined. */
  private static void checkArrays() throws ReflectiveOperationException {
    Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
    Object instance = unsafe.getMethod("getUnsafe").invoke(null);
    boolean unaligned = (boolean) unsafe.getMethod("unalignedAccess").invoke(instance);
    if (!UnsafeAccess.arraysFit(
        UnsafeAccess.offset(unsafe, "BYTE"),
        UnsafeAccess.offset(unsafe, "CHAR"),
        UnsafeAccess.offset(unsafe, "INT"),
        unaligned)) {
      throw new IllegalStateException("arrays of this JVM cannot be gone over by words");
    }
    Class.forName(UnsafeAccess.arraysName().replace('/', '.'), true, null);
  }

  private static void initialize(Class<?> type) {
    try {
      Class.forName(type.getName(), true, type.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The patched classes that were loaded before; the others are loaded now, through the hook. */
  private List<Class<?>> loaded(Map<String, HookGroup> patched) {
    List<Class<?>> loaded = new ArrayList<>();
    for (String name : patched.keySet()) {
      Class<?> type = load(name);
      if (type != null && !transformer.hasSeen(name)) {
        loaded.add(type);
      }
    }
    return loaded;
  }

  private @Nullable Class<?> load(String internalName) {
    String name = internalName.replace('/', '.');
    if (transformer.isLazy(internalName)) {
      for (Class<?> type : instrumentation.getInitiatedClasses(null)) {
        if (type.getName().equals(name)) {
          return type;
        }
      }
      return null;
    }
    try {
      return Class.forName(name, false, null);
    } catch (ClassNotFoundException e) {
      transformer.refuse(internalName, "not in this JDK");
      return null;
    }
  }

  private void retransform(List<Class<?>> classes) {
    if (classes.isEmpty()) {
      return;
    }
    try {
      instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
    } catch (UnmodifiableClassException | RuntimeException | LinkageError | InternalError e) {
      if (classes.size() == 1) {
        String name = classes.get(0).getName().replace('.', '/');
        transformer.refuse(name, "refused by the VM: " + e);
        return;
      }
      int half = classes.size() / 2;
      retransform(classes.subList(0, half));
      retransform(classes.subList(half, classes.size()));
    }
  }
}
