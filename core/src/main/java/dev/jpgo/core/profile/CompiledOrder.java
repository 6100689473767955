package dev.jpgo.core.profile;

import java.util.Optional;

/**
 * Which of two accounts of a method's optimization a merged profile keeps: that whose call sites
 * ran more often. Ties are broken by what they say, so that the choice never depends on the order.
 */
final class CompiledOrder {
  private CompiledOrder() {}

  static Optional<CompiledMethod> greater(Optional<CompiledMethod> a, Optional<CompiledMethod> b) {
    if (a.isEmpty() || b.isEmpty()) {
      return a.isEmpty() ? b : a;
    }
    return compare(a.get(), b.get()) >= 0 ? a : b;
  }

  private static int compare(CompiledMethod a, CompiledMethod b) {
    int order = Long.compare(weight(a), weight(b));
    order = order != 0 ? order : Integer.compare(a.codeBytesAfter(), b.codeBytesAfter());
    if (order != 0 || a.equals(b)) {
      return order;
    }
    return a.toString().compareTo(b.toString());
  }

  private static long weight(CompiledMethod compiled) {
    long sum = 0;
    for (InlineDecision decision : compiled.decisions()) {
      sum = Saturating.add(sum, decision.count());
    }
    return sum;
  }
}
