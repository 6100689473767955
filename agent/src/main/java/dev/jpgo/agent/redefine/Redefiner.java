package dev.jpgo.agent.redefine;

import dev.jpgo.agent.events.Failures;
import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.events.Statistics;
import dev.jpgo.agent.hooks.MethodChange;
import dev.jpgo.agent.hooks.TraceTable;
import dev.jpgo.agent.world.ClassRegistry;
import dev.jpgo.agent.world.LoaderRecord;
import dev.jpgo.core.instrument.ClassPlan;
import dev.jpgo.core.instrument.ClassRewriter;
import dev.jpgo.core.instrument.MethodShape;
import dev.jpgo.core.instrument.Recorded;
import dev.jpgo.runtime.JpgoAsking;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.LimitExceededException;
import org.objectweb.asm.MethodTooLargeException;

/**
 * Has the VM take in new versions of classes, many at once. Where the VM refuses a batch it is cut
 * in halves until the bad class stands alone; that one goes back to what it had, the others go
 * through. Only by a thread that has its {@link Turn}.
 */
public final class Redefiner {
  /** A version made from the last one keeps constants that it does not need; up to this growth. */
  private static final int GROWN = 2;

  private final Instrumentation instrumentation;
  private final Set<Class<?>> untouchable;
  private final AgentTransformer transformer;
  private final ClassRegistry registry;
  private final TierZero tierZero;
  private final VersionPlanner planner;
  private final LoaderQuestions loaders;
  private final TraceTable traces;
  private final Statistics statistics;
  private final Failures failures;
  private final Log log;
  private final Turn turn;
  private final long startNanos;

  /** Nanoseconds of the last call that were not our own. */
  private long pause;

  private long pauses;

  private @Nullable Thread ending;

  /**
   * @param untouchable classes left in a version of an earlier session
   * @param recorded what tier 1 records beside edges and receivers
   * @param startNanos when the agent started, in nanoseconds of {@link System#nanoTime}
   */
  public Redefiner(
      Instrumentation instrumentation,
      Set<Class<?>> untouchable,
      AgentTransformer transformer,
      ClassRegistry registry,
      TierZero tierZero,
      Set<Recorded> recorded,
      TraceTable traces,
      Statistics statistics,
      Failures failures,
      Log log,
      Turn turn,
      long startNanos) {
    this.startNanos = startNanos;
    this.instrumentation = instrumentation;
    this.untouchable = untouchable;
    this.transformer = transformer;
    this.registry = registry;
    this.tierZero = tierZero;
    this.planner = new VersionPlanner(tierZero, registry, recorded);
    this.loaders = new LoaderQuestions(tierZero);
    this.traces = traces;
    this.statistics = statistics;
    this.failures = failures;
    this.log = log;
    this.turn = turn;
  }

  /** Whether a loader finds what counters and probes name; later classes may have them at load. */
  public boolean findsProbes(LoaderRecord loader) {
    return loaders.findsProbes(loader);
  }

  /** Whether this class can be retransformed at all. */
  public boolean modifiable(Class<?> type) {
    return instrumentation.isModifiableClass(type) && !untouchable.contains(type);
  }

  /**
   * Installs the next version of each class, as its methods stand.
   *
   * @return the classes that were not come to because someone waits for their turn
   */
  public List<ClassState> install(List<ClassState> classes) {
    List<PlannedVersion> versions = new ArrayList<>(classes.size());
    int next = 0;
    while (next < classes.size() && !turn.wanted()) {
      ClassState state = classes.get(next++);
      PlannedVersion version = planFound(state);
      if (version != null) {
        versions.add(version);
      }
    }
    // Holders of counters may have been made meanwhile; what is left out is planned again.
    versions.removeIf(version -> !findsProbes(version.state().record().loaderRecord()));
    retransform(versions);
    return classes.subList(next, classes.size());
  }

  /**
   * Has the VM hand over the bytes of classes that have no version. They stay as they are.
   *
   * <p>Counters could go in with that, but to make them takes four fifths of the time, and of most
   * such classes no more is needed than to tell that they are what an earlier run saw.
   */
  public void fetch(List<ClassState> classes) {
    List<PlannedVersion> versions = new ArrayList<>(classes.size());
    for (ClassState state : classes) {
      versions.add(PlannedVersion.asItIs(state));
    }
    retransform(versions);
  }

  /** Gives a class its counters before it has any version, so that its first can have code too. */
  public void layOutAhead(ClassState state, byte[] original) {
    state.layOutAhead(tierZero.layOut(original, state.record()), original);
  }

  /** Nanoseconds that the last call into the VM took, without our own work in it. */
  public long lastPause() {
    return pause;
  }

  /** The same of all calls. */
  public long pauses() {
    return pauses;
  }

  /**
   * From now on the calling thread alone has versions taken in: originals. The controller thread
   * may be on its way back from the VM, with more to do.
   */
  public void end() {
    ending = Thread.currentThread();
  }

  private boolean hasEnded() {
    return ending != null && ending != Thread.currentThread();
  }

  /** Puts the original back into classes; also the way to have their bytes handed over. */
  public void restore(List<ClassState> classes) {
    List<PlannedVersion> versions = new ArrayList<>(classes.size());
    for (ClassState state : classes) {
      state.remade();
      state.installed(null, false);
      versions.add(PlannedVersion.later(state, new ClassPlan(Map.of())));
    }
    retransform(versions);
  }

  /** The next version, if its class's loader finds what it names; or without the newest methods. */
  private @Nullable PlannedVersion planFound(ClassState state) {
    PlannedVersion version = plan(state);
    String missing = version == null ? "" : loaders.missing(version);
    if (!missing.isEmpty() && dropNew(state, notFound(missing))) {
      version = plan(state);
      missing = version == null ? "" : loaders.missing(version);
    }
    if (!missing.isEmpty()) {
      log.info(state.record() + " stays as it is: " + notFound(missing));
      state.refuse(notFound(missing));
      return null;
    }
    return version;
  }

  private static String notFound(String missing) {
    return "its loader does not find " + missing;
  }

  /** The next version; without the methods that it cannot be made with. */
  private @Nullable PlannedVersion plan(ClassState state) {
    state.remade(); // before it is made: what happens from now on is seen again
    if (state.layout() == null) {
      return PlannedVersion.later(state, null);
    }
    try {
      return version(state);
    } catch (RuntimeException failure) {
      if (!dropNew(state, reason(failure))) {
        giveUp(state, "making a version of " + state.record(), failure);
        return null;
      }
    }
    try {
      return version(state);
    } catch (RuntimeException failure) {
      giveUp(state, "making a version of " + state.record(), failure);
      return null;
    }
  }

  private PlannedVersion version(ClassState state) {
    byte[] original = registry.bytes(state.record());
    byte[] last = registry.version(state.record());
    if (original != null) {
      state.bytes().startsFrom(original);
    }
    if (original != null && last != null && last.length < GROWN * original.length + 50_000) {
      ClassPlan changes = planner.changes(state);
      return computed(state, changes, original, last);
    }
    ClassPlan plan = planner.plan(state);
    if (!isComputed(state) && !(original != null && state.bytes().isAhead())) {
      return PlannedVersion.later(state, plan);
    }
    if (original == null) {
      throw new IllegalStateException("original bytes are gone");
    }
    return computed(state, plan, original, null);
  }

  /**
   * A version that is made now.
   *
   * @param last the version that it is made of; null for the original
   */
  private static PlannedVersion computed(
      ClassState state, ClassPlan plan, byte[] original, byte @Nullable [] last) {
    byte[] result =
        last == null
            ? ClassRewriter.rewrite(original, plan)
            : ClassRewriter.update(last, original, plan);
    MethodChange change = MethodChange.of(last == null ? original : last, plan.methods().keySet());
    return new PlannedVersion(state, plan, original, result, change);
  }

  /** Takes the methods that are not installed yet out of the plan; false when there are none. */
  private boolean dropNew(ClassState state, String why) {
    boolean dropped = false;
    for (MethodRecord method : state.promoted()) {
      if (method.isNew()) {
        if (method.generation() == 1) {
          method.osrLoops().clear(); // no frame was ever asked over
        }
        method.settle(Tier.SETTLED, why);
        log.info(state.record() + "." + method.info().name() + " stays as it is: " + why);
        dropped = true;
      }
    }
    return dropped;
  }

  private static String reason(Throwable failure) {
    return failure.getClass().getSimpleName() + ": " + failure.getMessage();
  }

  /** Whether its version cannot be made inside {@code transform()} from the bytes handed there. */
  private static boolean isComputed(ClassState state) {
    for (MethodRecord method : state.promoted()) {
      if (method.tier() == Tier.OPTIMIZED || !method.osrLoops().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private void retransform(List<PlannedVersion> versions) {
    if (hasEnded()) {
      return;
    }
    Map<Class<?>, PlannedVersion> batch = new IdentityHashMap<>();
    for (PlannedVersion version : versions) {
      Class<?> type = version.state().record().type();
      if (type != null) {
        batch.put(type, version);
      }
    }
    if (batch.isEmpty()) {
      return;
    }
    Throwable refusal = call(batch);
    boolean ended = hasEnded();
    if (refusal == null) {
      for (Class<?> type : batch.keySet()) { // first: whatever fails now, versions are counted
        if (ended) {
          traces.uncertain(type);
        } else {
          traces.rewritten(type);
        }
      }
    }
    if (ended) {
      return; // these classes have got their originals meanwhile
    }
    if (refusal instanceof OutOfMemoryError memory) {
      throw memory; // no class's fault: half of them would be refused as well
    }
    if (refusal == null) {
      statistics.batch(batch.size(), pause);
      for (PlannedVersion version : batch.values()) {
        settle(version);
      }
    } else if (versions.size() > 1) {
      retransform(versions.subList(0, versions.size() / 2));
      retransform(versions.subList(versions.size() / 2, versions.size()));
    } else {
      refused(versions.get(0), refusal);
    }
  }

  private @Nullable Throwable call(Map<Class<?>, PlannedVersion> batch) {
    transformer.batch(batch);
    traces.prepare();
    Class<?>[] classes = batch.keySet().toArray(new Class<?>[0]);
    turn.lend();
    JpgoAsking.redefine();
    long start = System.nanoTime();
    try {
      instrumentation.retransformClasses(classes);
      return null;
    } catch (Throwable refusal) {
      return refusal;
    } finally {
      pause = System.nanoTime() - start;
      JpgoAsking.redefined();
      turn.takeBack();
      for (PlannedVersion version : batch.values()) {
        pause -= version.nanos();
      }
      pause = Math.max(0, pause); // whoever was stopped in the midst of it may have counted more
      pauses += pause;
      transformer.noBatch();
    }
  }

  private void settle(PlannedVersion version) {
    ClassState state = version.state();
    byte[] before = version.writtenAnew();
    byte[] handed = before == null ? version.handed() : before;
    if (handed == null) {
      return; // another agent's transformer, or the VM, skipped it
    }
    state.pace().count(System.nanoTime());
    if ((version.asItIs() || version.layout() != null)
        && registry.contradicts(state.record(), handed)) {
      changed(state); // between its load and now, and was perhaps inlined
    }
    if (version.asItIs()) {
      registry.captured(state.record(), handed);
      return;
    }
    if (version.outdated() || version.layout() != null) {
      registry.version(state.record(), null);
    }
    if (version.outdated()) {
      changed(state);
    }
    if (registry.bytes(state.record()) == null || !state.bytes().isOriginal(handed)) {
      registry.captured(state.record(), handed);
    }
    TierZeroLayout layout = version.layout();
    if (layout != null) {
      state.layOut(layout);
      registry.captured(state.record(), handed);
    }
    Throwable failure = version.failure();
    if (failure != null) {
      failed(version, failure);
    } else if (!version.outdated()) {
      state.bytes().original(handed);
      installed(version);
    }
  }

  /** Other agents make something else of it now: the controller starts again from that. */
  private void changed(ClassState state) {
    state.takenBack(true);
    transformer.foreign();
  }

  private void installed(PlannedVersion version) {
    ClassState state = version.state();
    if (state.patching() || !tierZero.loopsLater()) {
      state.patched();
    }
    if (state.endsCounting()) {
      state.countingEnded();
    }
    long now = System.nanoTime();
    long millis = (now - startNanos) / 1_000_000;
    boolean keep = false;
    boolean entered = false;
    List<MethodShape> shapes = List.of();
    for (MethodRecord method : state.promoted()) {
      entered |= !method.osrLoops().isEmpty();
      keep |= method.tier() == Tier.OPTIMIZED || entered;
      if (method.tier() == Tier.OPTIMIZED && method.isNew() && version.returned() != null) {
        shapes = shapes.isEmpty() ? MethodShape.read(version.returned()) : shapes;
        int after = shapes.get(method.ordinal()).codeLength();
        statistics.installed(method.info().codeLength(), after);
        method.measured(after);
      }
      method.installed(millis, now);
    }
    byte[] returned = version.returned();
    state.installed(keep ? returned : null, entered);
    registry.version(state.record(), returned);
    if (keep) {
      registry.pin(state.record());
    }
    state.completed();
  }

  /** It could not be made inside the transformer; the VM has the original. */
  private void failed(PlannedVersion version, Throwable failure) {
    ClassState state = version.state();
    if (version.layout() == null && dropNew(state, reason(failure))) {
      PlannedVersion without = plan(state);
      if (without != null) {
        retransform(List.of(without));
      }
    } else {
      giveUp(state, "rewriting " + state.record(), failure);
    }
  }

  /** Alone and refused: its newest methods go first, and if that was not it, all of it. */
  private void refused(PlannedVersion version, Throwable refusal) {
    ClassState state = version.state();
    String why = reason(refusal);
    boolean retry = false;
    for (MethodRecord method : state.promoted()) {
      if (method.isNew()) {
        method.settle(Tier.QUARANTINED, why);
        retry = true;
      }
    }
    statistics.refused(state.record().toString(), why);
    log.error((retry ? "new methods of " : "") + state.record() + " refused by the VM: " + why);
    log.debug(refusal);
    PlannedVersion without = retry ? plan(state) : null;
    if (without != null) {
      retransform(List.of(without));
    } else {
      state.refuse(why);
    }
  }

  /**
   * Leaves the class alone from now on. What a class file itself is to blame for (too large, too
   * much work for ASM, not readable by it) is no fault of ours, and is told only to who asks.
   */
  private void giveUp(ClassState state, String what, Throwable failure) {
    if (failure instanceof IllegalArgumentException
        || failure instanceof MethodTooLargeException
        || failure instanceof ClassTooLargeException
        || failure instanceof LimitExceededException) {
      log.info(state.record() + " stays as it is: " + reason(failure));
      state.exclude(reason(failure));
      return;
    }
    String id = failures.report(what, failure);
    state.refuse("error " + id);
    statistics.refused(state.record().toString(), "error " + id);
  }
}
