package dev.jpgo.runtime;

import org.jspecify.annotations.Nullable;

/** Receiver classes of one call site; see {@link JpgoTypes}. */
public final class JpgoTypeSite {
  /** Classes that a site tells apart. */
  public static final int SLOTS = 6;

  /** So many receivers are counted one by one; then samples stand for many each. */
  public static final int EXACT = 256;

  /** Shortest distance between two samples; the longest is 15 more. */
  private static final int NEAREST = 24;

  /** Receivers that pass until the next one is looked at. */
  int skip;

  /** How many the next one will stand for. */
  private int weight = 1;

  private int seen;

  private final @Nullable String[] names = new String[SLOTS];
  private final long[] counts = new long[SLOTS + 1];

  JpgoTypeSite() {}

  /**
   * Counts a receiver. After the first {@link #EXACT} every 24th to 39th is, at distances that
   * follow no period of the program, and counts for all those that have passed since the last.
   */
  void record(String name) {
    int slot = 0;
    while (slot < SLOTS) {
      String known = names[slot];
      if (known == name) {
        break;
      }
      if (known == null) {
        // Threads may race for a free slot: one name wins, a count of the other may land here.
        names[slot] = name;
        continue;
      }
      slot++;
    }
    counts[slot] += weight;
    int samples = seen + 1;
    seen = samples;
    if (samples >= EXACT) {
      // multiplicative hashing of a counter: no period shorter than 2^32 samples
      int distance = NEAREST + (samples * 0x9E3779B9 >>> 28);
      skip = distance - 1;
      weight = distance;
    }
  }

  /** Internal name of the class in a slot, dots for slashes; null when the slot is free. */
  public @Nullable String className(int slot) {
    return names[slot];
  }

  /** How often the class of a slot was seen. */
  public long count(int slot) {
    return counts[slot];
  }

  /** How many receivers found no slot. */
  public long overflow() {
    return counts[SLOTS];
  }
}
