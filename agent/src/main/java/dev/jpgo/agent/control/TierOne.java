package dev.jpgo.agent.control;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.CounterAllocator;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Tier;
import dev.jpgo.agent.redefine.TierZeroLayout;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.ClassRegistry;
import dev.jpgo.agent.world.MethodBytes;
import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.classfile.CodeHash;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.instrument.InstrumentationLayout;
import dev.jpgo.core.instrument.MethodVersion;
import dev.jpgo.runtime.JpgoCounters;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Prepares methods for tier 1, and says when they have been profiled for long enough. */
final class TierOne {
  private final ClassRegistry registry;
  private final MethodBytes methods = new MethodBytes();
  private final CounterAllocator counters;
  private final OsrDirector osr;
  private final long calls;
  private final boolean ahead;
  private final boolean all;

  /**
   * @param calls how often a method must have run in tier 1
   * @param ahead whether the bytes of what a method calls are asked for as it gets here; elsewhere
   *     classes are left alone for as long as it is not known that they are needed
   * @param all whether the classes of all receivers are recorded
   */
  TierOne(
      ClassRegistry registry,
      CounterAllocator counters,
      OsrDirector osr,
      long calls,
      boolean ahead,
      boolean all) {
    this.registry = registry;
    this.counters = counters;
    this.osr = osr;
    this.calls = calls;
    this.ahead = ahead;
    this.all = all;
  }

  /** What came of asking for a promotion. */
  enum Outcome {
    /** Its class is to be rewritten. */
    PLANNED,
    /** The bytes of its class must be captured first. */
    NO_BYTES,
    /** It stays in tier 0 for good. */
    IMPOSSIBLE
  }

  /**
   * Has the next version of the class profile a method.
   *
   * @param callsBefore calls counted so far
   * @param inLoop whether it is hot for a loop that may not end
   */
  Outcome promote(
      ClassState state, int ordinal, long callsBefore, boolean inLoop, long now, String reason) {
    byte[] bytes = registry.bytes(state.record());
    if (bytes == null) {
      return Outcome.NO_BYTES;
    }
    MethodInfo info = state.record().info().methods().get(ordinal);
    MethodRecord method = state.promote(info);
    Optional<MethodNode> code = methods.read(bytes, ordinal);
    if (code.isEmpty() || !Cfg.describes(code.get())) {
      method.settle(Tier.SETTLED, "its control flow is not analysed");
      return Outcome.IMPOSSIBLE;
    }
    try {
      if (method.layout().isEmpty() && !layOut(method, code.get())) {
        return Outcome.IMPOSSIBLE;
      }
      if (!all) {
        method.tell(told(method, code.get()), registry.count());
      }
      prepareLoops(method, inLoop, code.get());
    } catch (IllegalArgumentException e) {
      method.settle(Tier.SETTLED, "it cannot be instrumented: " + e.getMessage());
      return Outcome.IMPOSSIBLE;
    }
    method.profile(callsBefore, now, reason);
    if (ahead) {
      wantCallees(state.record(), code.get());
    }
    return Outcome.PLANNED;
  }

  /**
   * Has the bytes of the classes that it calls handed over with its own version, so that it need
   * not be compiled twice to find out which are missing. Of a class that has a version they were
   * here and are not kept: another version only to have them again may be one for nothing.
   */
  private void wantCallees(ClassRecord owner, MethodNode code) {
    String last = owner.name();
    for (AbstractInsnNode each : code.instructions) {
      if (each instanceof MethodInsnNode call && !call.owner.equals(last)) {
        last = call.owner;
        ClassRecord callee = (ClassRecord) registry.find(owner, last).orElse(null);
        while (callee != null && callee.initialized()) {
          if (registry.bytes(callee) == null && isAsLoaded(callee)) {
            registry.want(callee);
          }
          callee = (ClassRecord) callee.superclass().orElse(null);
        }
      }
    }
  }

  private static boolean isAsLoaded(ClassRecord type) {
    return type.attachment() instanceof ClassState state
        && state.status() == ClassState.Status.FRESH;
  }

  /**
   * Notes the loops that a method is to be entered at which goes to tier 2 without having been
   * here.
   */
  void prepareLoops(MethodRecord method, boolean inLoop) {
    TierZeroLayout layout = method.owner().layout();
    byte[] bytes = registry.bytes(method.owner().record());
    if (bytes == null || layout == null || layout.loops(method.ordinal()) == 0) {
      return;
    }
    Optional<MethodNode> code = methods.read(bytes, method.ordinal());
    if (code.isPresent() && Cfg.describes(code.get())) {
      prepareLoops(method, inLoop, code.get());
    }
  }

  /**
   * A version with entries is made from the original bytes, and its plan may wait while those of
   * many other classes come.
   */
  private void prepareLoops(MethodRecord method, boolean inLoop, MethodNode code) {
    osr.prepare(method, inLoop, code);
    if (!method.osrLoops().isEmpty()) {
      registry.pin(method.owner().record());
    }
  }

  /**
   * Has the next version of the class profile an optimized method again, from zero. A thread that
   * still runs the profiled version of before may add to the new counts; they are estimates.
   *
   * @return false when it cannot be profiled, and is settled
   */
  boolean again(MethodRecord method, long now, String reason) {
    if (method.wasEntered()) {
      prepareLoops(method, true);
    }
    if (method.layout().isEmpty()) {
      return first(method, now, reason);
    }
    InstrumentationLayout layout = method.layout().orElseThrow();
    for (int i = 0; i < layout.counters(); i++) {
      JpgoCounters.write(method.firstCounter() + i, 0);
    }
    CounterAllocator.clearSites(method.firstSite(), layout.sites());
    method.tell(Set.of(), 0);
    method.profile(method.callsBefore(), now, reason);
    return true;
  }

  /** The same for a method that came to tier 2 by an earlier run's profile. */
  private boolean first(MethodRecord method, long now, String reason) {
    byte[] bytes = registry.bytes(method.owner().record());
    Optional<MethodNode> code =
        bytes == null ? Optional.empty() : methods.read(bytes, method.ordinal());
    try {
      if (code.isEmpty() || !Cfg.describes(code.get())) {
        method.settle(Tier.SETTLED, "its control flow is not analysed");
        return false;
      }
      if (!layOut(method, code.get())) {
        return false;
      }
    } catch (IllegalArgumentException e) {
      method.settle(Tier.SETTLED, "it cannot be instrumented: " + e.getMessage());
      return false;
    }
    TierZeroLayout counters = method.owner().layout();
    int calls = counters == null ? MethodVersion.NONE : counters.callCounter(method.ordinal());
    method.profile(calls == MethodVersion.NONE ? 0 : JpgoCounters.read(calls), now, reason);
    return true;
  }

  private boolean layOut(MethodRecord method, MethodNode code) {
    InstrumentationLayout layout =
        InstrumentationLayout.of(code, InstrumentationLayout.Form.SPARSE);
    int firstCounter = counters.allocate(layout.counters());
    int firstSite = counters.allocateSites(layout.sites());
    if (firstCounter == CounterAllocator.EXHAUSTED || firstSite == CounterAllocator.EXHAUSTED) {
      method.settle(Tier.SETTLED, "out of counters");
      return false;
    }
    method.layOut(layout, firstCounter, firstSite, CodeHash.of(code));
    return true;
  }

  private Set<Integer> told(MethodRecord method, MethodNode code) {
    InstrumentationLayout layout = method.layout().orElseThrow();
    return ToldCalls.of(registry, method.owner().record(), code, layout);
  }

  /**
   * Whether classes have come since a method was instrumented for which receivers should have been
   * recorded that were not.
   */
  boolean isOutdated(MethodRecord method) {
    byte[] bytes = registry.bytes(method.owner().record());
    if (method.told().isEmpty() || method.toldAmong() == registry.count() || bytes == null) {
      return false;
    }
    int classes = registry.count();
    Optional<MethodNode> code = methods.read(bytes, method.ordinal());
    boolean holds = code.isEmpty() || told(method, code.get()).containsAll(method.told());
    if (holds) {
      method.tell(method.told(), classes);
    }
    return !holds;
  }

  /**
   * How much of a method's code in tier 1 has run, in counts for each nanosecond; more of one that
   * others work for most of the time.
   */
  double rate(MethodRecord method, long now) {
    InstrumentationLayout layout = method.layout().orElseThrow();
    double sum = 0;
    for (int i = 0; i < layout.counters(); i++) {
      sum += JpgoCounters.read(method.firstCounter() + i);
    }
    double worth = method.owner().worth(method.info().ordinal());
    return worth * sum / Math.max(1, now - method.promotedAt());
  }

  /** Whether enough has been counted of a method in tier 1. */
  boolean profiled(MethodRecord method) {
    InstrumentationLayout layout = method.layout().orElseThrow();
    long worth = method.owner().worth(method.info().ordinal());
    long sum = 0;
    for (int i = 0; i < layout.counters(); i++) {
      sum += worth * JpgoCounters.read(method.firstCounter() + i);
      if (sum >= calls) {
        return true;
      }
    }
    return calls == 0;
  }
}
