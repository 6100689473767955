package dev.jpgo.agent.control;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;

/**
 * Processor time of all threads but one and the caller's: if it stands still, whatever was called
 * meanwhile that one called. Belongs to one thread.
 */
final class OtherThreads {
  private static final int MOST = 100;

  /** Runs nothing of the program's, and after each collection of garbage. */
  private static final String REFERENCES = "java.lang.ref.Reference$ReferenceHandler";

  private @Nullable ThreadMXBean bean;
  private boolean unavailable;

  /**
   * Nanoseconds that these threads have taken; negative where that is not told, or there are many.
   */
  long nanos(Thread one) {
    ThreadMXBean known = bean();
    if (known == null) {
      return -1;
    }
    Thread[] threads = new Thread[MOST];
    int count = ThreadGroups.topmost().enumerate(threads);
    if (count == MOST) {
      return -1;
    }
    long sum = 0;
    for (int i = 0; i < count; i++) {
      Thread each = threads[i];
      if (each != one && each != Thread.currentThread() && !isOfReferences(each)) {
        sum += Math.max(0, known.getThreadCpuTime(each.getId()));
      }
    }
    return sum;
  }

  private static boolean isOfReferences(Thread thread) {
    return thread.getClass().getName().equals(REFERENCES);
  }

  /** An image may lack the module. */
  private @Nullable ThreadMXBean bean() {
    if (bean == null && !unavailable) {
      try {
        ThreadMXBean found = ManagementFactory.getThreadMXBean();
        bean = found.isThreadCpuTimeSupported() && found.isThreadCpuTimeEnabled() ? found : null;
      } catch (LinkageError | UnsupportedOperationException e) {
        bean = null;
      }
      unavailable = bean == null;
    }
    return bean;
  }
}
