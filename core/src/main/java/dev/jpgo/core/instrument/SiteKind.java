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

  /** Whether there is always a probe. */
  boolean isAlways() {
    return this == RECEIVER || this == TYPE_TEST;
  }

  /** Whether there is a probe when this is to be recorded, among what always is. */
  boolean isAmong(Set<Recorded> recorded) {
    return isAlways() || recorded.contains(isValue() ? Recorded.VALUES : Recorded.LOCKS);
  }
}
