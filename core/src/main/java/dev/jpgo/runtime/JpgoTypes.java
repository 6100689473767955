package dev.jpgo.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Classes that sites of tier-1 code met: receivers of calls, what type tests tested, and (with
 * {@link JpgoLocks}) whose monitors were entered. Sites are numbered by the agent; each has a few
 * slots and a count of receivers that found none.
 *
 * <p>Classes are kept by {@link Class#getName()}, whose result the VM makes once a class and
 * interns: comparing it is one pointer, costs no native call, and holds neither the class nor its
 * loader. An object is held weakly. Two classes of one name in different loaders share a slot.
 *
 * <p>Counts are plain: threads may lose each other's increments. From {@link JpgoSampling#EXACT} on
 * receivers are sampled, since an interpreter pays more for asking a class its name than for the
 * call. Readers may see a count that is a moment old. The total of a site is the sum of its slots
 * and its overflow, so it never contradicts them.
 */
public final class JpgoTypes {
  private static final int SHIFT = 10;
  private static final int CHUNK = 1 << SHIFT;
  private static final int CHUNKS = 4096;

  /** Number of sites that can exist. */
  public static final int LIMIT = CHUNK * CHUNKS;

  private static final @Nullable JpgoTypeSite[] @Nullable [] TABLE = new JpgoTypeSite[CHUNKS][];

  private JpgoTypes() {}

  /** Makes sites {@code 0 .. count-1} usable; a site that is not usable records nothing. */
  public static synchronized void allocate(int count) {
    if (count > LIMIT) {
      throw new IllegalArgumentException("out of receiver sites");
    }
    for (int chunk = 0; chunk * CHUNK < count; chunk++) {
      if (TABLE[chunk] == null) {
        TABLE[chunk] = new JpgoTypeSite[CHUNK];
      }
    }
  }

  /** Called before a call: counts the class of the receiver, which may be null. Never throws. */
  public static void record(@Nullable Object receiver, int site) {
    if (receiver == null) {
      return;
    }
    try {
      @Nullable JpgoTypeSite[] chunk = TABLE[site >> SHIFT];
      if (chunk != null) {
        JpgoTypeSite at = chunk[site & CHUNK - 1];
        if (at == null) {
          at = new JpgoTypeSite();
          chunk[site & CHUNK - 1] = at;
        }
        int left = at.skip;
        if (left > 0) {
          at.skip = left - 1; // here and not in a method of the site: most calls pay for this alone
        } else {
          at.record(receiver);
        }
      }
    } catch (VirtualMachineError e) {
      // Out of stack or memory: this receiver is not counted; the call itself will say so.
    }
  }

  /** The sites among which one is at {@link #index}, or null where none is usable. */
  static @Nullable JpgoTypeSite @Nullable [] chunk(int site) {
    return TABLE[site >> SHIFT];
  }

  static int index(int site) {
    return site & CHUNK - 1;
  }

  /** What was recorded at a site, or null when nothing was. */
  public static @Nullable JpgoTypeSite read(int site) {
    @Nullable JpgoTypeSite[] chunk = TABLE[site / CHUNK];
    return chunk == null ? null : chunk[site % CHUNK];
  }

  /** Forgets what was recorded at a site. */
  public static void clear(int site) {
    @Nullable JpgoTypeSite[] chunk = TABLE[site / CHUNK];
    if (chunk != null) {
      chunk[site % CHUNK] = null;
    }
  }
}
