package dev.jpgo.runtime;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * Classes that one site met: receivers of a call, for one; see {@link JpgoTypes}. Of receivers of a
 * hidden class, which no code can name, it is known whether they were one object.
 */
public class JpgoTypeSite extends JpgoSampling {
  /** Classes that a site tells apart. */
  public static final int SLOTS = 6;

  private final @Nullable String[] names = new String[SLOTS];
  private final long[] counts = new long[SLOTS + 1];

  /** The first object, if its class is hidden; null from when another one was seen. */
  private @Nullable WeakReference<Object> first;

  JpgoTypeSite() {}

  /**
   * Counts the class of a receiver, and notes the receiver itself where it is the first and of a
   * hidden class. Threads may race: what is noted is a guess.
   */
  final void record(Object receiver) {
    Class<?> type = receiver.getClass();
    WeakReference<Object> before = first;
    if (before != null) {
      if (before.get() != receiver) {
        first = null;
      }
    } else if (names[0] == null && type.isHidden()) {
      first = new WeakReference<>(receiver);
    }
    record(type.getName());
  }

  /** The one object that was seen, if its class is hidden and it is alive; null otherwise. */
  public final @Nullable Object only() {
    WeakReference<Object> seen = first;
    return seen == null || names[1] != null || counts[SLOTS] > 0 ? null : seen.get();
  }

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
