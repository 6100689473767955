package dev.jpgo.agent.control;

import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Tier;
import dev.jpgo.agent.world.FlagAllocator;
import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.InlineDecision;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * Whether optimized methods are to go back to be profiled: what they were made for is not what the
 * program does any more. Looks at how often each has left for its slow path lately: so a method
 * that nobody calls is left alone, whatever has become of its assumptions.
 *
 * <p>A slow path costs about a call, 50 ns interpreted, and two more versions of a class in batches
 * some milliseconds: {@link #MANY} in {@link #WINDOW_NANOS} pay for that in one more such time.
 * Where an assumption is broken every call of the method is slow and will be, so fewer are enough.
 */
final class ReprofilePolicy {
  static final long MANY = 100_000;

  /**
   * So many times as many are borne at least where a method was measured to be faster with them.
   */
  private static final long TRIED = 100;

  /** Where it was measured how often slow paths are taken, so many times as often is too often. */
  private static final double WORSE = 2;

  static final long MANY_WHEN_BROKEN = 1_000;
  static final long WINDOW_NANOS = 10_000_000_000L;

  private final int limit;
  private final Stress stress;
  private final List<Watched> versions = new ArrayList<>();

  /** One version of a method, and what its counter of slow paths showed at the window's start. */
  private static final class Watched {
    private final MethodRecord method;
    private final int generation;
    private final FlagAllocator.Flag flag;
    private final long many;
    private long since;
    private long missesThen;

    Watched(MethodRecord method, FlagAllocator.Flag flag, long many, long now) {
      this.method = method;
      this.many = many;
      this.generation = method.generation();
      this.flag = flag;
      from(now); // a trial has counted before
    }

    final void from(long now) {
      since = now;
      missesThen = flag.misses();
    }

    boolean isCurrent() {
      return method.tier() == Tier.OPTIMIZED
          && method.generation() == generation
          && method.owner().record().type() != null;
    }
  }

  /**
   * A method that is to be profiled again, with the reason.
   *
   * @param broken whether that is the flag of its version: the code itself may be what the program
   *     needs
   */
  record ReprofileDecision(MethodRecord method, String reason, boolean broken) {}

  /**
   * @param limit how often a method may go back
   */
  ReprofilePolicy(int limit, Stress stress) {
    this.limit = stress.reprofiles(limit);
    this.stress = stress;
  }

  /** A method has got this version, which may leave for slow paths and rests on this flag. */
  void watch(MethodRecord method, FlagAllocator.Flag flag, long now) {
    versions.add(new Watched(method, flag, MANY, now));
  }

  /**
   * The same of a version that was measured to be faster though it left for slow paths: it goes on
   * as long as it does not leave more often.
   *
   * @param expected how often it leaves within {@link #WINDOW_NANOS}, by what was measured
   */
  void watch(MethodRecord method, FlagAllocator.Flag flag, double expected, long now) {
    long borne = Math.max(TRIED * MANY, (long) (WORSE * expected));
    versions.add(new Watched(method, flag, borne, now));
  }

  /** Whether it has not gone back too often. */
  boolean mayGoBack(MethodRecord method) {
    return method.reprofiles() < limit;
  }

  /** The methods that are to go back now. */
  List<ReprofileDecision> decide(long now) {
    List<ReprofileDecision> decisions = new ArrayList<>();
    for (Iterator<Watched> each = versions.iterator(); each.hasNext(); ) {
      Watched version = each.next();
      String reason = reason(version, now);
      if (!version.isCurrent()) {
        each.remove();
      } else if (!reason.isEmpty() && mayGoBack(version.method)) {
        decisions.add(new ReprofileDecision(version.method, reason, !version.flag.holds()));
        version.from(now);
      }
    }
    return decisions;
  }

  private String reason(Watched version, long now) {
    long misses = version.flag.misses();
    long lately = misses - version.missesThen;
    if (!version.flag.holds() && lately >= MANY_WHEN_BROKEN) {
      return "an assumption is broken, slow path taken " + lately + " times";
    }
    if (lately >= version.many) {
      return "slow path taken " + lately + " times";
    }
    if (stress.sendsBack()) {
      return "at random";
    }
    if (now - version.since >= WINDOW_NANOS) {
      version.from(now);
    }
    return "";
  }

  /** Optimized methods that have code of one of these classes in them. */
  List<MethodRecord> inlining(Set<String> classNames) {
    List<MethodRecord> found = new ArrayList<>();
    for (Watched version : versions) {
      CompiledMethod how = version.method.compiled().orElse(null);
      if (version.isCurrent()
          && how != null
          && InlineDecision.anyOf(how.decisions(), classNames::contains)) {
        found.add(version.method);
      }
    }
    return found;
  }
}
