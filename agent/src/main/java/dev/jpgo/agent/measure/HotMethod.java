package dev.jpgo.agent.measure;

import dev.jpgo.agent.redefine.ClassState;

/**
 * A method that a threshold was passed by.
 *
 * @param owner its class
 * @param ordinal its place in the method table
 * @param calls calls, decayed, and no more than there would be in a half-life at the present rate
 * @param iterations loop iterations, likewise
 */
public record HotMethod(ClassState owner, int ordinal, long calls, long iterations) {
  /** How hot, for an order: a call counts for some iterations. */
  public long weight() {
    return calls * 8 + iterations;
  }
}
