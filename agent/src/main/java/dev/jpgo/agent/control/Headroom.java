package dev.jpgo.agent.control;

import dev.jpgo.agent.events.Log;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import org.jspecify.annotations.Nullable;

/**
 * Whether there is memory for more versions of classes. Where the user has put a bound on metaspace
 * a program must not come to it because of ours, so its last quarter is left to the program.
 */
public final class Headroom {
  private static final int OURS_PERCENT = 75;

  private final boolean bounded;
  private final Log log;
  private @Nullable MemoryPoolMXBean metaspace;
  private boolean usedUp;

  /**
   * @param bounded whether the VM was given a bound on metaspace; nothing is looked at otherwise
   */
  public Headroom(boolean bounded, Log log) {
    this.bounded = bounded;
    this.log = log;
  }

  /** Whether no further version may be made. Once that is so it stays so. */
  boolean isUsedUp() {
    if (bounded && !usedUp && isFull()) {
      usedUp = true;
      log.warn(
          "metaspace is "
              + OURS_PERCENT
              + "% full (MaxMetaspaceSize): no more methods are promoted; the code that is"
              + " installed stays");
    }
    return usedUp;
  }

  private boolean isFull() {
    MemoryPoolMXBean pool = metaspace == null ? find() : metaspace;
    metaspace = pool;
    if (pool == null) {
      return true; // a VM without management: nobody can tell
    }
    MemoryUsage usage = pool.getUsage();
    return usage.getMax() > 0 && usage.getUsed() > usage.getMax() / 100 * OURS_PERCENT;
  }

  private static @Nullable MemoryPoolMXBean find() {
    try {
      for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
        if (pool.getName().equals("Metaspace")) {
          return pool;
        }
      }
    } catch (LinkageError e) {
      return null; // an image without the module java.management
    }
    return null;
  }
}
