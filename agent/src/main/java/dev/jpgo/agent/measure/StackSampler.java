package dev.jpgo.agent.measure;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looks at all stacks now and then, so that the classes that do the work get their counters first.
 * Each look is one safepoint.
 */
public final class StackSampler {
  private static final int DEPTH = 24;
  private static final long SHORTEST_NANOS = 50_000_000;
  private static final long LONGEST_NANOS = 2_000_000_000;

  /** A sample is followed by so many times its own duration without one, at least. */
  private static final int REST = 50;

  private final Map<String, Integer> hits = new HashMap<>();
  private @Nullable LibraryTime libraryTime;
  private long pause = SHORTEST_NANOS;
  private long dueAt = System.nanoTime();

  /**
   * Takes a sample if one is due: the longer nothing new has been seen, the less often.
   *
   * @param now by {@link System#nanoTime}
   */
  public void sampleIfDue(long now) {
    if (now - dueAt < 0) {
      return;
    }
    int known = classes();
    long begin = System.nanoTime();
    sample();
    long end = System.nanoTime();
    pause = classes() > known ? SHORTEST_NANOS : Math.min(LONGEST_NANOS, pause + pause / 4);
    dueAt = end + Math.max(pause, REST * (end - begin));
  }

  /** Takes one sample; the upper frames count, the topmost most of all. */
  public void sample() {
    Thread self = Thread.currentThread();
    LibraryTime library = libraryTime;
    if (library != null) {
      library.begin();
    }
    for (Map.Entry<Thread, StackTraceElement[]> stack : Thread.getAllStackTraces().entrySet()) {
      if (stack.getKey() != self && stack.getKey().getState() == Thread.State.RUNNABLE) {
        count(stack.getValue());
        if (library != null) {
          library.count(stack.getValue());
        }
      }
    }
  }

  private void count(StackTraceElement[] stack) {
    for (int i = 0; i < stack.length && i < DEPTH; i++) {
      String name = stack[i].getClassName();
      Integer before = hits.get(name);
      hits.put(name, (before == null ? 0 : before) + (i < 4 ? 4 : 1));
    }
  }

  /** Which methods have the JDK's collections at work for them, from the first call of this on. */
  public LibraryTime libraryTime() {
    LibraryTime known = libraryTime;
    if (known == null) {
      known = new LibraryTime();
      libraryTime = known;
    }
    return known;
  }

  /** How many classes were seen. */
  public int classes() {
    return hits.size();
  }

  /** How often a class, by its name with dots, was seen. */
  public int hits(String className) {
    Integer count = hits.get(className);
    return count == null ? 0 : count;
  }
}
