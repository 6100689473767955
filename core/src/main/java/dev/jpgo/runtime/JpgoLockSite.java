package dev.jpgo.runtime;

/** Objects whose monitors one instruction enters; see {@link JpgoLocks}. */
public final class JpgoLockSite extends JpgoTypeSite {
  private long owned;
  private long others;

  JpgoLockSite() {}

  /** Counts an object by its class's name, and whether the thread had its monitor before. */
  void record(String name, boolean own) {
    if (own) {
      owned += weight;
    } else {
      others += weight;
    }
    record(name);
  }

  /** How often the thread had the monitor already. */
  public long owned() {
    return owned;
  }

  /** How often it had not: nobody had, or another thread. */
  public long others() {
    return others;
  }
}
