package dev.jpgo.agent.control;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Tier;
import dev.jpgo.core.collect.Ordering;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** Which of the methods in tier 1 can be optimized. */
final class ProfiledMethods {
  private final Set<MethodRecord> methods;
  private final TierOne tierOne;

  /**
   * @param methods those in tier 1, whoever adds and removes them
   */
  ProfiledMethods(Set<MethodRecord> methods, TierOne tierOne) {
    this.methods = methods;
    this.tierOne = tierOne;
  }

  private record Ready(MethodRecord method, double rate) {}

  /**
   * The methods that have been profiled for long enough, those first that run most: in tier 1 they
   * are slowest, and in tier 2 they gain most. What is not in tier 1 any more is removed.
   */
  List<MethodRecord> ready(long now) {
    List<Ready> ready = new ArrayList<>();
    for (Iterator<MethodRecord> each = methods.iterator(); each.hasNext(); ) {
      MethodRecord method = each.next();
      if (hasLeft(method)) {
        each.remove();
      } else if (!method.isNew()
          && !method.owner().isChanged()
          && method.isDue(now)
          && tierOne.profiled(method)) {
        ready.add(new Ready(method, tierOne.rate(method, now)));
      }
    }
    Ordering.sort(ready, (a, b) -> Double.compare(b.rate(), a.rate()));
    List<MethodRecord> sorted = new ArrayList<>(ready.size());
    for (Ready each : ready) {
      sorted.add(each.method());
    }
    return sorted;
  }

  /** Whether one that was looked at in vain is to be looked at again after a moment. */
  boolean isResting(long now) {
    for (MethodRecord method : methods) {
      if (!hasLeft(method) && !method.owner().isChanged() && !method.isDue(now)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasLeft(MethodRecord method) {
    return method.tier() != Tier.PROFILED || method.owner().status() == ClassState.Status.REFUSED;
  }
}
