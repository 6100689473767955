package dev.jpgo.agent.redefine;

import dev.jpgo.agent.warm.KnownMethod;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.instrument.MethodVersion;
import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.runtime.JpgoCounters;
import java.util.BitSet;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is installed in a class, and what is to be. Belongs to the controller thread, but for the
 * bytes that other threads' retransformations must be answered with.
 */
public final class ClassState {
  /** What may be done with a class. */
  public enum Status {
    /** Waits for its tier 0: loaded, perhaps not initialized. */
    FRESH,
    /** In tier 0 or above. */
    REWRITTEN,
    /** Left alone, for a reason that is no fault. */
    EXCLUDED,
    /** The VM refused it, or something of ours failed on it. */
    REFUSED
  }

  /** Whether loops in tier 0 have patchpoints. */
  private enum Loops {
    NONE,
    NEXT,
    PATCHED
  }

  /** Whether what tier 0 counts is counted. */
  private enum Counting {
    ON,
    ENDS,
    OFF
  }

  /** What another agent has done to a class since the controller last saw to it. */
  private enum Foreign {
    NOTHING,
    /** The VM may have the original, or a version before the last. */
    REVERTED,
    /** The original itself may be another. */
    CHANGED
  }

  /**
   * Bytes that are in the VM and cannot be made again from the plan alone.
   *
   * @param entered whether frames may be on their way to a loop entry in them
   */
  private record Kept(byte[] bytes, boolean entered) {}

  /** Forgotten counts are kept in units of so many, in an int each. */
  private static final long BASE_UNIT = 64;

  /** Elements that a stream has, about, for each of which something is called. */
  private static final long STREAMS_WORTH = 16;

  /** A method that was called so often ends its loops: their patchpoints would cost and not pay. */
  private static final long RETURNS = 100;

  private final ClassRecord record;
  private Status status = Status.FRESH;
  private String reason = "";
  private volatile @Nullable TierZeroLayout layout;
  private TierZero.@Nullable AtLoad atLoad;
  private Map<Integer, MethodRecord> promoted = Map.of();
  private Map<Integer, KnownMethod> known = Map.of();
  private final ClassBytes bytes;
  private final Pace pace = new Pace();
  private Loops loops = Loops.NONE;
  private Counting counting = Counting.ON;
  private @Nullable BitSet unpatched;
  private @Nullable BitSet patchedAtLoad;
  private boolean aggressive;
  private boolean unfetched;
  private boolean active;
  private int @Nullable [] bases;
  private volatile @Nullable Kept installed;
  private final AtomicReference<Foreign> foreign = new AtomicReference<>(Foreign.NOTHING);

  /** The state of a class; what it got at load is taken over from its record's attachment. */
  public ClassState(ClassRecord record) {
    this.record = record;
    if (record.attachment() instanceof TierZero.AtLoad counted) {
      atLoad = counted;
      bytes = new ClassBytes(counted.checksum());
      layout = counted.layout();
      patchedAtLoad = counted.entries();
      if (counted.complete()) {
        status = Status.REWRITTEN;
        loops = Loops.PATCHED;
      }
    } else {
      bytes = new ClassBytes(0);
    }
    record.attach(this);
  }

  public ClassRecord record() {
    return record;
  }

  /** Which bytes its counters and plans belong to. */
  public ClassBytes bytes() {
    return bytes;
  }

  /** When it may have its next version. */
  public Pace pace() {
    return pace;
  }

  public Status status() {
    return status;
  }

  /**
   * Whether it may have another version.
   *
   * @param atOnce how many there may be one after another; every ten seconds one more
   */
  public boolean mayBeRewritten(int atOnce, long now) {
    return status != Status.EXCLUDED && status != Status.REFUSED && pace.allows(atOnce, now);
  }

  /** Why it is excluded or refused. */
  public String reason() {
    return reason;
  }

  public void exclude(String why) {
    status = Status.EXCLUDED;
    reason = why;
  }

  public void refuse(String why) {
    status = Status.REFUSED;
    reason = why;
  }

  /** What it got at load, until it is rewritten for the first time. */
  TierZero.@Nullable AtLoad takeAtLoad() {
    TierZero.AtLoad taken = atLoad;
    atLoad = null;
    return taken;
  }

  /** Its tier-0 counters, once it has them. */
  public @Nullable TierZeroLayout layout() {
    return layout;
  }

  /** It is in tier 0 from now on. */
  public void layOut(TierZeroLayout made) {
    forget();
    layout = made;
    if (status == Status.FRESH) {
      status = Status.REWRITTEN;
    }
  }

  /**
   * It gets these counters with its first version, which is made with what is known of it; so far
   * the VM has none of it.
   */
  void layOutAhead(TierZeroLayout made, byte[] original) {
    layout = made;
    bytes.originalAhead(original, record.fingerprint(true));
  }

  /** What an earlier run knew of a method whose code is the same, or null. */
  public @Nullable KnownMethod known(int ordinal) {
    return known.get(ordinal);
  }

  /** What an earlier run knew of a method has turned out not to hold in this one. */
  public void forgetKnown(int ordinal) {
    if (known.containsKey(ordinal)) {
      known.remove(ordinal);
    }
  }

  /** What an earlier run knew of methods whose code is the same, by their ordinals. */
  public void know(Map<Integer, KnownMethod> methods) {
    known = methods;
  }

  /**
   * Its bytes are not those it was laid out for, or they were never seen: forgets all about them.
   * No frame may be on its way to a loop entry of its version.
   */
  public void startAgain() {
    foreign.set(Foreign.NOTHING); // first: what happens from now on is seen again
    atLoad = null;
    forget();
  }

  private void forget() {
    for (MethodRecord method : promoted.values()) {
      method.settle(Tier.SETTLED, "another agent has changed the class");
    }
    promoted = Map.of();
    bases = null;
    layout = null;
    bytes.forget();
    loops = Loops.NONE;
    counting = Counting.ON;
    unpatched = null;
    patchedAtLoad = null;
    installed = null;
    if (status == Status.REWRITTEN) {
      status = Status.FRESH;
    }
  }

  /** Its planned version is in the VM. */
  void completed() {
    if (status == Status.FRESH) {
      status = Status.REWRITTEN;
    }
  }

  /**
   * Whether the loops of a method in tier 0 have patchpoints in its next version. Once the class
   * has had its turn those do that were not called often until then; before that, what was patched
   * as the class was loaded.
   */
  boolean patches(int ordinal) {
    BitSet without = unpatched;
    BitSet entries = patchedAtLoad;
    return loops != Loops.NONE && (without == null || !without.get(ordinal))
        || entries != null && entries.get(ordinal);
  }

  /** Whether its next version is the first with patchpoints. */
  boolean patching() {
    return loops == Loops.NEXT;
  }

  /** Whether it has loops that are to have patchpoints one day. */
  public boolean lacksPatchpoints() {
    TierZeroLayout counters = layout;
    if (counters == null || loops == Loops.PATCHED) {
      return false;
    }
    for (int i = 0; i < counters.methods(); i++) {
      if (counters.loops(i) > 0) {
        return true;
      }
    }
    return false;
  }

  /** Its next version is to have patchpoints in the loops that may run for long. */
  public void patch() {
    TierZeroLayout counters = layout;
    if (loops != Loops.NONE || counters == null) {
      return;
    }
    loops = Loops.NEXT;
    for (int i = 0; i < counters.methods(); i++) {
      int calls = counters.callCounter(i);
      if (calls != MethodVersion.NONE
          && counters.loops(i) > 0
          && JpgoCounters.read(calls) >= RETURNS) {
        if (unpatched == null) {
          unpatched = new BitSet();
        }
        unpatched.set(i);
      }
    }
  }

  /** Versions without patchpoints are not made of it any more, and never were. */
  void patched() {
    loops = Loops.PATCHED;
  }

  /** From its next version on it does without tier 0's counters. */
  public void endCounting() {
    if (counting == Counting.ON) {
      counting = Counting.ENDS;
    }
  }

  /** Whether its next version has tier 0's counters. */
  public boolean counts() {
    return counting == Counting.ON;
  }

  /** Whether its next version is the first without them. */
  boolean endsCounting() {
    return counting == Counting.ENDS;
  }

  /** A version without counters is installed. */
  void countingEnded() {
    counting = Counting.OFF;
  }

  /** All calls that tier 0 has counted. */
  public long counted() {
    TierZeroLayout counters = layout;
    long sum = 0;
    for (int i = 0; counters != null && i < counters.methods(); i++) {
      int calls = counters.callCounter(i);
      sum += calls == MethodVersion.NONE ? 0 : JpgoCounters.read(calls);
    }
    return sum;
  }

  /**
   * How many calls of another method one of this method is taken for: 1 of most. For a program's
   * method that uses streams or sorts other code works for most of the time, and gets into loops by
   * way of this method alone; code of streams themselves is called often anyway.
   */
  public long worth(int ordinal) {
    TierZeroLayout known = layout;
    return known != null && known.streams(ordinal) && !record.isOfJdk() ? STREAMS_WORTH : 1;
  }

  /** The most that {@link #worth} says of a method. */
  public long mostWorth() {
    TierZeroLayout known = layout;
    return known != null && known.streams() && !record.isOfJdk() ? STREAMS_WORTH : 1;
  }

  /** It gets no version only to have its bytes handed over. */
  public void leaveUnfetched() {
    unfetched = true;
  }

  /** Whether it is left as it is although its bytes were asked for. */
  public boolean isLeftUnfetched() {
    return unfetched;
  }

  /** Whether its methods are promoted at their first calls. */
  public boolean aggressive() {
    return aggressive;
  }

  /** Its methods are promoted at their first calls. */
  public void makeAggressive() {
    aggressive = true;
  }

  /** Its counters are polled from now on; false when they are already. */
  public boolean activate() {
    boolean first = !active;
    active = true;
    return first;
  }

  public Collection<MethodRecord> promoted() {
    return promoted.values();
  }

  /** The record of a method that has left tier 0, or null. */
  public @Nullable MethodRecord promoted(int ordinal) {
    return promoted.get(ordinal);
  }

  /**
   * Whether code of such a class has been inlined in a method that has not been installed so far.
   */
  boolean hasNewCodeOf(Predicate<String> className) {
    for (MethodRecord method : promoted.values()) {
      CompiledMethod how = method.compiled().orElse(null);
      if (method.tier() == Tier.OPTIMIZED
          && method.isNew()
          && how != null
          && InlineDecision.anyOf(how.decisions(), className)) {
        return true;
      }
    }
    return false;
  }

  /** The record of a method, made if need be. */
  public MethodRecord promote(MethodInfo info) {
    if (promoted.isEmpty()) {
      promoted = new TreeMap<>();
    }
    MethodRecord known = promoted.get(info.ordinal());
    if (known == null) {
      known = new MethodRecord(this, info);
      promoted.put(info.ordinal(), known);
    }
    return known;
  }

  /** Bytes that are in the VM, where they cannot be made again from the plan alone; any thread. */
  public byte @Nullable [] installed() {
    Kept known = installed;
    return known == null ? null : known.bytes;
  }

  /** The same, if frames may be on their way to a loop entry in them; any thread. */
  byte @Nullable [] enterable() {
    Kept known = installed;
    return known == null || !known.entered ? null : known.bytes;
  }

  /**
   * Another agent made the VM ask again, or was found to have done so: the VM may have the original
   * now, or a version before the last. Any thread.
   *
   * @param otherBytes whether the original itself may be another one now
   */
  public void takenBack(boolean otherBytes) {
    if (otherBytes) {
      foreign.set(Foreign.CHANGED);
    } else {
      foreign.compareAndSet(Foreign.NOTHING, Foreign.REVERTED);
    }
  }

  /**
   * Another agent made the VM ask again before there was this state.
   *
   * @param handed what transformers were handed then
   * @param redefined whether it is known to have redefined the class
   * @param count the class's {@link RedefinitionCount} by then
   */
  void takenBackBefore(byte[] handed, boolean redefined, int count) {
    takenBackByAnother(bytes.handedBefore(handed, redefined, count));
  }

  /**
   * Another agent made the VM ask again; any thread.
   *
   * @param otherBytes whether the original itself may be another one now
   */
  void takenBackByAnother(boolean otherBytes) {
    if (otherBytes) {
      record.changing();
    } else {
      record.changesUnseen();
    }
    takenBack(otherBytes);
  }

  /** Whether its version must be made again. */
  public boolean isReverted() {
    return foreign.get() != Foreign.NOTHING;
  }

  /** Whether that must be done from the {@linkplain #startAgain start}. */
  public boolean isChanged() {
    return foreign.get() == Foreign.CHANGED;
  }

  /** Its next version is being made, which is enough unless it {@linkplain #isChanged changed}. */
  public void remade() {
    foreign.compareAndSet(Foreign.REVERTED, Foreign.NOTHING);
  }

  /**
   * Says what {@link #installed} is from now on.
   *
   * @param entered whether there are loop entries in them
   */
  void installed(byte @Nullable [] bytes, boolean entered) {
    installed = bytes == null ? null : new Kept(bytes, entered);
  }

  /** What a counter of the class has counted, less what was {@linkplain #forget forgotten}. */
  public long since(int counter) {
    long count = JpgoCounters.read(counter);
    int[] known = bases;
    TierZeroLayout counters = layout;
    return known == null || counters == null
        ? count
        : Math.max(0, count - known[counter - counters.firstCounter()] * BASE_UNIT);
  }

  /** Has {@link #since} answer 0 for a counter, until it has counted some more. */
  public void forget(int counter) {
    forget(counter, since(counter) + BASE_UNIT - 1);
  }

  /** Takes something away from what {@link #since} answers. */
  public void forget(int counter, long count) {
    TierZeroLayout counters = layout;
    if (counters == null) {
      return;
    }
    int[] known = bases;
    if (known == null) {
      known = new int[counters.counters()];
      bases = known;
    }
    int index = counter - counters.firstCounter();
    known[index] = (int) Math.min(Integer.MAX_VALUE, known[index] + count / BASE_UNIT);
  }
}
