package dev.jpgo.agent.measure;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks at all stacks now and then, so that the classes that do the work get their counters first.
 * Each look is one safepoint.
 */
public final class StackSampler {
  private static final int DEPTH = 24;

  /** How long a pause is at least where not much depends on what is seen any more. */
  private static final long SELDOM_NANOS = 500_000_000;

  /** A sample is followed by so many times its own duration without one, at least. */
  private static final int REST = 50;

  /** After so many samples all counts are halved: a program's start is not what it goes on with. */
  private static final int WINDOW = 32;

  /** By internal name: who asks has that, and asks more often than stacks are looked at. */
  private final Map<String, Integer> hits = new HashMap<>();

  /** Names of classes on stacks of threads that were in native code. */
  private final Set<String> waitedIn = new HashSet<>();

  private SamplePace pace = SamplePace.ofClasses();
  private @Nullable ProgramTime programTime;
  private int samples;
  private long dueAt = System.nanoTime();

  /**
   * Takes a sample if one is due: the longer nothing new has been seen, the less often.
   *
   * @param now by {@link System#nanoTime}
   */
  public void sampleIfDue(long now) {
    sampleIfDue(now, 0);
  }

  /**
   * The same twice a second at most.
   *
   * @param now by {@link System#nanoTime}
   */
  public void sampleSeldom(long now) {
    sampleIfDue(now, SELDOM_NANOS);
  }

  private void sampleIfDue(long now, long shortest) {
    if (now - dueAt < 0) {
      return;
    }
    int known = classes();
    long begin = System.nanoTime();
    sample();
    long end = System.nanoTime();
    long pause = Math.max(pace.next(classes() - known), shortest);
    dueAt = end + Math.max(pause, REST * (end - begin));
  }

  /**
   * Takes one sample. What runs counts most: a class is behind others that do the work when it is
   * further down, however often it is there.
   */
  public void sample() {
    if (++samples % WINDOW == 0) {
      forgetHalf();
    }
    Thread self = Thread.currentThread();
    ProgramTime program = programTime;
    if (program != null) {
      program.begin();
    }
    for (Map.Entry<Thread, StackTraceElement[]> stack : Thread.getAllStackTraces().entrySet()) {
      if (stack.getKey() != self && stack.getKey().getState() == Thread.State.RUNNABLE) {
        count(stack.getValue());
        noteWaiting(stack.getValue());
        if (program != null) {
          program.count(stack.getValue());
        }
      }
    }
  }

  /** Counts the classes of one stack, the innermost frame first. */
  public void count(StackTraceElement[] stack) {
    String before = "";
    for (int i = 0; i < stack.length && i < DEPTH; i++) {
      String name = stack[i].getClassName();
      if (!name.equals(before)) {
        String internal = name.replace('.', '/');
        Integer known = hits.get(internal);
        hits.put(internal, (known == null ? 0 : known) + weight(i));
        before = name;
      }
    }
  }

  /** Takes note of the classes of a stack whose thread is in native code, and may wait there. */
  public void noteWaiting(StackTraceElement[] stack) {
    if (stack.length > 0 && stack[0].isNativeMethod()) {
      for (int i = 0; i < stack.length && i < DEPTH; i++) {
        waitedIn.add(stack[i].getClassName());
      }
    }
  }

  /**
   * Whether code of a class, by its internal name, was seen on a stack of a thread in native code.
   */
  public boolean isWaitedIn(String internalName) {
    return waitedIn.contains(internalName.replace('/', '.'));
  }

  private static int weight(int frame) {
    return frame == 0 ? 16 : frame < 4 ? 4 : 1;
  }

  private void forgetHalf() {
    for (Map.Entry<String, Integer> each : hits.entrySet()) {
      each.setValue((each.getValue() + 1) / 2);
    }
  }

  /**
   * Which methods of the program are at work, from the first call of this on. Who asks for that
   * does not ask for each class.
   */
  public ProgramTime programTime() {
    ProgramTime known = programTime;
    if (known == null) {
      known = new ProgramTime();
      programTime = known;
      pace = SamplePace.ofShares();
    }
    return known;
  }

  /** How many classes were seen. */
  public int classes() {
    return hits.size();
  }

  /** Whether virtual threads are at work: their stacks are not looked at, but for the carrier's. */
  public boolean seesVirtualThreads() {
    return hits("java/lang/VirtualThread") > 0;
  }

  /** How much a class, by its internal name, was seen at work of late; 0 if never. */
  public int hits(String internalName) {
    Integer count = hits.get(internalName);
    return count == null ? 0 : count;
  }
}
