package dev.jpgo.agent.options;

/** What a user may expect of an option in the next version. */
public enum Stability {
  /** Stays, with this meaning. */
  STABLE,
  /** May change its default or go away; a release note says so. */
  EXPERIMENTAL,
  /** For finding faults: switches a part off. */
  DIAGNOSTIC
}
