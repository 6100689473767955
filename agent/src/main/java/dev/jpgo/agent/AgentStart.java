package dev.jpgo.agent;

import dev.jpgo.agent.control.ControllerThread;
import dev.jpgo.agent.control.ThreadGroups;
import dev.jpgo.agent.events.DecisionLog;
import dev.jpgo.agent.events.Failures;
import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.events.LogLevel;
import dev.jpgo.agent.events.Outputs;
import dev.jpgo.agent.options.Option;
import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.agent.options.Options;
import dev.jpgo.agent.options.OutputPattern;
import dev.jpgo.agent.redefine.Turn;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.security.AccessController;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.function.Supplier;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/** First class in the agent's own loader: reads the options, puts the parts together. */
public final class AgentStart {
  private final Foundation foundation;
  private volatile @Nullable Session session;

  private AgentStart(Foundation foundation) {
    this.foundation = foundation;
  }

  /**
   * Called once, by {@link AgentEntry}.
   *
   * @param arguments agent arguments, empty when there are none
   * @param attached whether the JVM was running already
   * @param jar the agent's jar, open
   * @param later as {@link AgentOrder#behindOthers} takes it
   * @throws Exception when the agent cannot start; its message is one line for the user
   */
  public static void start(
      String arguments,
      Instrumentation instrumentation,
      boolean attached,
      JarFile jar,
      Supplier<@Nullable Instrumentation> later)
      throws Exception {
    ThreadGroup group = new ThreadGroup(ThreadGroups.topmost(), "jpgo");
    Foundation foundation = new Foundation(instrumentation, jar, group, later);
    Log log = new AgentStart(foundation).beginPrivileged(arguments);
    if (attached && !ModeDetection.interprets()) {
      log.warn("attached: compiled code of this JVM is discarded once (JDK-8324241)");
    }
  }

  /**
   * Starts another session after the one before was detached.
   *
   * @return false when it was not
   * @throws Exception when it cannot start; its message is one line for the user
   */
  synchronized boolean again(String arguments) throws Exception {
    Session before = session;
    if (before == null || !before.detached()) {
      return false;
    }
    try {
      beginPrivileged(arguments);
    } catch (Throwable failure) {
      session = before;
      throw failure;
    }
    return true;
  }

  /** The session that is under way, or the last one. */
  Session session() {
    Session known = session;
    if (known == null) {
      throw new IllegalStateException("not started");
    }
    return known;
  }

  /** Threads have the permissions of who starts them: ours are to have our own. */
  @SuppressWarnings("removal")
  private Log beginPrivileged(String arguments) throws Exception {
    try {
      return AccessController.doPrivileged(
          new PrivilegedExceptionAction<Log>() {
            @Override
            public Log run() throws Exception {
              return begin(arguments);
            }
          });
    } catch (PrivilegedActionException e) {
      throw e.getException();
    }
  }

  private Log begin(String arguments) throws Exception {
    OptionValues options = OptionValues.parse(arguments);
    checkOutputs(options);
    Log log = new Log(System.err, LogLevel.of(options.get(Options.LOG)));
    Failures failures = new Failures(log);
    Turn turn = new Turn();
    Start start =
        new Start(
            options, foundation, log, failures, decisions(options, log), turn, new Commands(this));
    session = start.session();
    boolean now = interprets(options);
    boolean warm = !options.get(Options.USE).isEmpty();
    boolean early = now || warm || start.isSelective();
    long quiet = early ? 0 : options.get(Options.DELAY) * 1_000_000;
    ThreadGroup group = foundation.group();
    turn.take(); // who steps aside while this begins waits until there is something to stop
    try {
      if (!now) {
        start.patchRecords();
      }
      if (now || start.isSelective()) {
        start.prepare();
      }
      start.session().begin(new ControllerThread(group, start, quiet, turn, failures), group);
    } finally {
      turn.end();
    }
    return log;
  }

  /** Whether classes must be seen as they load, so that there is no waiting with the start. */
  private static boolean interprets(OptionValues options) {
    String word = options.get(Options.MODE);
    return word.equals("auto") ? ModeDetection.interprets() : word.equals("interpreter");
  }

  private static void checkOutputs(OptionValues options) throws IOException {
    OutputPattern out = options.get(Options.OUT);
    if (!out.isEmpty()) {
      checkOutput(Options.OUT, out.here().file());
    }
    for (Option<String> option : List.of(Options.STATS, Options.DECISIONS)) {
      String file = options.get(option);
      if (!file.isEmpty()) {
        checkOutput(option, Path.of(file));
      }
    }
  }

  private static void checkOutput(Option<?> option, Path file) throws IOException {
    String why = Outputs.whyUnwritable(file);
    if (!why.isEmpty()) {
      throw new IOException("option " + option.key() + "=" + file + ": " + why);
    }
  }

  private static DecisionLog decisions(OptionValues options, Log log) throws IOException {
    String file = options.get(Options.DECISIONS);
    return file.isEmpty() ? DecisionLog.none() : DecisionLog.open(Path.of(file), log);
  }
}
