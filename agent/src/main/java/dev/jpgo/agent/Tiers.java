package dev.jpgo.agent;

import dev.jpgo.agent.control.CompiledCode;
import dev.jpgo.agent.control.Controller;
import dev.jpgo.agent.control.ControllerBuilder;
import dev.jpgo.agent.control.ControllerRounds;
import dev.jpgo.agent.control.ControllerThread;
import dev.jpgo.agent.control.Headroom;
import dev.jpgo.agent.control.ProfileOptions;
import dev.jpgo.agent.control.ProfileSnapshot;
import dev.jpgo.agent.control.Stress;
import dev.jpgo.agent.events.DecisionLog;
import dev.jpgo.agent.events.Failures;
import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.events.Statistics;
import dev.jpgo.agent.hooks.HookRefusal;
import dev.jpgo.agent.hooks.Hooks;
import dev.jpgo.agent.hooks.OpeningTransformer;
import dev.jpgo.agent.hooks.TraceTable;
import dev.jpgo.agent.measure.StackSampler;
import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.agent.options.Options;
import dev.jpgo.agent.options.OutputPattern;
import dev.jpgo.agent.redefine.AgentTransformer;
import dev.jpgo.agent.redefine.ClassFilter;
import dev.jpgo.agent.redefine.Redefiner;
import dev.jpgo.agent.redefine.TierZero;
import dev.jpgo.agent.redefine.Turn;
import dev.jpgo.agent.warm.CacheFile;
import dev.jpgo.agent.warm.CacheKey;
import dev.jpgo.agent.warm.CodeCache;
import dev.jpgo.agent.warm.KnownMethods;
import dev.jpgo.agent.warm.KnownProfile;
import dev.jpgo.agent.world.AssumptionTable;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.ClassRegistry;
import dev.jpgo.agent.world.PendingClasses;
import dev.jpgo.core.collect.Ordering;
import dev.jpgo.core.instrument.LoopPlan.Patchpoints;
import dev.jpgo.core.jdk.HookGroup;
import dev.jpgo.core.world.Mode;
import dev.jpgo.runtime.JpgoDefinitions;
import dev.jpgo.runtime.JpgoPermissions;
import java.io.IOException;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Everything that touches classes. {@link #listen} is called first: on the main thread where the VM
 * interprets or classes are selected, since they must be seen as they load; on the controller
 * thread elsewhere, when the start-up delay is over. {@link #start} follows on the controller
 * thread.
 */
final class Tiers implements ControllerThread.Start {
  private final Foundation foundation;
  private final OptionValues options;
  private final Mode mode;
  private final Statistics statistics;
  private final DecisionLog decisions;
  private final Failures failures;
  private final Log log;
  private final Turn turn;
  private final Headroom headroom;
  private final long startNanos;
  private final long begins;

  /** What code that transformers run may catch, and a program may be the first to throw. */
  private static final String[] CAUGHT = {
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.ClassCastException",
    "java.lang.IllegalArgumentException",
    "java.lang.IllegalStateException",
    "java.lang.IndexOutOfBoundsException",
    "java.lang.InternalError",
    "java.lang.NegativeArraySizeException",
    "java.lang.NoClassDefFoundError",
    "java.lang.StackOverflowError",
    "java.lang.instrument.UnmodifiableClassException",
  };

  /** What the VM asks before a class is linked, where there is a security manager. */
  private static final String PROXY = "java.lang.reflect.Proxy";

  /** What transformers are rehearsed with. */
  private static final String SAMPLE = "dev/jpgo/agent/redefine/Rehearsal";

  private final Set<HookGroup> hooks = EnumSet.noneOf(HookGroup.class);
  private final TraceTable traces;
  private final PendingClasses pending = new PendingClasses();
  private final ClassRegistry registry;
  private final AssumptionTable assumptions;
  private final ClassFilter filter;
  private final boolean selective;
  private final Stress stress;
  private final TierZero tierZero;
  private final AgentTransformer transformer;
  private volatile @Nullable Controller controller;
  private boolean listening;
  private boolean hooked;
  private CodeCache cache = CodeCache.none();

  Tiers(
      Foundation foundation,
      OptionValues options,
      Mode mode,
      Statistics statistics,
      DecisionLog decisions,
      Failures failures,
      Log log,
      Turn turn,
      Headroom headroom,
      long startNanos) {
    this.startNanos = startNanos;
    this.foundation = foundation;
    this.options = options;
    this.mode = mode;
    this.traces = foundation.traces();
    this.statistics = statistics;
    this.decisions = decisions;
    this.failures = failures;
    this.log = log;
    this.turn = turn;
    this.headroom = headroom;
    this.begins = System.nanoTime() + options.get(Options.DELAY) * 1_000_000;
    this.registry =
        new ClassRegistry(
            foundation.instrumentation(),
            pending,
            Math.min(
                options.get(Options.BYTES_CACHE) << 20, Runtime.getRuntime().maxMemory() / 16));
    this.assumptions = new AssumptionTable(registry, pending);
    this.stress = Stress.of(options, log);
    this.filter = new ClassFilter(options);
    this.selective = ControllerBuilder.isSelective(options, mode);
    this.tierZero =
        new TierZero(
            mode,
            selective,
            stress.patchpoints(options.get(Options.OSR) ? Patchpoints.HANDOVER : Patchpoints.COUNT),
            mode == Mode.INTERPRETER && !ControllerBuilder.isUnconditional(options),
            foundation.counters());
    this.transformer =
        new AgentTransformer(
            registry, pending, assumptions, filter, tierZero, traces, foundation.foreground());
    if (foundation.order().follows()) {
      transformer.followsOthers();
    }
  }

  /**
   * Puts the hooks in where the VM interprets, and the transformers on. Where classes are selected,
   * the hook that call sites need is in from the start, too: what is linked before it would be
   * linked anew with its class's next version, and nobody could tell what its functions do.
   */
  void listen() throws IOException {
    listening = true;
    loadBeforehand();
    foundation.counters().makeRoom();
    boolean all = options.get(Options.DELAY) == 0;
    boolean entries = mode != Mode.JIT && options.get(Options.OSR);
    transformer.rewriteAtLoad(all, entries);
    byte[] sample = foundation.classFile(SAMPLE);
    transformer.rehearse(sample);
    if (mode == Mode.INTERPRETER) {
      OpeningTransformer.rehearse(sample);
      hook();
    } else if (selective) {
      foundation.hooks().install(notOff(EnumSet.of(HookGroup.LINKAGE)));
    }
    transformer.begin(foundation.instrumentation());
    pending.touch();
  }

  /**
   * Puts the hooks in, before anything is made that needs them. A JVM whose own classes are changed
   * as it starts does without parts of its archive, and what a compiler makes may be slower for it.
   */
  void hook() {
    if (hooked) {
      return;
    }
    hooked = true;
    transformer.lookAtEveryClass();
    if (mode != Mode.INTERPRETER) {
      registry.expectUnreported(); // hidden ones until now
    }
    Set<HookGroup> wanted = EnumSet.allOf(HookGroup.class);
    boolean open = mode == Mode.INTERPRETER && options.get(Options.ACCESS).equals("open");
    if (!isLast() || !open) {
      wanted.remove(HookGroup.ACCESS);
    }
    if (!SteppingAside.isPossible()) {
      wanted.remove(HookGroup.PERMISSIONS);
    }
    if (!goesByWords(mode, options)) {
      wanted.remove(HookGroup.ARRAYS);
      wanted.remove(HookGroup.HANDLES);
      wanted.remove(HookGroup.BUILDERS);
    }
    Hooks installer = foundation.hooks();
    hooks.addAll(installer.install(notOff(wanted)));
    for (HookRefusal refusal : installer.refusals()) {
      log.warn("hook not installed: " + refusal);
    }
    if (hooks.contains(HookGroup.TRACES)) {
      traces.activate();
      installer.handOver(traces);
    }
    if (hooks.contains(HookGroup.ACCESS)) {
      foundation.open();
    }
    JpgoDefinitions.defining = new Defining();
    JpgoDefinitions.archived = new Archived();
  }

  private Set<HookGroup> notOff(Set<HookGroup> groups) {
    for (String off : options.get(Options.HOOKS_OFF)) {
      groups.remove(group(off));
    }
    return groups;
  }

  /** Whether the JDK is to go over arrays by words: only C1 has no code of its own for that. */
  static boolean goesByWords(Mode mode, OptionValues options) {
    return mode == Mode.C1 && options.get(Options.JDK);
  }

  /**
   * Whether no other agent comes after this one: what it adds to classes would be seen by nobody
   * here, and it would see opened members as public, which those who reflect on them do not.
   */
  private boolean isLast() {
    AgentOrder order = foundation.order();
    boolean last = order.behind().isEmpty();
    if (!last) {
      log.warn(
          "the agent "
              + order.behind()
              + " comes after this one ("
              + order.why()
              + "): what it adds to methods may be left out where they are inlined, and no access"
              + " is opened for it; -javaagent of jpgo had better be last");
    }
    return last;
  }

  /**
   * A transformer runs inside the loading of every class, of those too that the JVM links a {@code
   * VarHandle} call with. If it made such a call then, not linked yet, it would need the class that
   * is being loaded: ClassCircularityError. The same with the class that sorts, with the part of a
   * list that the JVM links records' methods with, and with what is caught, which the verifier
   * looks up as the class that catches is linked.
   */
  private void loadBeforehand() {
    Arrays.sort(new int[] {1, 0});
    Ordering.sort(new ArrayList<>(Arrays.asList(1, 0).subList(0, 1)));
    for (String caught : CAUGHT) {
      load(caught);
    }
    load(PROXY);
    pending.forgetClaimed();
    transformer.takeFault();
  }

  private static void load(String name) {
    try {
      Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("not in this JDK: " + name, e);
    }
  }

  private static @Nullable HookGroup group(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "traces" -> HookGroup.TRACES;
      case "reflection" -> HookGroup.ACCESS;
      case "linkage" -> HookGroup.LINKAGE;
      case "definitions" -> HookGroup.DEFINITIONS;
      case "permissions" -> HookGroup.PERMISSIONS;
      case "arrays" -> HookGroup.ARRAYS;
      case "handles" -> HookGroup.HANDLES;
      case "builders" -> HookGroup.BUILDERS;
      default -> null;
    };
  }

  private final class Defining implements BiConsumer<byte[], Class<?>> {
    @Override
    public void accept(byte[] bytes, Class<?> host) {
      transformer.defining(bytes, host);
    }
  }

  private final class Archived implements BiConsumer<Class<?>, Class<?>> {
    @Override
    public void accept(Class<?> found, Class<?> host) {
      transformer.archived(found);
    }
  }

  @Override
  public ControllerThread.Rounds start() throws Exception {
    foundation.foreground().background(Thread.currentThread());
    if (!listening) {
      listen();
    }
    hook();
    registry.start(foundation.vm());
    StackSampler sampler = new StackSampler();
    Redefiner redefiner =
        new Redefiner(
            foundation.instrumentation(),
            foundation.kept(),
            transformer,
            registry,
            tierZero,
            ProfileOptions.recorded(options),
            traces,
            statistics,
            failures,
            log,
            turn,
            startNanos);
    Controller.Parts parts =
        new Controller.Parts(
            registry,
            transformer,
            foundation.counters(),
            redefiner,
            sampler,
            statistics,
            decisions,
            failures,
            log,
            turn,
            headroom);
    Controller built =
        ControllerBuilder.build(
            parts,
            options,
            mode,
            filter,
            assumptions,
            foundation.flags(),
            foundation.lines(),
            traces,
            stress,
            hooks.contains(HookGroup.DEFINITIONS),
            inlines(),
            selective
                ? KnownMethods.none()
                : KnownProfile.read(
                    options.get(Options.USE), options.get(Options.TIER2_CALLS), log),
            openCache(),
            Path.of(foundation.jar().getName()));
    controller = built;
    long interval = options.get(Options.INTERVAL) * 1_000_000;
    return new ControllerRounds(
        built,
        options.get(Options.BUDGET),
        options.get(Options.USE_BUDGET),
        options.get(Options.SHARE),
        begins,
        Math.min(interval, 50_000_000),
        interval);
  }

  /** Only where inlined frames show, and where who judges by frames does not come unseen. */
  private boolean inlines() {
    return traces.active()
        && (hooks.contains(HookGroup.PERMISSIONS) || !SteppingAside.isPossible());
  }

  private CodeCache openCache() {
    String folder = options.get(Options.CACHE);
    if (folder.isEmpty() || selective) {
      return cache;
    }
    if (!options.get(Options.STRESS).isEmpty()) {
      log.warn("cache= is not used with stress=: code is made at random");
      return cache;
    }
    try {
      cache =
          CacheFile.open(
              Path.of(folder),
              OutputPattern.program(),
              CacheKey.of(foundation.jar(), options, mode, inlines(), hooks.toString()),
              options.get(Options.CACHE_SIZE) << 20);
    } catch (IOException | RuntimeException e) {
      log.warn("cache=" + folder + ": " + e.getMessage() + "; nothing is kept, and none used");
    }
    return cache;
  }

  /** Writes what was made for the next start, where it is asked for. */
  void writeCache() {
    try {
      cache.write();
    } catch (IOException | RuntimeException e) {
      log.warn("cache= was not written: " + e);
    }
  }

  @Nullable Controller controller() {
    return controller;
  }

  /** As {@link Controller#idleRounds}; -1 as long as there is no controller. */
  long idleRounds() {
    Controller known = controller;
    return known == null ? -1 : known.idleRounds();
  }

  /** What has been counted; null when that has not begun. */
  @Nullable ProfileSnapshot snapshot() {
    foundation.foreground().report(statistics);
    Controller known = controller;
    if (known == null) {
      return null;
    }
    known.takeIn();
    known.report();
    statistics.cacheDamaged(cache.damaged());
    boolean strings = options.get(Options.STRINGS).equals("show");
    return new ProfileSnapshot(registry, new CompiledCode(foundation.lines(), strings));
  }

  /**
   * Puts classes back that were rewritten as they were loaded, before there was a controller. One
   * that is not initialized keeps what it has: it would be linked early.
   */
  private void restoreLoaded() {
    try {
      registry.start(foundation.vm());
      registry.snapshot();
    } catch (ReflectiveOperationException e) {
      failures.report("finding what was rewritten at load", e);
      return;
    }
    for (ClassRecord record : registry.all()) {
      Class<?> type = record.type();
      if (type != null
          && record.attachment() instanceof TierZero.AtLoad
          && record.initialized()
          && !transformer.isLeftToAnother(type)) {
        try {
          foundation.instrumentation().retransformClasses(type);
        } catch (UnmodifiableClassException | RuntimeException | LinkageError e) {
          failures.report("putting back " + record, e);
        }
      }
    }
  }

  /**
   * Takes everything back that can be taken back. Frames of optimized versions may go on for long:
   * from now on nobody sees new classes for them, so nothing may be assumed in them any more.
   */
  void withdraw() {
    transformer.rewriteAtLoad(false, false);
    Controller known = controller;
    if (known == null && listening) {
      transformer.end(foundation.instrumentation());
      restoreLoaded();
    }
    if (known != null) {
      foundation.kept().addAll(known.restoreAll());
      assumptions.breakAll();
      foundation.counters().forgetSites();
    }
    JpgoDefinitions.defining = null;
    JpgoDefinitions.archived = null;
    JpgoPermissions.listener = null;
    transformer.end(foundation.instrumentation());
    foundation.hooks().watchLines(traces);
  }
}
