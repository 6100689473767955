package dev.jpgo.core.phase.inline;

import dev.jpgo.core.world.Assumption;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.ResolvedMethod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The method that a call runs, and what has to be checked so that it does.
 *
 * @param method the method
 * @param virtual whether the call selects by the receiver
 * @param nullCheck whether the receiver may be null
 * @param test class of which the receiver must be an instance for the target to be right, or null
 * @param cast class to which the receiver must be cast for the verifier to accept the body, or null
 * @param castMayFail whether that cast can fail although the assumptions hold: the receiver's
 *     static type is an interface, which the verifier does not check
 * @param assumptions what the target rests on
 * @param reason why this is the target, in words
 * @param share of the executions of the call for which it is the target, as far as is known; 1
 *     unless there are several
 * @param rest share of those that neither it nor the targets tried before it are for; 0 unless
 *     there are several
 */
record CallTarget(
    ResolvedMethod method,
    boolean virtual,
    boolean nullCheck,
    @Nullable LoadedClass test,
    @Nullable LoadedClass cast,
    boolean castMayFail,
    List<Assumption> assumptions,
    String reason,
    double share,
    double rest) {

  /** The only target, or one that no other comes near. */
  CallTarget(
      ResolvedMethod method,
      boolean virtual,
      boolean nullCheck,
      @Nullable LoadedClass test,
      @Nullable LoadedClass cast,
      boolean castMayFail,
      List<Assumption> assumptions,
      String reason) {
    this(method, virtual, nullCheck, test, cast, castMayFail, assumptions, reason, 1, 0);
  }

  /** The same as one of several. */
  CallTarget oneOf(double itsShare, double restShare, String why) {
    return new CallTarget(
        method, virtual, nullCheck, test, cast, castMayFail, assumptions, why, itsShare, restShare);
  }

  /** Whether it is one of several. */
  boolean isOneOfSeveral() {
    return share < 1;
  }

  /**
   * Whether the cast that comes in front of the body tells the target: an instance of a final class
   * selects what that class selects, whatever other classes there come to be (JVMS 5.4.6). What the
   * target rests on then says no more than that it is worth having.
   */
  boolean isToldByCast() {
    return cast != null && test == null && cast.info().isFinal();
  }

  /** Whether the flag of the assumptions has to be read. */
  boolean isFlagged() {
    return !assumptions.isEmpty() && !isToldByCast();
  }

  /** Whether the body may stand in place of the call without any check. */
  boolean unguarded() {
    return !nullCheck && test == null && cast == null && assumptions.isEmpty();
  }
}
