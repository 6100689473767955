package dev.jpgo.agent.warm;

import dev.jpgo.agent.events.Log;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Writes what the cache has gained while the program runs, so that a process that is killed leaves
 * it to the next: when nothing was added for a while, or so much time has passed. A disk that hangs
 * holds up a thread of its own, and nobody else; there is one such thread at a time.
 */
public final class CacheWriter {
  private static final long QUIET_NANOS = 2_000_000_000L;
  private static final long LONGEST_NANOS = 10_000_000_000L;

  /** Rest by the time that the last content took to be put together and written. */
  private static final int REST = 100;

  private final CodeCache cache;
  private final Log log;
  private final AtomicBoolean writing = new AtomicBoolean();
  private volatile long restUntil;
  private long seen;
  private long since;
  private long first;
  private boolean waits;

  /**
   * @param cache what is written
   * @param log told what goes wrong
   * @param now in the time of {@link System#nanoTime}
   */
  public CacheWriter(CodeCache cache, Log log, long now) {
    this.cache = cache;
    this.log = log;
    this.restUntil = now;
  }

  /** Looks whether it is time; by who has the cache. Does not wait for a disk. */
  public void round(long now) {
    if (isDue(now) && writing.compareAndSet(false, true)) {
      CodeCache.Content content = cache.take();
      if (content == null) {
        writing.set(false);
      } else {
        waits = false;
        Thread thread =
            new Thread(
                Thread.currentThread().getThreadGroup(),
                new Write(content, now),
                "jpgo-cache",
                0,
                false);
        thread.setContextClassLoader(null);
        thread.setDaemon(true);
        thread.start();
      }
    }
  }

  private boolean isDue(long now) {
    if (!cache.isOn() || !cache.isChanged()) {
      return false;
    }
    long changes = cache.changes();
    if (changes != seen || !waits) {
      first = waits ? first : now;
      waits = true;
      seen = changes;
      since = now;
    }
    return now - restUntil >= 0 && (now - since >= QUIET_NANOS || now - first >= LONGEST_NANOS);
  }

  /** Writes one content. */
  private final class Write implements Runnable {
    private final CodeCache.Content content;
    private final long begin;

    Write(CodeCache.Content content, long begin) {
      this.content = content;
      this.begin = begin;
    }

    @Override
    public void run() {
      @Nullable String failed = null;
      try {
        content.write();
      } catch (IOException | RuntimeException e) {
        failed = String.valueOf(e);
      }
      long end = System.nanoTime();
      restUntil = end + REST * (end - begin);
      if (failed != null) {
        restUntil = Long.MAX_VALUE / 2 + end; // the end of the program tries once more
        log.warn("cache= was not written: " + failed);
      }
      writing.set(false);
    }
  }
}
