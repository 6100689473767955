package dev.jpgo.runtime;

import org.jspecify.annotations.Nullable;

/** Receiver classes of one call site; see {@link JpgoTypes}. */
public final class JpgoTypeSite {
  /** Classes that a site tells apart. */
  public static final int SLOTS = 6;

  /** Up to this count a slot counts every receiver. */
  public static final long EXACT = 8192;

  private final @Nullable String[] names = new String[SLOTS];
  private final long[] counts = new long[SLOTS + 1];

  JpgoTypeSite() {}

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
    long count = counts[slot];
    if (count < EXACT) {
      counts[slot] = count + 1;
    } else {
      decimated(slot, count);
    }
  }

  /** The clock's low bits, mixed, stand in for a random number: no shared state is written. */
  private void decimated(int slot, long count) {
    int shift = 64 - Long.numberOfLeadingZeros(count / EXACT);
    long mixed = System.nanoTime() * 0x9E3779B97F4A7C15L;
    if (mixed >>> (64 - shift) == 0) {
      counts[slot] = count + (1L << shift);
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
