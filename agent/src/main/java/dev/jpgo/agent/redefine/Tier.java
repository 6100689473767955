package dev.jpgo.agent.redefine;

/** Where a method stands. */
public enum Tier {
  /** Original code, nothing counted. */
  PLAIN,
  /** Tier 0: calls and loop iterations are counted. */
  COUNTED,
  /** Tier 1: edges and receivers are counted. */
  PROFILED,
  /** Tier 2. */
  OPTIMIZED,
  /** Original code for good: optimizing it was not worth it or not possible. */
  SETTLED,
  /** Original code for good: something of ours failed on it. */
  QUARANTINED
}
