package dev.jpgo.jmh.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * When the agent's run has caught up: from then on it has never done less work than the base in the
 * same time since the start of its process.
 */
public final class BreakEven {
  private BreakEven() {}

  /**
   * Seconds from the start of the process. A base that ran for a shorter time goes on as a straight
   * line: nothing about it changes. Where the runs end before they cross, so do both.
   *
   * @return empty if the agent's steady state is not faster, so that it never catches up
   */
  public static OptionalDouble seconds(List<Iteration> measured, List<Iteration> agent) {
    List<Iteration> base = prolonged(measured, agent.size());
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

  private static List<Iteration> prolonged(List<Iteration> run, int size) {
    List<Iteration> all = new ArrayList<>(run);
    double step = Plateau.of(run).median() / 1e9;
    Iteration last = run.get(run.size() - 1);
    for (int i = 1; all.size() < size; i++) {
      all.add(new Iteration(Math.round(step * 1e9), 0, last.checksum(), last.elapsed() + i * step));
    }
    return all;
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
