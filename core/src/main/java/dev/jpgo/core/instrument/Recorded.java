package dev.jpgo.core.instrument;

/** What tier 1 may record besides edges and the classes that calls and type tests meet. */
public enum Recorded {
  /** What is switched on where edges do not tell, and lengths of arrays. */
  VALUES,
  /** Classes of the objects whose monitors are entered, and how the monitors were found. */
  LOCKS
}
