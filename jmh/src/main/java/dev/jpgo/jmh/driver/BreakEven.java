package dev.jpgo.jmh.driver;

import java.util.List;
import java.util.OptionalDouble;

/**
 * When the agent's run has caught up: from then on it has never done less work than the base in the
 * same time since the start of its process.
 */
public final class BreakEven {
  private BreakEven() {}

  /**
   * Seconds from the start of the process. Where the runs end before they cross, their last third
   * is extended as straight lines.
   *
   * @return empty if the agent's steady state is not faster, so that it never catches up
   */
  public static OptionalDouble seconds(List<Iteration> base, List<Iteration> agent) {
    int common = Math.min(base.size(), agent.size());
    int behind = common - 1;
    while (behind >= 0 && agent.get(behind).elapsed() <= base.get(behind).elapsed()) {
      behind--;
    }
    if (behind < common - 1) {
      return OptionalDouble.of(agent.get(behind + 1).elapsed());
    }
    return extended(base, agent, common);
  }

  private static OptionalDouble extended(List<Iteration> base, List<Iteration> agent, int common) {
    double baseStep = Plateau.of(base).median() / 1e9;
    double agentStep = Plateau.of(agent).median() / 1e9;
    if (agentStep >= baseStep) {
      return OptionalDouble.empty();
    }
    double lag = agent.get(common - 1).elapsed() - base.get(common - 1).elapsed();
    double iterations = lag / (baseStep - agentStep);
    return OptionalDouble.of(agent.get(common - 1).elapsed() + iterations * agentStep);
  }
}
