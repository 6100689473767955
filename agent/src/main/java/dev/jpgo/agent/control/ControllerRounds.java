package dev.jpgo.agent.control;

/** The pace of the controller: sampling until the delay is over, then rounds within the budget. */
public final class ControllerRounds implements ControllerThread.Rounds {
  private final Controller controller;
  private final WorkBudget budget;
  private final long begins;
  private final long sampleNanos;
  private final long intervalNanos;

  /**
   * @param begins when classes may first be touched, in the time of {@link System#nanoTime}
   */
  public ControllerRounds(
      Controller controller,
      long budgetPercent,
      long begins,
      long sampleNanos,
      long intervalNanos) {
    this.controller = controller;
    this.budget = new WorkBudget(budgetPercent);
    this.begins = begins;
    this.sampleNanos = sampleNanos;
    this.intervalNanos = intervalNanos;
  }

  @Override
  public long round() {
    long now = System.nanoTime();
    budget.start(now);
    if (now < begins) {
      controller.sample();
      return Math.max(
          budget.rest(System.nanoTime()), Math.min(sampleNanos, begins - System.nanoTime()));
    }
    boolean more = controller.round(now);
    long rest = budget.rest(System.nanoTime());
    return more ? rest : Math.max(rest, intervalNanos);
  }
}
