package dev.jpgo.agent.redefine;

import dev.jpgo.agent.hooks.MethodChange;
import dev.jpgo.core.instrument.ClassPlan;
import dev.jpgo.core.instrument.ClassRewriter;
import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The next version of one class on its way through {@code retransformClasses}. The transformer is
 * called on the thread that asked, so nothing here is shared.
 */
final class PlannedVersion {
  private final ClassState state;
  private final @Nullable ClassPlan plan;
  private final byte @Nullable [] expected;
  private final byte @Nullable [] result;
  private final @Nullable MethodChange change;
  private final boolean asItIs;
  private byte @Nullable [] handed;
  private byte @Nullable [] returned;
  private @Nullable TierZeroLayout layout;
  private @Nullable Throwable failure;
  private boolean outdated;
  private boolean writtenAnew;
  private long nanos;

  /**
   * @param plan what it is to be made of; null for tier 0 of bytes not yet seen
   * @param expected the bytes that {@code result} was computed from
   * @param result the version, where it was computed before
   * @param change what {@code result} changes
   */
  PlannedVersion(
      ClassState state,
      @Nullable ClassPlan plan,
      byte @Nullable [] expected,
      byte @Nullable [] result,
      @Nullable MethodChange change) {
    this(state, plan, expected, result, change, false);
  }

  private PlannedVersion(
      ClassState state,
      @Nullable ClassPlan plan,
      byte @Nullable [] expected,
      byte @Nullable [] result,
      @Nullable MethodChange change,
      boolean asItIs) {
    this.state = state;
    this.plan = plan;
    this.expected = expected;
    this.result = result;
    this.change = change;
    this.asItIs = asItIs;
  }

  /** A version that the transformer makes, by a plan or of bytes not yet seen. */
  static PlannedVersion later(ClassState state, @Nullable ClassPlan plan) {
    return new PlannedVersion(state, plan, null, null, null);
  }

  /** The class as it is, which has the VM hand over its bytes. */
  static PlannedVersion asItIs(ClassState state) {
    return new PlannedVersion(state, null, null, null, null, true);
  }

  /** Whether nothing is to be changed. */
  boolean asItIs() {
    return asItIs;
  }

  /** The bytes that {@link #result} was computed from; null where it was not computed before. */
  byte @Nullable [] expected() {
    return expected;
  }

  /** The version; null where the transformer makes it, of counters and probes. */
  byte @Nullable [] result() {
    return result;
  }

  ClassState state() {
    return state;
  }

  /** Original bytes as the VM handed them just now; null when the transformer was not called. */
  byte @Nullable [] handed() {
    return handed;
  }

  /** What that changes; null where it is not known. */
  @Nullable MethodChange change() {
    return result != null && returned == result ? change : null;
  }

  /** What the VM was given; null for the original. */
  byte @Nullable [] returned() {
    return returned;
  }

  /** The layout that was made of the bytes handed, if one was made. */
  @Nullable TierZeroLayout layout() {
    return layout;
  }

  @Nullable Throwable failure() {
    return failure;
  }

  void fail(Throwable thrown) {
    failure = thrown;
    returned = null;
  }

  /**
   * Whether the class, or one that is inlined, is not what the plan was made for: the VM keeps no
   * more than loop entries.
   */
  boolean outdated() {
    return outdated;
  }

  /**
   * The bytes that it was computed from, where the VM handed the same class in other ones; null
   * where it handed these.
   */
  byte @Nullable [] writtenAnew() {
    return writtenAnew ? expected : null;
  }

  /**
   * Answers the VM. Loads no class and takes no lock.
   *
   * @param changed tells classes that may have other code now than when methods were optimized
   */
  byte @Nullable [] transform(byte[] original, TierZero tierZero, Predicate<String> changed) {
    long start = System.nanoTime();
    try {
      return answer(original, tierZero, changed);
    } finally {
      nanos += System.nanoTime() - start;
    }
  }

  /** Time spent in our own code while the VM retransformed it. */
  long nanos() {
    return nanos;
  }

  /** More time of ours. */
  void spent(long moreNanos) {
    nanos += moreNanos;
  }

  private byte @Nullable [] answer(byte[] original, TierZero tierZero, Predicate<String> changed) {
    handed = original;
    returned = null;
    state.bytes().handed(original);
    if (asItIs) {
      return null;
    }
    writtenAnew = result != null && expected != null && state.bytes().isWrittenAnew(original);
    ClassPlan known = plan;
    if (known == null) {
      TierZeroLayout made = tierZero.layOut(original, state.record());
      layout = made;
      returned = ClassRewriter.rewrite(original, tierZero.first(made));
    } else if (!writtenAnew
            && (!state.bytes().isOriginal(original)
                || expected != null && !Arrays.equals(expected, original))
        || state.hasNewCodeOf(changed)) {
      outdated = true;
      returned = state.enterable(); // never without an entry that frames may be on their way to
    } else {
      returned = result != null ? result : ClassRewriter.rewrite(original, known);
    }
    return returned;
  }
}
