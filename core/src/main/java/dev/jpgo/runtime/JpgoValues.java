package dev.jpgo.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Numbers that instructions of tier-1 code met: what was switched on, and lengths of arrays. Sites
 * have the numbers that {@link JpgoTypes} gives them; counts are sampled, and plain, as there.
 */
public final class JpgoValues {
  private static final int SHIFT = 10;
  private static final int CHUNK = 1 << SHIFT;

  private static final @Nullable JpgoValueSite[] @Nullable [] TABLE =
      new JpgoValueSite[JpgoTypes.LIMIT / CHUNK][];

  private JpgoValues() {}

  /** Makes sites {@code first .. first+count-1} usable; one that is not usable records nothing. */
  public static synchronized void allocate(int first, int count) {
    if (first + count > JpgoTypes.LIMIT) {
      throw new IllegalArgumentException("out of sites");
    }
    for (int chunk = first >> SHIFT; chunk << SHIFT < first + count; chunk++) {
      if (TABLE[chunk] == null) {
        TABLE[chunk] = new JpgoValueSite[CHUNK];
      }
    }
  }

  /** Counts a number. Never throws. */
  public static void record(int value, int site) {
    try {
      @Nullable JpgoValueSite[] chunk = TABLE[site >> SHIFT];
      if (chunk != null) {
        JpgoValueSite at = chunk[site & CHUNK - 1];
        if (at == null) {
          at = new JpgoValueSite();
          chunk[site & CHUNK - 1] = at;
        }
        int left = at.skip;
        if (left > 0) {
          at.skip = left - 1; // here and not in a method of the site: most pay for this alone
        } else {
          at.record(value);
        }
      }
    } catch (VirtualMachineError e) {
      // Out of stack or memory: this number is not counted; the program itself will say so.
    }
  }

  /** What was recorded at a site, or null when nothing was. */
  public static @Nullable JpgoValueSite read(int site) {
    @Nullable JpgoValueSite[] chunk = TABLE[site >> SHIFT];
    return chunk == null ? null : chunk[site & CHUNK - 1];
  }

  /** Forgets what was recorded at a site. */
  public static void clear(int site) {
    @Nullable JpgoValueSite[] chunk = TABLE[site >> SHIFT];
    if (chunk != null) {
      chunk[site & CHUNK - 1] = null;
    }
  }
}
