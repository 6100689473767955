package dev.jpgo.agent;

import dev.jpgo.agent.control.ControllerBuilder;
import dev.jpgo.agent.control.ControllerThread;
import dev.jpgo.agent.control.Headroom;
import dev.jpgo.agent.events.DecisionLog;
import dev.jpgo.agent.events.Failures;
import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.events.Statistics;
import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.agent.options.Options;
import dev.jpgo.agent.redefine.Turn;
import dev.jpgo.core.world.Mode;
import dev.jpgo.runtime.JpgoCommands;
import dev.jpgo.runtime.JpgoPermissions;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The part of the start that costs something. Where classes must be seen as they load, since the VM
 * interprets or only {@link #isSelective selected} ones are touched, {@link #prepare} runs on the
 * main thread; elsewhere all of it waits on the controller thread until the start-up delay is over,
 * and a program that has ended by then has paid nothing.
 */
final class Start implements ControllerThread.Start {
  private static final long LEAST_METASPACE = 16L << 20;
  private static final long LEAST_HEAP = 12L << 20;

  private static final String MANAGER =
      "there is a security manager: nothing is touched, for it asks who is on the stack";

  private final OptionValues options;
  private final Foundation foundation;
  private final Log log;
  private final Failures failures;
  private final DecisionLog decisions;
  private final Turn turn;
  private final Commands commands;
  private final Session session;
  private final long startNanos = System.nanoTime();
  private final SteppingAside aside;
  private @Nullable Boolean stepsAside;
  private boolean prepared;
  private boolean touches;
  private @Nullable Records records;

  Start(
      OptionValues options,
      Foundation foundation,
      Log log,
      Failures failures,
      DecisionLog decisions,
      Turn turn,
      Commands commands) {
    this.options = options;
    this.foundation = foundation;
    this.log = log;
    this.failures = failures;
    this.decisions = decisions;
    this.turn = turn;
    this.commands = commands;
    this.session = new Session(options, foundation.jar(), turn, log, failures);
    this.aside = new SteppingAside(session, foundation.group(), log);
  }

  Session session() {
    return session;
  }

  /**
   * Whether only selected classes are touched. Those whose loops are among what they are selected
   * for are rewritten as they load, when no frame can be in them: the program's first classes, too,
   * so it waits until they are seen.
   */
  boolean isSelective() {
    String word = options.get(Options.MODE);
    String mode = word.equals("auto") ? ModeDetection.name() : word;
    return mode.equals("c1") && ControllerBuilder.isSelective(options, Mode.C1);
  }

  /**
   * Where only selected classes are touched, has records patched from now on: their methods cost C1
   * dear, and need no counters. A failure here is no reason to do without the rest.
   */
  void patchRecords() {
    if (!isSelective() || options.get(Options.PHASES_OFF).contains(Records.PHASE)) {
      return;
    }
    try {
      foundation.installRecords();
      if (!stepsAside(foundation.arguments())) {
        Records begun = Records.begin(foundation, options, failures);
        records = begun;
        session.patches(begun);
      }
    } catch (Exception | LinkageError e) {
      failures.report("having records patched", e);
    }
  }

  /** Finds the mode, defines the runtime, and has classes watched as they load. */
  void prepare() throws Exception {
    prepared = true;
    VmArguments arguments = foundation.arguments();
    String word = options.get(Options.MODE);
    Mode mode =
        word.equals("auto")
            ? ModeDetection.detect(arguments)
            : Mode.valueOf(word.toUpperCase(Locale.ROOT));
    boolean open = options.get(Options.ACCESS).equals("open");
    foundation.installRuntime(open, Tiers.goesByWords(mode, options));
    String name = mode.name().toLowerCase(Locale.ROOT);
    Statistics statistics = new Statistics(name, Reports.jvm());
    boolean wanted = ControllerBuilder.touchesClasses(options, mode);
    touches = wanted && !stepsAside(arguments);
    if (!options.given(Options.STRATEGY) && wantsSomething()) {
      if (!wanted) {
        log.warn(
            "in "
                + name
                + " mode nothing is counted, and no hot method optimized, unless strategy=hot asks for"
                + " it: out= gets no methods, use= and cache= do nothing");
      } else if (ControllerBuilder.isSelective(options, mode)) {
        log.warn(
            "in c1 mode only methods that are seen at work are profiled and tried, unless strategy=hot"
                + " asks for all: out= gets no other methods, use= and cache= do nothing");
      }
    }
    Headroom headroom = new Headroom(arguments.metaspace() > 0, log);
    Tiers tiers =
        new Tiers(
            foundation,
            options,
            mode,
            statistics,
            decisions,
            failures,
            log,
            turn,
            headroom,
            startNanos);
    if (touches) {
      JpgoPermissions.listener = aside;
      tiers.listen();
    } else {
      session.touchesNothing();
    }
    session.ready(tiers, statistics, name);
    if (touches && SteppingAside.isDue()) {
      aside.begin(); // it came before the hook did
    }
    JpgoCommands.handler = commands;
    log.info("mode " + name + ", " + Reports.jvm());
  }

  /** Whether options make no sense unless classes are touched. */
  private boolean wantsSomething() {
    return options.given(Options.OUT) || options.given(Options.USE) || options.given(Options.CACHE);
  }

  /**
   * Where a debugger may set breakpoints, which a class loses when it is redefined; where the VM
   * writes an archive of its classes, at which it crashes if some of the JDK's were redefined;
   * where no trace tells which call site is linked; where a security manager judges by the classes
   * on the stack, of which inlining takes some away; and where there is hardly room for our own
   * classes.
   */
  private boolean stepsAside(VmArguments arguments) {
    Boolean known = stepsAside;
    if (known == null) {
      known = findOut(arguments);
      stepsAside = known;
    }
    return known;
  }

  private boolean findOut(VmArguments arguments) {
    if (arguments.allowDebugger() && options.get(Options.DEBUGGER).equals("aside")) {
      log.warn(
          "this JVM is open to debuggers: nothing is touched, for breakpoints would be lost;"
              + " debugger=ignore has it done nevertheless");
      return true;
    }
    if (arguments.dumpArchive()) {
      log.warn(
          "this JVM writes an archive of its classes (CDS, AOT): nothing is touched, for it could"
              + " not be written with classes that were redefined");
      return true;
    }
    if (SteppingAside.isDue()) {
      log.warn(MANAGER);
      return true;
    }
    if (!arguments.keepTraces()) {
      log.warn(
          "this JVM keeps no traces (StackTraceInThrowable, MaxJavaStackTraceDepth): nothing is"
              + " touched, for call sites could not be told apart");
      return true;
    }
    if (arguments.metaspace() > 0 && arguments.metaspace() < LEAST_METASPACE) {
      log.warn("MaxMetaspaceSize is below 16 MB: nothing is touched");
      return true;
    }
    if (Runtime.getRuntime().maxMemory() < LEAST_HEAP) {
      log.warn("the heap's bound is below 12 MB: nothing is touched");
      return true;
    }
    return false;
  }

  @Override
  public ControllerThread.Rounds start() throws Exception {
    if (!prepared) {
      prepare();
    }
    if (options.get(Options.JMX)) {
      register();
    }
    Records patching = records;
    if (!touches) {
      return patching == null ? new NoRounds() : patching;
    }
    ControllerThread.Rounds rounds =
        isSelective() ? new AfterDelay(startNanos + delayNanos()) : session.tiers().start();
    return patching == null ? rounds : new Both(patching, rounds);
  }

  private long delayNanos() {
    return options.get(Options.DELAY) * 1_000_000;
  }

  /** What has been listening has no round before the start-up delay is over. */
  private final class AfterDelay implements ControllerThread.Rounds {
    private final long begins;
    private ControllerThread.@Nullable Rounds begun;

    AfterDelay(long begins) {
      this.begins = begins;
    }

    @Override
    public long round() throws Exception {
      long rest = begins - System.nanoTime();
      if (rest > 0) {
        return rest;
      }
      ControllerThread.Rounds rounds = begun;
      if (rounds == null) {
        Tiers tiers = session.tiers();
        tiers.hook();
        if (SteppingAside.isDue()) { // it came before the hook did
          log.warn(MANAGER);
          aside.begin();
          return NoRounds.REST_NANOS;
        }
        rounds = tiers.start();
        begun = rounds;
      }
      return rounds.round();
    }
  }

  /** Records are looked after, and all else. */
  private record Both(ControllerThread.Rounds first, ControllerThread.Rounds second)
      implements ControllerThread.Rounds {
    @Override
    public long round() throws Exception {
      long rest = first.round();
      return Math.min(rest, second.round());
    }
  }

  /**
   * An image may lack the module, and the agent does without. No class of the module is named here,
   * in what is caught either: the verifier loads that when this class is linked.
   */
  private void register() {
    try {
      AgentBean.register(commands);
    } catch (Exception | LinkageError e) {
      log.warn("no bean over JMX: " + e);
    }
  }

  /** For when nothing is to be touched. */
  private static final class NoRounds implements ControllerThread.Rounds {
    static final long REST_NANOS = 3_600_000_000_000L;

    @Override
    public long round() {
      return REST_NANOS;
    }
  }
}
