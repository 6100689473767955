package dev.jpgo.agent.control;

import dev.jpgo.agent.redefine.ClassState;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Classes that wait for their next version, the most promising first. A class waits once, whatever
 * happens to its methods meanwhile. Bounded: from a full queue the least promising are dropped;
 * their methods are still hot at the next poll if they are still hot.
 */
final class PlanQueue {
  private final int limit;
  private final PriorityQueue<Plan> plans = new PriorityQueue<>();

  /**
   * A class that is to be rewritten.
   *
   * @param state the class
   * @param priority benefit by cost, larger is sooner
   */
  record Plan(ClassState state, double priority) implements Comparable<Plan> {
    @Override
    public int compareTo(Plan other) {
      return Double.compare(other.priority, priority);
    }
  }

  PlanQueue(int limit) {
    this.limit = limit;
  }

  int size() {
    return plans.size();
  }

  /** Adds a class unless it waits already. */
  void add(ClassState state, double priority) {
    if (state.queued()) {
      return;
    }
    state.queued(true);
    plans.add(new Plan(state, priority));
    if (plans.size() > limit) {
      dropHalf();
    }
  }

  /** The first so many. */
  List<Plan> take(int count) {
    List<Plan> taken = new ArrayList<>();
    while (taken.size() < count) {
      Plan first = plans.poll();
      if (first == null) {
        break;
      }
      first.state.queued(false);
      taken.add(first);
    }
    return taken;
  }

  private void dropHalf() {
    List<Plan> kept = take(limit / 2);
    for (Plan dropped : plans) {
      dropped.state.queued(false);
    }
    plans.clear();
    for (Plan plan : kept) {
      plan.state.queued(true);
      plans.add(plan);
    }
  }
}
