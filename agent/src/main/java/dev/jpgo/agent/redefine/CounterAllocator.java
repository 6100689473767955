package dev.jpgo.agent.redefine;

import dev.jpgo.core.instrument.CounterChunks;
import dev.jpgo.runtime.JpgoCounters;
import dev.jpgo.runtime.JpgoTypes;
import dev.jpgo.runtime.JpgoValues;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Hands out ranges of counters and sites. Ranges are never given back: some frame may run code that
 * counts in them for as long as the program lives.
 *
 * <p>Taking a range is lock-free and allocates nothing, so it may happen inside class definition;
 * {@link #makeRoom} runs ahead of it on the controller thread.
 */
public final class CounterAllocator {
  /** No range was to be had. */
  public static final int EXHAUSTED = -1;

  private static final int LIMIT = JpgoCounters.CHUNK * JpgoCounters.CHUNKS;

  private final MethodHandles.Lookup runtime;
  private final AtomicInteger next = new AtomicInteger();
  private volatile int usable;
  private int takenBefore;
  private int nextSite;

  /**
   * @param runtime a lookup that may define classes next to the runtime
   */
  public CounterAllocator(MethodHandles.Lookup runtime) {
    this.runtime = runtime;
  }

  /**
   * Makes sure that at least half a chunk is usable, and twice what was taken since the last time:
   * a program that loads many classes goes on doing so. Controller thread, or before any other.
   */
  public void makeRoom() {
    int taken = next.get();
    int ahead = Math.max(JpgoCounters.CHUNK / 2, 2 * (taken - takenBefore));
    takenBefore = taken;
    int wanted = Math.min(LIMIT, taken + ahead);
    if (wanted > usable) {
      grow(wanted);
    }
  }

  private void grow(int wanted) {
    int chunks = usable / JpgoCounters.CHUNK;
    while (chunks * JpgoCounters.CHUNK < wanted) {
      define(chunks++);
    }
    usable = chunks * JpgoCounters.CHUNK;
  }

  private void define(int chunk) {
    try {
      runtime.ensureInitialized(runtime.defineClass(CounterChunks.generate(chunk)));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("holder of counters", e);
    }
  }

  /** How many holders of counters there are; any thread. */
  int chunks() {
    return usable / JpgoCounters.CHUNK;
  }

  /** A range that is usable already, or {@link #EXHAUSTED}; any thread. */
  public int take(int count) {
    while (true) {
      int first = next.get();
      if (count > usable - first) {
        return EXHAUSTED;
      }
      if (next.compareAndSet(first, first + count)) {
        return first;
      }
    }
  }

  /** A range, made usable if need be, or {@link #EXHAUSTED}; controller thread only. */
  public int allocate(int count) {
    int first = take(count);
    if (first == EXHAUSTED && count <= LIMIT - next.get()) {
      grow(next.get() + count);
      first = take(count);
    }
    return first;
  }

  /** A range of sites, or {@link #EXHAUSTED}; controller thread only. */
  public int allocateSites(int count) {
    if (count > JpgoTypes.LIMIT - nextSite) {
      return EXHAUSTED;
    }
    int first = nextSite;
    nextSite += count;
    JpgoTypes.allocate(nextSite);
    JpgoValues.allocate(first, count);
    return first;
  }

  /** Lets go of what was recorded at sites so far: nobody reads it any more. */
  public void forgetSites() {
    clearSites(0, nextSite);
  }

  /** Has sites of a range record from nothing. */
  public static void clearSites(int first, int count) {
    for (int site = first; site < first + count; site++) {
      JpgoTypes.clear(site);
      JpgoValues.clear(site);
    }
  }
}
