package dev.jpgo.runtime;

import org.jspecify.annotations.Nullable;

/** Classes that one site met: receivers of a call, for one; see {@link JpgoTypes}. */
public class JpgoTypeSite extends JpgoSampling {
  /** Classes that a site tells apart. */
  public static final int SLOTS = 6;

  private final @Nullable String[] names = new String[SLOTS];
  private final long[] counts = new long[SLOTS + 1];

  JpgoTypeSite() {}

  /** Counts a class, and for as many as have passed since the last. */
  final void record(String name) {
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
    sampled();
  }

  /** Internal name of the class in a slot, dots for slashes; null when the slot is free. */
  public final @Nullable String className(int slot) {
    return names[slot];
  }

  /** How often the class of a slot was seen. */
  public final long count(int slot) {
    return counts[slot];
  }

  /** How many receivers found no slot. */
  public final long overflow() {
    return counts[SLOTS];
  }
}
