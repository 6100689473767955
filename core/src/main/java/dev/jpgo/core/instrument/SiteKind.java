package dev.jpgo.core.instrument;

import java.util.Set;

/** What tier-1 code looks at in one place. */
public enum SiteKind {
  /** The class of a call's receiver. */
  RECEIVER,
  /** The class that {@code instanceof} or {@code checkcast} asks about. */
  TYPE_TEST,
  /** What is switched on, where several cases lead along one edge. */
  SWITCH,
  /** The length of an array that is made, or how much of one is copied. */
  LENGTH,
  /** The object of a {@code monitorenter}. */
  MONITOR,
  /** The receiver of a synchronized method, as it is entered. */
  RECEIVER_MONITOR;

  /** Whether it is a number, and not an object, that is looked at. */
  public boolean isValue() {
    return this == SWITCH || this == LENGTH;
  }

  /** Whether there are probes when this is to be recorded. */
  boolean isAmong(Set<Recorded> recorded) {
    return switch (this) {
      case RECEIVER -> true;
      case TYPE_TEST -> recorded.contains(Recorded.CLASSES);
      case SWITCH, LENGTH -> recorded.contains(Recorded.VALUES);
      case MONITOR, RECEIVER_MONITOR -> recorded.contains(Recorded.LOCKS);
    };
  }
}
