package dev.jpgo.agent;

import dev.jpgo.agent.control.Controller;
import dev.jpgo.agent.control.ControllerThread;
import dev.jpgo.agent.control.ProfileSnapshot;
import dev.jpgo.agent.events.Failures;
import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.events.Statistics;
import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.agent.options.Options;
import java.lang.instrument.Instrumentation;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One run of the agent in one JVM, from its start to its reports. */
final class Session {
  private static final long COMMAND_SECONDS = 60;
  private static final long EXIT_SECONDS = 5;

  private final Instrumentation instrumentation;
  private final OptionValues options;
  private final Log log;
  private final Failures failures;
  private final ControllerThread thread;
  private final Tiers tiers;
  private final Statistics statistics;
  private final Reports reports;
  private final AtomicBoolean detached = new AtomicBoolean();

  Session(
      Instrumentation instrumentation,
      OptionValues options,
      Log log,
      Failures failures,
      Tiers tiers,
      ControllerThread thread,
      Statistics statistics,
      Reports reports) {
    this.instrumentation = instrumentation;
    this.options = options;
    this.log = log;
    this.failures = failures;
    this.tiers = tiers;
    this.thread = thread;
    this.statistics = statistics;
    this.reports = reports;
  }

  /** Writes a profile, and statistics where asked; answers what failed, or an empty string. */
  String dump(String out, String stats) throws InterruptedException {
    if (out.isEmpty() && stats.isEmpty()) {
      return "dump needs out=FILE";
    }
    String[] outcome = {"the agent is busy; nothing was written"};
    Runnable work =
        new Runnable() {
          @Override
          public void run() {
            outcome[0] = write(out, stats);
          }
        };
    thread.call(work, COMMAND_SECONDS);
    return outcome[0];
  }

  private String write(String out, String stats) {
    ProfileSnapshot snapshot = tiers.snapshot();
    String failed = reports.profile(out, snapshot);
    String alsoFailed = reports.statistics(stats, statistics, snapshot);
    return failed.isEmpty() ? alsoFailed : failed;
  }

  /** Puts every method back to its original code; answers what failed, or an empty string. */
  String detach() throws InterruptedException {
    if (!detached.compareAndSet(false, true)) {
      return "the agent is detached already";
    }
    Runnable work =
        new Runnable() {
          @Override
          public void run() {
            Controller controller = tiers.controller();
            if (controller != null) {
              controller.restoreAll();
            }
            tiers.removeTransformer(instrumentation);
          }
        };
    thread.stop();
    boolean done = thread.call(work, COMMAND_SECONDS);
    log.info(
        "detached: every method has its original code; classes that were opened at load stay"
            + " open, and reflection goes on showing them as declared");
    return done ? "" : "the agent is busy; it detaches as soon as it can";
  }

  /** At exit: waits a moment for the round that is under way, then reports. */
  void exit() {
    thread.stop();
    Runnable work =
        new Runnable() {
          @Override
          public void run() {
            write(options.get(Options.OUT), options.get(Options.STATS));
            log.info(statistics.summary());
          }
        };
    try {
      if (!thread.call(work, EXIT_SECONDS)) {
        log.warn("the agent was busy at exit: profile and statistics may be missing");
      }
    } catch (InterruptedException e) {
      failures.report("writing at exit", e);
    }
  }

  /** Runs {@link #exit} when the JVM ends. */
  static final class ExitHook extends Thread {
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
