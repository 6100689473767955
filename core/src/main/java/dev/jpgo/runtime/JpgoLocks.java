package dev.jpgo.runtime;

import org.jspecify.annotations.Nullable;

/**
 * What tier-1 code says before it enters a monitor. Sites are those of {@link JpgoTypes}, of a kind
 * that knows how the monitor was found as well.
 */
public final class JpgoLocks {
  private JpgoLocks() {}

  /**
   * Called before a {@code monitorenter}: counts the class of the object, which may be null, and
   * whether this thread has its monitor. Never throws.
   */
  public static void record(@Nullable Object monitor, int site) {
    if (monitor == null) {
      return;
    }
    try {
      @Nullable JpgoTypeSite[] all = JpgoTypes.all();
      JpgoTypeSite at = all[site];
      if (at == null) {
        at = new JpgoLockSite();
        all[site] = at;
      }
      int left = at.skip;
      if (left > 0) {
        at.skip = left - 1;
      } else if (at instanceof JpgoLockSite lock) {
        lock.record(monitor.getClass().getName(), Thread.holdsLock(monitor));
      }
    } catch (VirtualMachineError | IndexOutOfBoundsException e) {
      // Out of stack or memory, or not usable: this object is not counted; the program itself will
      // say so.
    }
  }
}
