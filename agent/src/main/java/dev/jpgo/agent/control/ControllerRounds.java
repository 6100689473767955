package dev.jpgo.agent.control;

import dev.jpgo.agent.measure.HotnessOrganizer;

/** The pace of the controller: sampling until the delay is over, then rounds within the budget. */
public final class ControllerRounds implements ControllerThread.Rounds {
  /**
   * What is saved up before new work is looked for: a few methods that are begun at once are done
   * sooner than the same one by one, and each is slow in between.
   */
  private static final long SAVED_NANOS = 8 * PromotionPolicy.METHOD_NANOS;

  /** How long to rest while methods are in tier 1, where each is slow. */
  private static final long PROFILING_NANOS = 20_000_000;

  private final Controller controller;
  private final WorkBudget budget;
  private final WorkBudget warmBudget;
  private final MinuteShare share;
  private final ProcessorClock clock = new ProcessorClock();
  private final long begins;
  private final long sampleNanos;
  private final long intervalNanos;

  /**
   * @param budgetPercent bound on the share of time
   * @param warmPercent the same as long as methods wait that an earlier run knew to be hot
   * @param share bound on the share of all processors over a minute, in percent
   * @param begins when classes may first be touched but for those, in the time of {@link
   *     System#nanoTime}
   */
  public ControllerRounds(
      Controller controller,
      long budgetPercent,
      long warmPercent,
      long share,
      long begins,
      long sampleNanos,
      long intervalNanos) {
    this.controller = controller;
    this.budget = new WorkBudget(budgetPercent);
    this.warmBudget = new WorkBudget(warmPercent);
    this.share =
        new MinuteShare(share, Runtime.getRuntime().availableProcessors(), System.nanoTime());
    this.begins = begins;
    this.sampleNanos = sampleNanos;
    this.intervalNanos = intervalNanos;
  }

  @Override
  public long round() {
    long now = System.nanoTime();
    long taken = taken();
    budget.start(now);
    warmBudget.start(now);
    boolean early = now - begins < 0;
    if (early) {
      controller.sample();
    }
    boolean more = early ? controller.warmRound(now) : controller.round(now, share.left(now));
    long end = System.nanoTime();
    long rest = controller.warming() ? warmBudget.rest(end) : budget.rest(end);
    boolean unfinished = !early && controller.isProfiling(end);
    taken = Math.min(end - now, taken() - taken);
    rest = Math.max(rest, share.worked(end, taken, unfinished));
    if (more) {
      return controller.listens() ? Math.max(rest, HotnessOrganizer.REST_NANOS) : rest;
    }
    if (!early && !unfinished) {
      rest = Math.max(rest, share.until(end, SAVED_NANOS));
    }
    if (early) {
      return Math.max(rest, Math.min(sampleNanos, begins - end));
    }
    return Math.max(rest, unfinished ? Math.min(PROFILING_NANOS, intervalNanos) : intervalNanos);
  }

  /** This thread's processor time, and the time in which others worked for it. */
  private long taken() {
    return clock.nanos() + controller.waited();
  }
}
