package dev.jpgo.agent.redefine;

import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.instrument.InstrumentationLayout;
import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.TierStep;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.MethodNode;

/**
 * A method that has left tier 0: the few that are worth an object. Belongs to the controller
 * thread.
 */
public final class MethodRecord {
  /** How long a method rests that is to be looked at again; twice as long each time. */
  private static final long FIRST_REST_NANOS = 10_000_000;

  private static final int MOST_RETRIES = 8;

  /** How long it waits for the bytes of other classes, all in all. */
  private static final long WAIT_NANOS = 2_000_000_000;

  private final ClassState owner;
  private final MethodInfo info;
  private Tier tier = Tier.COUNTED;
  private int generation;
  private int firstCounter;
  private int firstSite;
  private Set<Integer> told = Set.of();
  private int toldAmong;
  private long codeHash;
  private @Nullable InstrumentationLayout layout;
  private @Nullable MethodNode code;
  private final Set<Integer> osrLoops = new HashSet<>();
  private boolean entered;
  private long callsBefore;
  private long promotedAt;
  private long installedAt;
  private long profiledNanos;
  private int reprofiles;
  private int retries;
  private long notBefore;
  private @Nullable ClassRecord awaited;
  private boolean waited;
  private long waitsUntil;
  private boolean fresh;
  private boolean unpatched;
  private Mark mark = new Mark(Tier.COUNTED, 0, Set.of());
  private String reason = "";
  private Optional<CompiledMethod> compiled = Optional.empty();
  private final List<TierStep> steps = new ArrayList<>(2);

  /** What a version of a method is made of, apart from optimized code. */
  private record Mark(Tier tier, int generation, Set<Integer> osrLoops) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Mark that
          && tier == that.tier
          && generation == that.generation
          && osrLoops.equals(that.osrLoops);
    }

    @Override
    public int hashCode() {
      return tier.ordinal() * 31 + generation;
    }
  }

  MethodRecord(ClassState owner, MethodInfo info) {
    this.owner = owner;
    this.info = info;
  }

  public ClassState owner() {
    return owner;
  }

  /** Its name, with that of its class. */
  public MethodId id() {
    return new MethodId(owner.record().name(), info.name(), info.descriptor());
  }

  public MethodInfo info() {
    return info;
  }

  public int ordinal() {
    return info.ordinal();
  }

  public Tier tier() {
    return tier;
  }

  /** Number of the version that is installed or about to be; see {@code LoopPlan}. */
  public int generation() {
    return generation;
  }

  /** Why it is where it is. */
  public String reason() {
    return reason;
  }

  /** Calls counted before it was profiled. */
  public long callsBefore() {
    return callsBefore;
  }

  /** When it was last promoted, in nanoseconds of {@link System#nanoTime}. */
  public long promotedAt() {
    return promotedAt;
  }

  /** For how long it is, or was last, in tier 1; 0 when it has never been. */
  public long profiledNanos(long now) {
    return tier == Tier.PROFILED ? now - promotedAt : profiledNanos;
  }

  /** For how long its profiled version has been in the class; 0 where none is. */
  public long countedNanos(long now) {
    return tier == Tier.PROFILED && !fresh ? now - installedAt : 0;
  }

  public int reprofiles() {
    return reprofiles;
  }

  public long codeHash() {
    return codeHash;
  }

  public int firstCounter() {
    return firstCounter;
  }

  public int firstSite() {
    return firstSite;
  }

  /** Layout of its tier-1 counters, once it has been profiled. */
  public Optional<InstrumentationLayout> layout() {
    return Optional.ofNullable(layout);
  }

  /** Optimized code that is about to be installed; gone once it is. */
  public Optional<MethodNode> code() {
    return Optional.ofNullable(code);
  }

  /** Loops that its version can be entered at. */
  public Set<Integer> osrLoops() {
    return osrLoops;
  }

  /** Notes that it is to be entered at a loop. */
  public void enterAt(int loop) {
    osrLoops.add(loop);
    entered = true;
  }

  /**
   * Whether a version of it was installed whose loops have no patchpoints: a frame may be in it.
   */
  public boolean wasUnpatched() {
    return unpatched;
  }

  /** Whether a version of it was ever to be entered at a loop. */
  public boolean wasEntered() {
    return entered;
  }

  public Optional<CompiledMethod> compiled() {
    return compiled;
  }

  /** It has layout and counters for tier 1 from now on, whatever tier it is in. */
  public void layOut(
      InstrumentationLayout made, int firstCounterIndex, int firstSiteIndex, long hash) {
    layout = made;
    firstCounter = firstCounterIndex;
    firstSite = firstSiteIndex;
    codeHash = hash;
  }

  /** Its receivers' sites that are not recorded: the loaded hierarchy tells what they call. */
  public Set<Integer> told() {
    return told;
  }

  /** How many classes there were as the answer was found. */
  public int toldAmong() {
    return toldAmong;
  }

  /** Sets what {@link #told} and {@link #toldAmong} answer. */
  public void tell(Set<Integer> sites, int classes) {
    told = Set.copyOf(sites);
    toldAmong = classes;
  }

  /** Its code has this hash, and so an earlier run's counts are counts of it. */
  public void recognize(long hash) {
    codeHash = hash;
  }

  /** Its next version is to be the profiled one. */
  public void profile(long calls, long now, String why) {
    if (tier == Tier.OPTIMIZED) {
      reprofiles++;
    }
    tier = Tier.PROFILED;
    retries = 0;
    awaited = null;
    waited = false;
    fresh = true;
    generation++;
    callsBefore = calls;
    promotedAt = now;
    reason = why;
    code = null;
  }

  /** Its next version is to be this code. */
  public void optimize(MethodNode made, CompiledMethod how, long now, String why) {
    profiledNanos = profiledNanos(now);
    tier = Tier.OPTIMIZED;
    fresh = true;
    generation++;
    promotedAt = now;
    reason = why;
    code = made;
    compiled = Optional.of(how);
  }

  /** Whether it has been looked at in vain before, and is to be {@linkplain #isDue again}. */
  public boolean retried() {
    return retries > 0 || waited;
  }

  /**
   * It stays where it is, to be looked at again after a while; settled when that has happened too
   * often.
   */
  public void retry(String why, long now) {
    reason = why;
    awaited = null;
    notBefore = now + (FIRST_REST_NANOS << retries);
    if (++retries > MOST_RETRIES) {
      settle(Tier.SETTLED, why);
    }
  }

  /** Whether it may still {@linkplain #await wait} for bytes. */
  public boolean mayWait(long now) {
    return !waited || now - waitsUntil < 0;
  }

  /** It stays where it is, to be looked at again when the bytes of this class are here. */
  public void await(ClassRecord type, long now) {
    reason = "waits for the bytes of " + type;
    awaited = type;
    if (!waited) {
      waited = true;
      waitsUntil = now + WAIT_NANOS;
    }
  }

  /** Whether there is no reason, or none any more, to look at it later. */
  public boolean isDue(long now) {
    ClassRecord type = awaited;
    return type == null ? retries == 0 || now - notBefore >= 0 : type.known() || !mayWait(now);
  }

  /** Its next version, and last one, is the original (with the loop entries that are in use). */
  public void settle(Tier end, String why) {
    tier = end;
    generation++;
    reason = why;
    code = null;
  }

  /** What became of it when it was optimized, once that is installed. */
  public Optional<CompiledMethod> seen() {
    return compiled.filter(code -> code.codeBytesAfter() > 0);
  }

  /** The highest tier that it has been in, by number. */
  public int highestTier() {
    int highest = seen().isPresent() ? 2 : layout == null ? 0 : 1;
    for (TierStep step : steps) {
      highest = Math.max(highest, step.tier());
    }
    return highest;
  }

  /** The code that is being installed has this length in bytes. */
  void measured(int codeBytesAfter) {
    if (compiled.isPresent()) {
      CompiledMethod known = compiled.get();
      compiled =
          Optional.of(
              new CompiledMethod(
                  known.codeBytesBefore(), codeBytesAfter, known.decisions(), known.text()));
    }
  }

  /**
   * The version was installed: its bytes are in the class now.
   *
   * @param millis since the agent started
   * @param now in nanoseconds of {@link System#nanoTime}
   */
  void installed(long millis, long now) {
    unpatched |= tier != Tier.COUNTED && tier != Tier.PROFILED;
    int before = steps.isEmpty() ? 0 : steps.get(steps.size() - 1).tier();
    if (isNew() || number() != before) {
      if (steps.size() == TierStep.MAX) {
        steps.remove(TierStep.MAX - 1);
      }
      steps.add(new TierStep(Math.max(0, millis), number(), reason));
      installedAt = now;
    }
    code = null;
    fresh = false;
    mark = mark();
  }

  /** The tier's number: what is settled or refused has its original code again. */
  private int number() {
    return tier == Tier.OPTIMIZED ? 2 : tier == Tier.PROFILED ? 1 : 0;
  }

  /** Its ways between tiers so far, in their order. */
  public List<TierStep> steps() {
    return List.copyOf(steps);
  }

  private Mark mark() {
    return new Mark(tier, generation, Set.copyOf(osrLoops));
  }

  /** Whether its next version is another than the one that was installed last. */
  public boolean isChanged() {
    return fresh || !mark.equals(mark());
  }

  /** Whether the VM has not seen this version of it yet. */
  public boolean isNew() {
    return fresh && (tier == Tier.PROFILED || tier == Tier.OPTIMIZED);
  }
}
