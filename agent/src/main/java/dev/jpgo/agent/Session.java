package dev.jpgo.agent;

import dev.jpgo.agent.control.ControllerThread;
import dev.jpgo.agent.control.ProfileSnapshot;
import dev.jpgo.agent.events.Failures;
import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.events.Statistics;
import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.agent.options.Options;
import dev.jpgo.agent.redefine.Turn;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/** One run of the agent in one JVM, from its start to its reports. */
final class Session {
  private static final long COMMAND_SECONDS = 60;
  private static final long EXIT_SECONDS = 10;

  private final OptionValues options;
  private final JarFile jar;
  private final Turn turn;
  private final Log log;
  private final Failures failures;
  private final long startMillis = System.currentTimeMillis();
  private final AtomicBoolean detached = new AtomicBoolean();
  private @Nullable ControllerThread thread;
  private @Nullable Thread exitHook;
  private volatile @Nullable Tiers tiers;
  private volatile @Nullable Statistics statistics;
  private volatile String mode = "";

  Session(OptionValues options, JarFile jar, Turn turn, Log log, Failures failures) {
    this.options = options;
    this.jar = jar;
    this.turn = turn;
    this.log = log;
    this.failures = failures;
  }

  /** Starts the controller thread, and sees to the reports at exit if any were asked for. */
  void begin(ControllerThread controllerThread, ThreadGroup group) {
    thread = controllerThread;
    boolean reports =
        !options.get(Options.OUT).isEmpty()
            || !options.get(Options.STATS).isEmpty()
            || options.given(Options.LOG);
    if (reports) {
      Thread hook = new ExitHook(group, this);
      Runtime.getRuntime().addShutdownHook(hook);
      exitHook = hook;
    }
    controllerThread.begin();
  }

  /** The mode is known and the parts are there. */
  void ready(Tiers parts, Statistics numbers, String modeName) {
    mode = modeName;
    statistics = numbers;
    tiers = parts;
  }

  /** Everything that touches classes; only after {@link #ready}. */
  Tiers tiers() {
    Tiers known = tiers;
    if (known == null) {
      throw new IllegalStateException("not started");
    }
    return known;
  }

  /** Writes a profile, and statistics where asked; answers what failed, or an empty string. */
  String dump(String out, String stats) throws InterruptedException {
    if (out.isEmpty() && stats.isEmpty()) {
      return "dump needs out=FILE";
    }
    if (!turn.take(COMMAND_SECONDS)) {
      return "the agent is busy; try again";
    }
    try {
      return detached.get() ? "the agent is detached" : write(out, stats);
    } finally {
      turn.end();
    }
  }

  /** Whether it has taken back what it did. */
  boolean detached() {
    return detached.get();
  }

  /**
   * Puts every method back to its original code, and reports as at exit; answers what failed, or an
   * empty string.
   */
  String detach() throws InterruptedException {
    if (detached.get()) {
      return "the agent is detached already";
    }
    ControllerThread controllerThread = thread;
    if (controllerThread != null) {
      controllerThread.stop();
    }
    if (!turn.take(COMMAND_SECONDS)) {
      return "the agent is busy and stops at the end of what it does; try again";
    }
    String failed = "";
    try {
      if (detached.compareAndSet(false, true)) {
        if (exitHook != null && removed(exitHook)) {
          failed = write(options.get(Options.OUT), options.get(Options.STATS));
        }
        Tiers parts = tiers;
        if (parts != null) {
          parts.withdraw();
          tiers = null; // all that is known of the program's classes
        }
      }
    } finally {
      turn.end();
    }
    log.info(
        "detached: every method has its original code; classes that were opened at load stay"
            + " open, and reflection goes on showing them as declared");
    return failed;
  }

  private static boolean removed(Thread hook) {
    try {
      return Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return false; // the JVM is ending: the hook reports
    }
  }

  private String write(String out, String stats) {
    Tiers parts = tiers;
    ProfileSnapshot snapshot = parts == null ? null : parts.snapshot();
    Statistics numbers = statistics;
    if (numbers == null) {
      // ended before the mode was looked at: nothing was touched
      numbers = new Statistics(lightMode(), Reports.jvm());
    }
    Reports reports = new Reports(log, mode.isEmpty() ? lightMode() : mode, version(), startMillis);
    String failed = reports.profile(out, snapshot);
    String alsoFailed = reports.statistics(stats, numbers, snapshot);
    log.info(numbers.summary());
    return failed.isEmpty() ? alsoFailed : failed;
  }

  private String lightMode() {
    String word = options.get(Options.MODE);
    return word.equals("auto") ? ModeDetection.name() : word;
  }

  private String version() {
    try {
      String version =
          jar.getManifest().getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
      return version == null ? "unknown" : version;
    } catch (IOException e) {
      return "unknown";
    }
  }

  /** At exit: waits a moment for what is under way, then reports. */
  void exit() {
    ControllerThread controllerThread = thread;
    if (controllerThread != null) {
      controllerThread.stop();
    }
    try {
      if (!turn.take(EXIT_SECONDS)) {
        log.warn("the agent was busy at exit: profile and statistics are missing");
        return;
      }
    } catch (InterruptedException e) {
      failures.report("writing at exit", e);
      return;
    }
    try {
      write(options.get(Options.OUT), options.get(Options.STATS));
    } finally {
      turn.end();
    }
  }

  /** Runs {@link #exit} when the JVM ends. */
  private static final class ExitHook extends Thread {
    private final Session session;

    ExitHook(@Nullable ThreadGroup group, Session session) {
      super(group, null, "jpgo-exit", 0, false);
      this.session = session;
      setContextClassLoader(null);
    }

    @Override
    public void run() {
      session.exit();
    }
  }
}
