package dev.jpgo.core.phase.inline;

/** Where an interpreter's methods may take in bodies that lock. */
public enum LockPlaces {
  /** Methods that lock stay calls. */
  NOWHERE,

  /**
   * Where no handler covers the call and nothing is locked around it. Zero VMs make room for a
   * frame's further monitor when it is entered, and where the stack has none left they end the
   * frame without asking its handlers and without leaving its other monitors (HotSpot's
   * zeroInterpreter_zero.cpp, {@code main_loop}, {@code more_monitors}); for a synchronized method
   * that is called they look for room before its frame is there.
   */
  UNCOVERED,

  /** Anywhere. */
  ANYWHERE
}
