package dev.jpgo.agent;

import dev.jpgo.agent.control.ControllerThread;
import dev.jpgo.agent.control.ProfileSnapshot;
import dev.jpgo.agent.events.Failures;
import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.events.Outputs;
import dev.jpgo.agent.events.Statistics;
import dev.jpgo.agent.options.AgentArguments;
import dev.jpgo.agent.options.OptionException;
import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.agent.options.Options;
import dev.jpgo.agent.options.OutputPattern;
import dev.jpgo.agent.options.OutputPattern.Place;
import dev.jpgo.agent.redefine.Turn;
import dev.jpgo.core.profile.ProfileDelta;
import dev.jpgo.core.profile.ProfiledMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/** One run of the agent in one JVM, from its start to its reports. */
final class Session {
  private static final long COMMAND_SECONDS = 60;

  /** What the VM is just taking in is waited for, unless it waits for whoever has us detach. */
  private static final long RETURN_SECONDS = 5;

  private static final long IDLE_POLL_NANOS = 20_000_000;

  /** So many rounds without anything to do are idleness: the first may have begun before. */
  private static final int IDLE_ROUNDS = 2;

  private final OptionValues options;
  private final JarFile jar;
  private final Turn turn;
  private final Log log;
  private final Failures failures;
  private volatile long startMillis = System.currentTimeMillis();
  private volatile OutputPattern out;
  private volatile String phase = "";
  private volatile boolean untouched;
  private volatile List<ProfiledMethod> before = List.of();
  private final AtomicBoolean detached = new AtomicBoolean();

  /** Only in one's turn. */
  private boolean reported;

  private @Nullable ControllerThread thread;
  private @Nullable Thread exitHook;
  private volatile @Nullable Tiers tiers;
  private volatile @Nullable Records records;
  private volatile @Nullable Statistics statistics;
  private volatile String mode = "";

  Session(OptionValues options, JarFile jar, Turn turn, Log log, Failures failures) {
    this.options = options;
    this.out = options.get(Options.OUT);
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
            || !options.get(Options.CACHE).isEmpty()
            || options.given(Options.LOG);
    if (reports) {
      Thread hook = new ExitHook(group, this, log, failures, options.get(Options.OUT_WAIT));
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

  /** Records are patched as they are loaded. */
  void patches(Records begun) {
    records = begun;
  }

  /** Nothing is touched in this JVM: there is nothing to wait for. */
  void touchesNothing() {
    untouched = true;
  }

  /** Everything that touches classes; only after {@link #ready}. */
  Tiers tiers() {
    Tiers known = tiers;
    if (known == null) {
      throw new IllegalStateException("not started");
    }
    return known;
  }

  /**
   * Writes a profile, and statistics where asked; answers what failed, or an empty string. With
   * neither it does now what would be done at exit. Counts that went into a pool begin anew, so
   * that they are not there twice in the end.
   */
  String dump(String file, String stats) throws InterruptedException {
    boolean own = file.isEmpty() && stats.isEmpty();
    Place exit = own ? out() : null;
    if (own && exit == null) {
      return "dump needs out=FILE";
    }
    if (!turn.take(COMMAND_SECONDS)) {
      return "the agent is busy; try again";
    }
    try {
      if (detached.get()) {
        return "the agent is detached";
      }
      Place place = file.isEmpty() ? exit : new Place(Path.of(file), false);
      return write(counted(place, stats));
    } finally {
      turn.end();
    }
  }

  /** Has counts begin anew; answers what failed, or an empty string. */
  String reset() throws InterruptedException {
    if (!turn.take(COMMAND_SECONDS)) {
      return "the agent is busy; try again";
    }
    try {
      Tiers parts = tiers;
      ProfileSnapshot snapshot = parts == null ? null : parts.snapshot();
      beginAnew(snapshot == null ? List.of() : snapshot.methods());
      return "";
    } finally {
      turn.end();
    }
  }

  private void beginAnew(List<ProfiledMethod> counted) {
    before = counted;
    startMillis = System.currentTimeMillis();
  }

  /** Names what the program does from now on; files written from now on say so. */
  String phase(String name) {
    phase = name;
    return "";
  }

  /** Sets where the profile is written at exit; answers what is wrong, or an empty string. */
  String writeTo(String pattern) throws OptionException {
    OutputPattern wanted =
        OptionValues.parse("out=" + AgentArguments.quote(pattern)).get(Options.OUT);
    String why = wanted.isEmpty() ? "" : Outputs.whyUnwritable(wanted.here().file());
    if (!why.isEmpty()) {
      return pattern + ": " + why;
    }
    if (exitHook == null) {
      return "the agent was started without out=, stats= or log=, and writes nothing at exit";
    }
    out = wanted;
    return "";
  }

  /** Waits until there is nothing to be promoted, optimized or installed for the moment. */
  String awaitIdle(long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000;
    long first = -1;
    while (true) {
      Tiers parts = tiers;
      long rounds = untouched ? Long.MAX_VALUE : parts == null ? -1 : parts.idleRounds();
      first = first < 0 ? rounds : first;
      if (rounds == Long.MAX_VALUE || first >= 0 && rounds - first >= IDLE_ROUNDS) {
        return "";
      }
      if (System.nanoTime() - end >= 0) {
        return "not idle after " + millis + " ms";
      }
      LockSupport.parkNanos(IDLE_POLL_NANOS);
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
    stopRounds();
    if (!turn.take(COMMAND_SECONDS)) {
      return "the agent is busy and stops at the end of what it does; try again";
    }
    String failed;
    try {
      turn.awaitReturn(RETURN_SECONDS);
      failed = takeBack();
    } finally {
      turn.end();
    }
    log.info(
        "detached: every method has its original code; classes that were opened at load stay"
            + " open, and reflection goes on showing them as declared");
    return failed;
  }

  /**
   * The same before a security manager is set, for good and however long it takes; afterwards
   * nothing of ours runs any more but what is called.
   */
  void stepAside() {
    try {
      turn.take();
      try {
        if (detached.get()) {
          return;
        }
        takeBack();
      } finally {
        turn.end();
      }
      ControllerThread controllerThread = thread;
      if (controllerThread != null) {
        controllerThread.join(1000 * ExitHook.TURN_SECONDS);
      }
    } catch (Throwable e) {
      failures.report("stepping aside for a security manager", e);
    }
  }

  /** What has been counted is written when all is put back: a slow disk holds nothing up. */
  private String takeBack() {
    if (!detached.compareAndSet(false, true)) {
      return "";
    }
    stopRounds();
    Tiers parts = tiers;
    Thread hook = exitHook;
    Counted counted = hook == null ? null : countedSoFar();
    if (parts != null) {
      parts.withdraw();
      tiers = null; // all that is known of the program's classes
    }
    Records patching = records;
    if (patching != null) {
      patching.withdraw();
      records = null;
    }
    if (counted == null || hook == null) {
      return "";
    }
    remove(hook);
    reported = true; // the hook may be waiting for its turn already
    return write(counted);
  }

  private @Nullable Counted countedSoFar() {
    try {
      return counted(out(), options.get(Options.STATS));
    } catch (RuntimeException | LinkageError e) {
      failures.report("counting before all is put back", e);
      return null;
    }
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the JVM is ending: the hook waits for its turn, and finds nothing left to do
    }
  }

  private @Nullable Place out() {
    OutputPattern pattern = out;
    if (pattern.isEmpty()) {
      return null;
    }
    Place place = pattern.here();
    OutputPattern use = options.get(Options.USE);
    return use.isEmpty() || !isSame(use.here().file(), place.file())
        ? place
        : new Place(place.file(), true); // methods that it knew were not profiled again
  }

  private static boolean isSame(Path a, Path b) {
    try {
      return Files.exists(a) && Files.exists(b)
          ? Files.isSameFile(a, b)
          : a.toAbsolutePath().normalize().equals(b.toAbsolutePath().normalize());
    } catch (IOException e) {
      return false; // one of them has gone this moment: nothing to be merged into
    }
  }

  /**
   * What is to be written, as it stands now.
   *
   * @param place where the profile goes, or null
   * @param stats where the statistics go, or an empty string
   */
  private record Counted(
      @Nullable Place place,
      List<ProfiledMethod> methods,
      String stats,
      Statistics numbers,
      String json,
      @Nullable Tiers parts) {}

  private Counted counted(@Nullable Place place, String stats) {
    Tiers parts = tiers;
    ProfileSnapshot snapshot = parts == null ? null : parts.snapshot();
    Statistics numbers = statistics;
    if (numbers == null) {
      // ended before the mode was looked at: nothing was touched
      numbers = new Statistics(lightMode(), Reports.jvm());
    }
    if (snapshot != null && !stats.isEmpty()) {
      snapshot.count(numbers);
    }
    List<ProfiledMethod> methods =
        snapshot == null || place == null ? List.of() : snapshot.methods();
    return new Counted(
        place, methods, stats, numbers, stats.isEmpty() ? "" : numbers.json(), parts);
  }

  private String write(Counted counted) {
    String modeName = mode.isEmpty() ? lightMode() : mode;
    Reports reports =
        new Reports(log, modeName, version(), startMillis, options.get(Options.OUT_WAIT));
    Place place = counted.place;
    String failed = place == null ? "" : profile(reports, place, counted.methods);
    String alsoFailed = reports.statistics(counted.stats, counted.json);
    log.info(counted.numbers.summary());
    if (counted.parts != null) {
      counted.parts.writeCache();
    }
    return failed.isEmpty() ? alsoFailed : failed;
  }

  private String profile(Reports reports, Place place, List<ProfiledMethod> counted) {
    String failed = reports.profile(place, ProfileDelta.since(before, counted), phase);
    if (failed.isEmpty() && place.pool()) {
      beginAnew(counted); // what is in a pool must not be added to it once more
    }
    return failed;
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

  /** Has no further round begun. */
  void stopRounds() {
    ControllerThread controllerThread = thread;
    if (controllerThread != null) {
      controllerThread.stop();
    }
  }

  /** Waits a moment for what is under way, then reports. */
  void writeAtExit() {
    boolean taken = false;
    try {
      taken = turn.take(ExitHook.TURN_SECONDS);
      if (taken) {
        if (!reported) {
          write(counted(out(), options.get(Options.STATS)));
        }
      } else {
        log.warn("the agent was busy at exit: profile and statistics are missing");
      }
    } catch (Throwable e) {
      failures.report("writing at exit", e);
    } finally {
      if (taken) {
        turn.end();
      }
    }
  }
}
