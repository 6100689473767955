package dev.jpgo.agent;

import dev.jpgo.agent.control.InlineTable;
import dev.jpgo.agent.events.ForegroundWork;
import dev.jpgo.agent.hooks.Hooks;
import dev.jpgo.agent.hooks.OpeningTransformer;
import dev.jpgo.agent.hooks.TraceTable;
import dev.jpgo.agent.redefine.CounterAllocator;
import dev.jpgo.agent.world.FlagAllocator;
import dev.jpgo.agent.world.VmInternals;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * What a JVM cannot be rid of once it has had an agent, and what a second session after a detach
 * must go on with: the runtime and its hooks; counters, flags and synthetic lines, which frames of
 * old versions may still use and which are therefore never given out twice; the lines of all
 * versions there have been; the opener.
 */
final class Foundation {
  private final Instrumentation given;
  private final JarFile jar;
  private final ThreadGroup group;
  private final Supplier<@Nullable Instrumentation> later;
  private final InlineTable lines = new InlineTable();
  private final ForegroundWork foreground = new ForegroundWork();
  private final Set<Class<?>> kept = Collections.newSetFromMap(new WeakHashMap<>());
  private @Nullable VmArguments arguments;
  private @Nullable AgentOrder order;
  private @Nullable Installed installed;
  private @Nullable VmInternals vm;
  private boolean opens;

  /** What extends or uses classes of the runtime: loaded only when those are there. */
  private record Installed(
      Hooks hooks, TraceTable traces, CounterAllocator counters, FlagAllocator flags) {}

  /**
   * Of the agent that was started.
   *
   * @param given what it was started with
   * @param later as {@link AgentOrder#behindOthers} takes it
   */
  Foundation(
      Instrumentation given,
      JarFile jar,
      ThreadGroup group,
      Supplier<@Nullable Instrumentation> later) {
    this.given = given;
    this.jar = jar;
    this.group = group;
    this.later = later;
  }

  /** How this VM was started. */
  VmArguments arguments() {
    VmArguments known = arguments;
    if (known == null) {
      new RuntimeInstaller(given, jar).openPackages();
      known = VmArguments.ofThisVm();
      arguments = known;
    }
    return known;
  }

  /** The agent's place among others. */
  AgentOrder order() {
    AgentOrder known = order;
    if (known == null) {
      known = AgentOrder.behindOthers(given, jar, arguments(), later);
      order = known;
    }
    return known;
  }

  Instrumentation instrumentation() {
    return order().instrumentation();
  }

  JarFile jar() {
    return jar;
  }

  /**
   * The class file of one of the agent's classes, for what is to be tried on one.
   *
   * @param name internal
   */
  byte[] classFile(String name) throws IOException {
    String path = "jpgo/" + name + ".classdata";
    JarEntry entry = jar.getJarEntry(path);
    if (entry == null) {
      throw new IOException("the agent's jar is damaged: no " + path);
    }
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  ThreadGroup group() {
    return group;
  }

  InlineTable lines() {
    return lines;
  }

  /** What the program's threads have done for all sessions. */
  ForegroundWork foreground() {
    return foreground;
  }

  CounterAllocator counters() {
    return installed().counters;
  }

  /** Classes that a session had to leave in one of its versions: no other may touch them. */
  Set<Class<?>> kept() {
    return kept;
  }

  /**
   * Defines the runtime unless it is there.
   *
   * @param strings whether loops may read the bytes of strings
   * @param arrays whether the JDK is to go over arrays by words
   */
  void installRuntime(boolean strings, boolean arrays)
      throws IOException, ReflectiveOperationException {
    if (installed == null) {
      MethodHandles.Lookup runtime = new RuntimeInstaller(given, jar).install(strings, arrays);
      installed =
          new Installed(
              new Hooks(instrumentation(), arguments().traceDepth()),
              new TraceTable(arguments().nameArchive()),
              new CounterAllocator(runtime),
              new FlagAllocator(runtime));
    }
  }

  /** Defines what patched records use of the runtime, unless it is there. */
  void installRecords() throws IOException, ReflectiveOperationException {
    new RuntimeInstaller(given, jar).installRecords();
  }

  private Installed installed() {
    Installed known = installed;
    if (known == null) {
      throw new IllegalStateException("there is no runtime");
    }
    return known;
  }

  Hooks hooks() {
    return installed().hooks;
  }

  TraceTable traces() {
    return installed().traces;
  }

  FlagAllocator flags() {
    return installed().flags;
  }

  VmInternals vm() throws ReflectiveOperationException {
    VmInternals known = vm;
    if (known == null) {
      known = new VmInternals(group);
      vm = known;
    }
    return known;
  }

  /** From now on, for good, application classes are opened as they load. */
  void open() {
    if (!opens) {
      opens = true;
      instrumentation().addTransformer(new OpeningTransformer(foreground), true);
    }
  }
}
