package dev.jpgo.agent.events;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What the program's own threads do for the agent: look at class files, and change some, as classes
 * load. Told by any thread inside class definition, so it takes no lock and loads nothing. Time is
 * wall-clock time: the processor time of a thread that is not one's own takes longer to ask for
 * than the work itself.
 */
public final class ForegroundWork {
  private final AtomicLong classes = new AtomicLong();
  private final AtomicLong rewritten = new AtomicLong();
  private final AtomicLong nanos = new AtomicLong();
  private volatile @Nullable Thread background;

  /** Nanoseconds so far, in all threads. */
  public long nanos() {
    return nanos.get();
  }

  /** What this thread does is none of the program's. */
  public void background(Thread own) {
    background = own;
  }

  /**
   * A class file has been looked at.
   *
   * @param begin when that began, in the time of {@link System#nanoTime}
   * @param changed whether the VM is given another one
   */
  public void looked(long begin, boolean changed) {
    if (Thread.currentThread() != background) {
      nanos.addAndGet(System.nanoTime() - begin);
      classes.incrementAndGet();
      if (changed) {
        rewritten.incrementAndGet();
      }
    }
  }

  /** More has been done for a class file that is counted elsewhere. */
  public void worked(long begin) {
    if (Thread.currentThread() != background) {
      nanos.addAndGet(System.nanoTime() - begin);
    }
  }

  /** Brings the statistics up to date. */
  public void report(Statistics statistics) {
    statistics.foreground(classes.get(), rewritten.get(), nanos.get());
  }
}
