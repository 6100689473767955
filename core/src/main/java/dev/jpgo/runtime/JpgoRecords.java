package dev.jpgo.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Which call sites of records' methods have been linked. Code that stands beside such a site does
 * what the site does, and runs only from then on: so everything that linking it loads, checks and
 * refuses happens as in the original, at the same time.
 *
 * <p>Thread-safe. A thread may see that a site is linked a moment later than another does, and
 * comes through the site then, which does the same.
 */
public final class JpgoRecords {
  /** Bound on the number of sites: an index fits {@code sipush}. */
  public static final int SITES = 32768;

  /** Whether each site is linked, read by the code beside it; never false again. */
  public static final boolean[] LINKED = new boolean[SITES];

  private static final AtomicInteger TAKEN = new AtomicInteger();

  private static volatile boolean known;

  private JpgoRecords() {}

  /** A site has answered, hence it is linked. */
  public static void linked(int site) {
    if (known) {
      LINKED[site] = true;
    }
  }

  /**
   * Room for a text. Code of a record that C1 compiles before it has made a builder itself would
   * make each one by a call into the VM, for good: it is not linked there. Here it is.
   */
  public static StringBuilder text(int room) {
    return new StringBuilder(room);
  }

  /** Whether what links records' sites in this JDK is what the code beside them was made after. */
  public static void know(boolean isKnown) {
    known = isKnown;
  }

  /**
   * Takes sites, for good: frames of a class that has been put back may still mark theirs.
   *
   * @return the first of them, or -1 when there are not so many left
   */
  public static int take(int count) {
    int first = TAKEN.get();
    while (first + count <= SITES) {
      if (TAKEN.compareAndSet(first, first + count)) {
        return first;
      }
      first = TAKEN.get();
    }
    return -1;
  }
}
