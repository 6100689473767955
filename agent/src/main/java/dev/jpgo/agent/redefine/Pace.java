package dev.jpgo.agent.redefine;

/** When a class may have its next version. Belongs to the controller thread. */
public final class Pace {
  /** How long it takes until a class may have one version more. */
  private static final long RENEWAL_NANOS = 10_000_000_000L;

  private int versions;
  private long usedUntil;
  private boolean queued;
  private boolean resting;
  private boolean ready;
  private long restUntil;
  private int postponed;

  Pace() {}

  /** It has another version. */
  void count(long now) {
    usedUntil = now + used(now) + RENEWAL_NANOS;
    versions++;
  }

  /** How many versions it has had. */
  public int versions() {
    return versions;
  }

  /**
   * Whether it may have another version.
   *
   * @param atOnce how many there may be one after another; every ten seconds one more
   */
  boolean allows(int atOnce, long now) {
    return used(now) <= (atOnce - 1) * RENEWAL_NANOS;
  }

  /** How long it takes until it may have as many versions at once as in the beginning. */
  private long used(long now) {
    return versions == 0 ? 0 : Math.max(0, usedUntil - now);
  }

  /** It is not to be rewritten again before this time, of {@link System#nanoTime}. */
  public void restUntil(long time) {
    ready = false;
    resting = true;
    restUntil = time;
  }

  /** It may be rewritten again at once. */
  public void endRest() {
    resting = false;
  }

  /** Whether it was rewritten a moment ago. */
  public boolean rests(long now) {
    if (resting && now - restUntil >= 0) {
      resting = false;
    }
    return resting;
  }

  /** What has been made for its next version does not wait until it has rested. */
  public void makeReady() {
    ready = true;
  }

  /** Whether its next version is to wait. */
  public boolean waits(long now) {
    return !ready && rests(now);
  }

  /** Waits in the queue. */
  public boolean queued() {
    return queued;
  }

  public void queued(boolean waiting) {
    queued = waiting;
  }

  /** It could not be touched now; answers how often in a row. */
  public int postpone() {
    return ++postponed;
  }

  public void notPostponed() {
    postponed = 0;
  }
}
