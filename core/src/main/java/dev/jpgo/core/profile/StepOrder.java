package dev.jpgo.core.profile;

import java.util.List;

/**
 * Which of two runs' steps a merged profile keeps of a method, since steps of different runs cannot
 * be added: the more of them, and of equally many those that differ by being earlier.
 */
final class StepOrder {
  private StepOrder() {}

  static List<TierStep> greater(List<TierStep> a, List<TierStep> b) {
    if (a.size() != b.size()) {
      return a.size() > b.size() ? a : b;
    }
    for (int i = 0; i < a.size(); i++) {
      int order = a.get(i).compareTo(b.get(i));
      if (order != 0) {
        return order < 0 ? a : b;
      }
    }
    return a;
  }
}
