package dev.jpgo.agent.redefine;

import dev.jpgo.agent.events.ForegroundWork;
import dev.jpgo.agent.hooks.TraceTable;
import dev.jpgo.agent.world.AssumptionTable;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.ClassRegistry;
import dev.jpgo.agent.world.ClassShape;
import dev.jpgo.agent.world.LoaderRecord;
import dev.jpgo.agent.world.PendingClasses;
import dev.jpgo.runtime.JpgoDefinitions;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.ref.WeakReference;
import java.security.ProtectionDomain;
import java.util.Iterator;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the VM calls for every class file. Runs on threads of the application, inside class
 * definition: takes no lock, waits for nothing, loads nothing, never throws.
 */
public final class AgentTransformer implements ClassFileTransformer {
  private static final Batch NO_BATCH = new Batch(null, Map.of());

  /** Of the time since it began, its work in the program's threads takes so little, */
  private static final int SHARE = 20;

  /** and this. */
  private static final long FIRST_NANOS = 20_000_000;

  /**
   * Whether the VM goes on handing out what a class was before it was redefined, if a transformer
   * had changed it by then, and takes that in: JDK-7124710, mended in 20.
   */
  private static final boolean HANDS_OLDER = Runtime.version().feature() < 20;

  private final ClassRegistry registry;
  private final PendingClasses pending;
  private final AssumptionTable assumptions;
  private final ClassFilter filter;
  private final TierZero tierZero;
  private final TraceTable traces;
  private final ForegroundWork work;
  private final ClassLoader own = AgentTransformer.class.getClassLoader();
  private final AtomicReference<@Nullable Fault> fault = new AtomicReference<>();
  private final long begin = System.nanoTime();
  private volatile Batch batch = NO_BATCH;
  private volatile boolean allAtLoad;
  private volatile boolean entriesAtLoad;
  private volatile boolean everyClass;
  private volatile boolean foreign;

  /** Why a class was defined that nobody has looked at; only the controller takes it. */
  private volatile @Nullable Throwable unseen;

  private boolean followsOthers;

  /** Made once: to link it where a class is transformed would load another. */
  private final Predicate<String> outdated;

  private final RedefinitionWatch watch = new RedefinitionWatch();
  private final RedefinitionCount redefinitions = new RedefinitionCount();
  private final Queue<Unmarked> unmarked = new ConcurrentLinkedQueue<>();

  public AgentTransformer(
      ClassRegistry registry,
      PendingClasses pending,
      AssumptionTable assumptions,
      ClassFilter filter,
      TierZero tierZero,
      TraceTable traces,
      ForegroundWork work) {
    this.registry = registry;
    outdated = registry::mayBeOutdated;
    this.pending = pending;
    this.assumptions = assumptions;
    this.filter = filter;
    this.tierZero = tierZero;
    this.traces = traces;
    this.work = work;
  }

  /**
   * What classes get as they load.
   *
   * @param all tier 0
   * @param entries loop patchpoints in {@code main}, {@code run} and {@code call}; where classes
   *     are selected, tier 0 of those of them that loop
   */
  public void rewriteAtLoad(boolean all, boolean entries) {
    allAtLoad = all;
    entriesAtLoad = entries;
  }

  /**
   * Other agents may see classes first. What one of them did to a class as it was loaded, and does
   * no more when it is made anew, stays.
   */
  public void followsOthers() {
    followsOthers = true;
  }

  /**
   * Does what may be done to a class as it loads to one that does not, before there are any: what
   * runs inside class definition is loaded by then. Were it loaded by a thread that defines a class
   * of the program's, that thread might wait in it for another class that another thread loads,
   * which waits for it.
   *
   * @param sample a class file that all of it can be done to
   */
  public void rehearse(byte[] sample) {
    ClassShape shape = ClassShape.read(sample);
    new PendingClasses().add(shape, sample, false, own, null);
    registry.existing(own);
    assumptions.rehearse(shape);
    if (allAtLoad || entriesAtLoad) {
      tierZero.atLoad(sample, allAtLoad); // null where no counters are left
    }
  }

  /**
   * From now on every class is looked at as it loads, since code may rest on there being no other;
   * until then those of the program are, so that the VM need not be asked for their bytes later.
   */
  public void lookAtEveryClass() {
    everyClass = true;
  }

  /**
   * A class that another agent has had made anew before there was a state to mark.
   *
   * @param handed what transformers were handed
   * @param redefined whether it is known to have been redefined
   * @param count its {@link RedefinitionCount} by then
   */
  private record Unmarked(
      WeakReference<Class<?>> type, byte[] handed, boolean redefined, int count) {}

  /** What a thread of ours has the VM take in. */
  private record Batch(@Nullable Thread by, Map<Class<?>, PlannedVersion> versions) {
    /** Of a class that another thread has made anew meanwhile, nothing. */
    @Nullable PlannedVersion planned(Class<?> type) {
      return by == Thread.currentThread() ? versions.get(type) : null;
    }
  }

  /** The versions that the next retransformation installs; by the thread that does it. */
  void batch(Map<Class<?>, PlannedVersion> versions) {
    batch = new Batch(Thread.currentThread(), versions);
  }

  /** What this thread gave is taken in; another's that has come in between stays. */
  void noBatch() {
    if (batch.by() == Thread.currentThread()) {
      batch = NO_BATCH;
    }
  }

  /**
   * What went wrong as a class was looked at. Little is done to make one: the stack may be full.
   *
   * @param className null where it has none yet, or there was no room to say which
   * @param thread in which it was looked at; null where there was no room to say that
   */
  public record Fault(@Nullable String className, @Nullable Thread thread, Throwable thrown) {
    /** The class and the thread, for a person. */
    public String where() {
      if (thread == null) {
        return "a class";
      }
      String name = className == null ? "a hidden class" : className.replace('/', '.');
      return name + " in thread \"" + thread.getName() + '"';
    }
  }

  /** The last thing that went wrong since this was asked, or null. Controller thread only. */
  public @Nullable Fault takeFault() {
    Throwable lost = JpgoDefinitions.failure; // on the way to us
    if (lost != null) {
      JpgoDefinitions.failure = null;
      unseen = lost;
    }
    Throwable thrown = unseen;
    if (thrown != null) {
      unseen = null; // before: what is defined from now on is seen again
      try {
        defineUnseen();
      } catch (Throwable again) {
        unseen = thrown;
        throw again;
      }
    }
    Fault known = fault.getAndSet(null);
    return known == null && thrown != null ? new Fault(null, null, thrown) : known;
  }

  /**
   * Whether classes have been taken back since the last time: see {@link ClassState#takenBack}.
   * Controller thread only.
   */
  public boolean takeForeign() {
    if (!foreign) {
      return false;
    }
    foreign = false;
    markUnmarked();
    return true;
  }

  /**
   * Marks what other agents have made anew before there were states to mark, as far as there are by
   * now. Only in one's turn.
   */
  public void markUnmarked() {
    for (Iterator<Unmarked> each = unmarked.iterator(); each.hasNext(); ) {
      Unmarked next = each.next();
      Class<?> type = next.type().get();
      if (type == null) {
        each.remove(); // unloaded
      } else {
        ClassRecord record = registry.record(type);
        record.changing();
        if (record.attachment() instanceof ClassState state) {
          state.takenBackBefore(next.handed(), next.redefined(), next.count());
          each.remove();
        } else {
          foreign = true; // it gets its state when the registry's news is taken in
        }
      }
    }
  }

  /**
   * Whether another agent has had a class made anew before there was a state to mark: it has
   * nothing of ours any more, and what the VM hands out next may be older.
   */
  public boolean isLeftToAnother(Class<?> type) {
    for (Unmarked each : unmarked) {
      if (each.type().refersTo(type)) {
        return true;
      }
    }
    return false;
  }

  /** There are classes that have been taken back. */
  public void foreign() {
    foreign = true;
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable Module module,
      @Nullable ClassLoader loader,
      @Nullable String className,
      @Nullable Class<?> type,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (loader == own) {
      return null;
    }
    try {
      long begin = System.nanoTime();
      byte[] version = type == null ? load(loader, bytes) : retransform(type, bytes);
      work.looked(begin, version != null);
      return version;
    } catch (Throwable thrown) {
      if (type == null) {
        unseen = thrown; // first, and no call: there may be no room for one
        defineUnseen();
      }
      fail(className, thrown);
      return null;
    }
  }

  private void fail(@Nullable String className, Throwable thrown) {
    fault.set(new Fault(className, Thread.currentThread(), thrown));
  }

  /**
   * A class goes on being defined that nobody has looked at: nothing may be assumed any more. Where
   * that fails, too, since the stack is full or memory is short, the controller does it; it does it
   * once more where not, since it cannot know.
   */
  private void defineUnseen() {
    pending.touch();
    assumptions.breakAll();
  }

  private byte @Nullable [] load(@Nullable ClassLoader loader, byte[] bytes) {
    if (!everyClass && isBuiltIn(loader)) {
      return null;
    }
    ClassShape shape = ClassShape.read(bytes);
    TierZero.Loaded rewritten = rewrite(loader, shape, bytes);
    pending.add(shape, bytes, false, loader, rewritten == null ? null : rewritten.state());
    assumptions.define(shape, loader);
    return rewritten == null ? null : rewritten.bytes();
  }

  private TierZero.@Nullable Loaded rewrite(
      @Nullable ClassLoader loader, ClassShape shape, byte[] bytes) {
    boolean all = allAtLoad;
    boolean selected = entriesAtLoad && tierZero.selective() && isAffordable();
    if (!all && !(entriesAtLoad && shape.mayRunLong()) && !selected) {
      return null;
    }
    LoaderRecord known = registry.existing(loader);
    boolean builtIn = isBuiltIn(loader);
    boolean sees =
        known != null
            ? known.surelyFindsRuntime(tierZero.chunks())
            : loader == ClassLoader.getSystemClassLoader();
    if (builtIn && tierZero.selective()
        || !(builtIn || sees)
        || !filter.whyNot(shape.name(), builtIn).isEmpty()) {
      return null;
    }
    try {
      return tierZero.atLoad(bytes, all);
    } catch (RuntimeException thrown) {
      fail(shape.name(), thrown);
      return null;
    }
  }

  private static boolean isBuiltIn(@Nullable ClassLoader loader) {
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }

  /**
   * Whether the program has time for it: what is not rewritten as it is loaded may be when it has
   * been seen at work.
   */
  private boolean isAffordable() {
    return work.nanos() - FIRST_NANOS <= (System.nanoTime() - begin) / SHARE;
  }

  private byte @Nullable [] retransform(Class<?> type, byte[] bytes) {
    PlannedVersion planned = batch.planned(type);
    if (planned != null) {
      return answerOurs(type, planned, bytes);
    }
    traces.uncertain(type);
    boolean redefined = watch.take(type);
    int count = redefinitions.of(type);
    ClassRecord record = registry.existing(type);
    if (record != null && record.attachment() instanceof ClassState state) {
      return answerOther(state, bytes, redefined, count);
    }
    // first: whoever sees the flag finds it
    unmarked.add(new Unmarked(new WeakReference<>(type), bytes, redefined, count));
    foreign = true;
    return null;
  }

  private byte @Nullable [] answerOurs(Class<?> type, PlannedVersion planned, byte[] handed) {
    byte[] unchanged = planned.state().bytes().kept();
    try {
      byte[] atLoad = followsOthers ? registry.seenAtLoad(planned.state().record()) : null;
      byte[] bytes = planned.state().bytes().current(handed, redefinitions.of(type), atLoad);
      unchanged = bytes == handed ? null : bytes;
      byte[] version = planned.transform(bytes, tierZero, outdated);
      long start = System.nanoTime();
      byte[] before = planned.writtenAnew();
      byte[] original = before == null ? bytes : before;
      keepLines(type, planned, original, version == null ? bytes : version);
      planned.spent(System.nanoTime() - start);
      return version == null ? unchanged : version;
    } catch (Throwable thrown) {
      planned.fail(thrown);
      return unchanged;
    }
  }

  /**
   * Another agent has the VM make a class anew. It goes on with code of tier 2 at once, the rest
   * comes when the controller does; the other agent's change is in the class at once too, unless
   * the version has a loop entry that frames may be on their way to: then after the controller has
   * closed it.
   *
   * <p>The VM transforms and takes in a class for one thread at a time, so this comes wholly before
   * or after the controller's own version. The mark is made first: the controller {@linkplain
   * ClassState#installed(byte[], boolean) publishes} what it installed before it looks at the mark,
   * so either it sees the mark, and asks no frame over, or its version is what is answered here.
   */
  private byte @Nullable [] answerOther(
      ClassState state, byte[] handed, boolean redefined, int count) {
    byte[] bytes = state.bytes().handedToAnother(handed, redefined, count);
    boolean changed = state.bytes().handed(bytes);
    state.takenBackByAnother(changed);
    foreign = true;
    byte[] version = changed ? state.enterable() : state.installed();
    return version == null && bytes != handed ? bytes : version;
  }

  /**
   * Is called for classes from now on; and told whether one is redefined, where the VM may hand out
   * what it was before that.
   */
  public void begin(Instrumentation instrumentation) {
    if (HANDS_OLDER) {
      instrumentation.addTransformer(watch, false);
    }
    instrumentation.addTransformer(this, true);
  }

  /** Is called for no class any more. */
  public void end(Instrumentation instrumentation) {
    instrumentation.removeTransformer(this);
    instrumentation.removeTransformer(watch);
  }

  /** The VM forgets the lines of the version before; frames of it may still be shown. */
  private void keepLines(Class<?> type, PlannedVersion planned, byte[] original, byte[] version) {
    try {
      TierZero.AtLoad atLoad = planned.state().takeAtLoad();
      byte[] before = atLoad == null ? original : tierZero.again(original, atLoad);
      traces.upcoming(type, before, version, planned.change());
    } catch (RuntimeException unread) {
      traces.uncertain(type);
      fail(type.getName(), unread);
    }
  }

  /** A hidden class is about to be defined. */
  public void defining(byte[] bytes, Class<?> host) {
    try {
      long begin = System.nanoTime();
      ClassShape shape = ClassShape.read(bytes);
      ClassLoader loader = host.getClassLoader();
      pending.add(shape, bytes, true, loader, null);
      assumptions.define(shape, loader);
      work.looked(begin, false);
    } catch (Throwable thrown) {
      unseen = thrown; // as above
      defineUnseen();
      fail(null, thrown);
    }
  }

  /** Classes may have been defined that this was not called for. Controller thread only. */
  public void lookAtUnreported() {
    assumptions.defineUnreported(own);
  }

  /** A hidden class has come from the archive. */
  public void archived(Class<?> type) {
    pending.touch();
    assumptions.define(type);
  }
}
