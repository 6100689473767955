package dev.jpgo.agent.redefine;

import dev.jpgo.agent.hooks.TraceTable;
import dev.jpgo.agent.world.AssumptionTable;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.ClassRegistry;
import dev.jpgo.agent.world.ClassShape;
import dev.jpgo.agent.world.LoaderRecord;
import dev.jpgo.agent.world.PendingClasses;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What the VM calls for every class file. Runs on threads of the application, inside class
 * definition: takes no lock, waits for nothing, loads nothing, never throws.
 */
public final class AgentTransformer implements ClassFileTransformer {
  private static final Map<Class<?>, PlannedVersion> NO_BATCH = Map.of();

  private final ClassRegistry registry;
  private final PendingClasses pending;
  private final AssumptionTable assumptions;
  private final ClassFilter filter;
  private final TierZero tierZero;
  private final TraceTable traces;
  private final ClassLoader own = AgentTransformer.class.getClassLoader();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile Map<Class<?>, PlannedVersion> batch = NO_BATCH;
  private volatile boolean allAtLoad;
  private volatile boolean entriesAtLoad;
  private volatile boolean foreign;

  public AgentTransformer(
      ClassRegistry registry,
      PendingClasses pending,
      AssumptionTable assumptions,
      ClassFilter filter,
      TierZero tierZero,
      TraceTable traces) {
    this.registry = registry;
    this.pending = pending;
    this.assumptions = assumptions;
    this.filter = filter;
    this.tierZero = tierZero;
    this.traces = traces;
  }

  /**
   * What classes get as they load.
   *
   * @param all tier 0
   * @param entries loop patchpoints in {@code main}, {@code run} and {@code call}
   */
  public void rewriteAtLoad(boolean all, boolean entries) {
    allAtLoad = all;
    entriesAtLoad = entries;
  }

  /** The versions that the next retransformation installs; by the thread that does it. */
  void batch(Map<Class<?>, PlannedVersion> versions) {
    batch = versions;
  }

  void noBatch() {
    batch = NO_BATCH;
  }

  /** What went wrong since the last time, or null. */
  public @Nullable Throwable takeFailure() {
    return failure.getAndSet(null);
  }

  /** Whether another agent has retransformed classes since the last time. */
  public boolean takeForeign() {
    boolean seen = foreign;
    foreign = false;
    return seen;
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
      return type == null ? load(loader, bytes) : retransform(type, bytes);
    } catch (Throwable thrown) {
      failure.set(thrown);
      return null;
    }
  }

  private byte @Nullable [] load(@Nullable ClassLoader loader, byte[] bytes) {
    ClassShape shape;
    try {
      shape = ClassShape.read(bytes);
    } catch (IllegalArgumentException unreadable) {
      // the VM will refuse it too; if it does not, nothing may be assumed any more
      assumptions.breakAll();
      throw unreadable;
    }
    TierZero.Loaded rewritten = rewrite(loader, shape, bytes);
    pending.add(shape, bytes, false, loader, rewritten == null ? null : rewritten.state());
    assumptions.define(shape);
    return rewritten == null ? null : rewritten.bytes();
  }

  private TierZero.@Nullable Loaded rewrite(
      @Nullable ClassLoader loader, ClassShape shape, byte[] bytes) {
    boolean all = allAtLoad;
    if (!all && !(entriesAtLoad && shape.mayRunLong())) {
      return null;
    }
    LoaderRecord known = registry.existing(loader);
    boolean builtIn = loader == null || loader == ClassLoader.getPlatformClassLoader();
    boolean sees =
        known != null ? known.surelyFindsRuntime() : loader == ClassLoader.getSystemClassLoader();
    if (!(builtIn || sees) || !filter.whyNot(shape.name(), builtIn).isEmpty()) {
      return null;
    }
    try {
      return tierZero.atLoad(bytes, all);
    } catch (RuntimeException thrown) {
      failure.set(thrown);
      return null;
    }
  }

  private byte @Nullable [] retransform(Class<?> type, byte[] bytes) {
    PlannedVersion planned = batch.get(type);
    if (planned != null) {
      try {
        byte[] version = planned.transform(bytes, tierZero);
        long start = System.nanoTime();
        keepLines(type, planned.state(), bytes, version == null ? bytes : version);
        planned.spent(System.nanoTime() - start);
        return version;
      } catch (Throwable thrown) {
        planned.fail(thrown);
        return null;
      }
    }
    foreign = true;
    traces.uncertain(type);
    ClassRecord record = registry.existing(type);
    if (record != null && record.attachment() instanceof ClassState state) {
      state.reverted();
      return state.installed();
    }
    return null;
  }

  /** The VM forgets the lines of the version before; frames of it may still be shown. */
  private void keepLines(Class<?> type, ClassState state, byte[] original, byte[] version) {
    try {
      TierZero.AtLoad atLoad = state.takeAtLoad();
      byte[] before = atLoad == null ? original : tierZero.again(original, atLoad);
      traces.upcoming(type, before, version);
    } catch (RuntimeException unread) {
      traces.uncertain(type);
      failure.set(unread);
    }
  }

  /** A hidden class is about to be defined. */
  public void defining(byte[] bytes, Class<?> host) {
    try {
      ClassShape shape = ClassShape.read(bytes);
      pending.add(shape, bytes, true, host.getClassLoader(), null);
      assumptions.define(shape);
    } catch (Throwable thrown) {
      assumptions.breakAll();
      failure.set(thrown);
    }
  }

  /** A hidden class has come from the archive. */
  public void archived(Class<?> type) {
    pending.touch();
    assumptions.define(type);
  }
}
