package dev.jpgo.core.instrument;

/** What tier 1 may record besides edges and the classes of receivers that the optimizer needs. */
public enum Recorded {
  /** Classes of all receivers, and of what type tests ask about. */
  CLASSES,
  /** What is switched on where edges do not tell, and lengths of arrays. */
  VALUES,
  /** Classes of the objects whose monitors are entered, and how the monitors were found. */
  LOCKS
}
