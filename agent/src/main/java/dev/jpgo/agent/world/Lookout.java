package dev.jpgo.agent.world;

/**
 * When to look once more for classes that were reported and had not turned up: a class is reported
 * before it is defined, so the last one of a program may come after the snapshot that its report
 * called for. The pauses double, and it ends at some time, since a class whose definition fails
 * never turns up.
 */
final class Lookout {
  private static final int LONGEST_PAUSE = 4096;

  private int pause = LONGEST_PAUSE;
  private int left;

  /** Something has been reported. */
  void begin() {
    pause = 1;
    left = 1;
  }

  /** Whether there will be no further look. */
  boolean isOver() {
    return pause >= LONGEST_PAUSE;
  }

  /** Whether to look this time; called each time there is something to look for. */
  boolean isDue() {
    if (isOver() || --left > 0) {
      return false;
    }
    pause *= 2;
    left = pause;
    return true;
  }
}
