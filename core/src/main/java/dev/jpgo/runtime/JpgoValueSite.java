package dev.jpgo.runtime;

/** Numbers that one instruction met; see {@link JpgoValues}. */
public final class JpgoValueSite extends JpgoSampling {
  /** Numbers that a site tells apart. */
  public static final int SLOTS = 16;

  /** Set in a slot that is taken, so that 0 is a free one and no number. */
  private static final long TAKEN = 1L << 32;

  private final long[] values = new long[SLOTS];
  private final long[] counts = new long[SLOTS + 1];

  JpgoValueSite() {}

  /** Counts a number, and for as many as have passed since the last. */
  void record(int value) {
    long wanted = TAKEN | value & 0xFFFFFFFFL;
    int slot = 0;
    while (slot < SLOTS) {
      long known = values[slot];
      if (known == wanted) {
        break;
      }
      if (known == 0) {
        // Threads may race for a free slot: one number wins, a count of the other may land here.
        values[slot] = wanted;
        continue;
      }
      slot++;
    }
    counts[slot] += weight;
    sampled();
  }

  /** Whether a slot has a number. */
  public boolean isTaken(int slot) {
    return values[slot] != 0;
  }

  /** The number in a slot that is taken. */
  public int value(int slot) {
    return (int) values[slot];
  }

  /** How often the number of a slot was seen. */
  public long count(int slot) {
    return counts[slot];
  }

  /** How many found no slot. */
  public long overflow() {
    return counts[SLOTS];
  }
}
