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
  /** Number of sites that can exist. */
  public static final int LIMIT = 1 << 22;

  /** Grown by copying: what a thread puts into an array of before is lost. */
  private static @Nullable JpgoTypeSite[] sites = new JpgoTypeSite[0];

  private JpgoTypes() {}

  /** Makes sites {@code 0 .. count-1} usable; a site that is not usable records nothing. */
  public static synchronized void allocate(int count) {
    if (count > LIMIT) {
      throw new IllegalArgumentException("out of receiver sites");
    }
    if (count > sites.length) {
      int length = Math.max(count, Math.min(LIMIT, 2 * sites.length));
      @Nullable JpgoTypeSite[] more = new JpgoTypeSite[length];
      System.arraycopy(sites, 0, more, 0, sites.length);
      sites = more;
    }
  }

  /** Called before a call: counts the class of the receiver, which may be null. Never throws. */
  public static void record(@Nullable Object receiver, int site) {
    if (receiver == null) {
      return;
    }
    try {
      JpgoTypeSite at = sites[site];
      if (at == null) {
        at = new JpgoTypeSite();
        sites[site] = at;
      }
      int left = at.skip;
      if (left > 0) {
        at.skip = left - 1; // here and not in a method of the site: most calls pay for this alone
      } else {
        at.record(receiver);
      }
    } catch (VirtualMachineError | IndexOutOfBoundsException e) {
      // Out of stack or memory, or not usable: this receiver is not counted; the call itself will
      // say so.
    }
  }

  /** All sites; those that have recorded nothing are null. */
  static @Nullable JpgoTypeSite[] all() {
    return sites;
  }

  /** What was recorded at a site, or null when nothing was. */
  public static @Nullable JpgoTypeSite read(int site) {
    @Nullable JpgoTypeSite[] all = sites;
    return site < all.length ? all[site] : null;
  }

  /** Forgets what was recorded at a site. */
  public static void clear(int site) {
    @Nullable JpgoTypeSite[] all = sites;
    if (site < all.length) {
      all[site] = null;
    }
  }
}
