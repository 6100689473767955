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
  private boolean urgent;

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

  boolean isEmpty() {
    return plans.isEmpty();
  }

  int size() {
    return plans.size();
  }

  /** Adds a class unless it waits already. */
  void add(ClassState state, double priority) {
    if (state.pace().queued()) {
      return;
    }
    state.pace().queued(true);
    plans.add(new Plan(state, priority));
    if (plans.size() > limit) {
      dropHalf();
    }
  }

  /**
   * Adds a class that need not rest first: what is ready of it is most of what there will be. If it
   * waits already, it does so no longer than the others from now on.
   */
  void addUrgent(ClassState state, double priority) {
    state.pace().endRest();
    urgent = true;
    add(state, priority);
  }

  /** Whether there may be classes that need not wait. */
  boolean isUrgent() {
    return urgent;
  }

  /** The first so many of those that do not rest, or have something ready. */
  List<Plan> take(int count, long now) {
    List<Plan> taken = new ArrayList<>();
    List<Plan> resting = new ArrayList<>();
    while (taken.size() < count) {
      Plan first = plans.poll();
      if (first == null) {
        break;
      }
      if (first.state.pace().waits(now)) {
        resting.add(first);
      } else {
        first.state.pace().queued(false);
        taken.add(first);
      }
    }
    plans.addAll(resting);
    urgent &= taken.size() == count;
    return taken;
  }

  private void dropHalf() {
    List<Plan> kept = new ArrayList<>();
    while (kept.size() < limit / 2) {
      kept.add(plans.remove());
    }
    for (Plan dropped : plans) {
      dropped.state.pace().queued(false);
    }
    plans.clear();
    plans.addAll(kept);
  }
}
