package dev.jpgo.agent.redefine;

import dev.jpgo.core.instrument.ClassPlan;
import dev.jpgo.core.instrument.LoopPlan;
import dev.jpgo.core.instrument.MethodShape;
import dev.jpgo.core.instrument.MethodVersion;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the tier-0 counters of a class are: for each method a call counter, if it deserves one, and
 * then one for each loop. Four bytes a method. The counters stay the same in every version of the
 * class, so that constants stay the same.
 */
public final class TierZeroLayout {
  private static final int CALLS = 0x8000;

  /** What of a class is counted. */
  public enum Extent {
    /** Loops, and calls of all but small leaf methods. */
    LOOPS_AND_CALLS,
    /** Calls of what an optimizing compiler may leave a call; no loops. */
    CALLS_NOT_INLINED
  }

  private final int first;
  private final char[] starts;
  private final char[] codeLengths;

  private TierZeroLayout(int first, char[] starts, char[] codeLengths) {
    this.first = first;
    this.starts = starts;
    this.codeLengths = codeLengths;
  }

  /**
   * Lays out a class and takes counters for it. Pure but for that, and lock-free: may run inside
   * class definition.
   *
   * @param classFile original bytes
   * @param extent what gets counters
   * @param counters where the counters come from
   * @param mayGrow whether new counters may be allocated here
   * @return the layout; with no counter at all when there are none left
   */
  public static TierZeroLayout of(
      byte[] classFile, Extent extent, CounterAllocator counters, boolean mayGrow) {
    List<MethodShape> methods = MethodShape.read(classFile);
    char[] starts = new char[methods.size() + 1];
    char[] codeLengths = new char[methods.size()];
    boolean countLoops = extent == Extent.LOOPS_AND_CALLS;
    int next = 0;
    for (int i = 0; i < codeLengths.length; i++) {
      MethodShape method = methods.get(i);
      codeLengths[i] = (char) method.codeLength();
      boolean calls =
          next < CALLS / 2
              && (countLoops ? method.deservesCallCounter() : method.deservesCallCounterCompiled());
      int loops =
          countLoops && method.codeLength() > 0 && !method.subroutines() && next < CALLS / 2
              ? method.loops()
              : 0;
      starts[i] = (char) (next | (calls ? CALLS : 0));
      next += loops + (calls ? 1 : 0);
    }
    starts[codeLengths.length] = (char) next;
    int first = mayGrow ? counters.allocate(next) : counters.take(next);
    if (first == CounterAllocator.EXHAUSTED) {
      Arrays.fill(starts, (char) 0);
      first = 0;
    }
    return new TierZeroLayout(first, starts, codeLengths);
  }

  public int methods() {
    return codeLengths.length;
  }

  /** Length of the original bytecode in bytes; 0 for a method that has none. */
  public int codeLength(int ordinal) {
    return codeLengths[ordinal];
  }

  /** Number of counters of the class. */
  public int counters() {
    return starts[codeLengths.length];
  }

  /** Index of the first counter of the class. */
  public int firstCounter() {
    return first;
  }

  /** Index of the call counter, or {@link MethodVersion#NONE}. */
  public int callCounter(int ordinal) {
    return (starts[ordinal] & CALLS) == 0 ? MethodVersion.NONE : first + (starts[ordinal] & ~CALLS);
  }

  /** Loop id of loop 0, which is the index of its counter. */
  public int firstLoop(int ordinal) {
    return first + (starts[ordinal] & ~CALLS) + ((starts[ordinal] & CALLS) == 0 ? 0 : 1);
  }

  public int loops(int ordinal) {
    return first + (starts[ordinal + 1] & ~CALLS) - firstLoop(ordinal);
  }

  /** Whether tier 0 counts anything of a method. */
  public boolean counts(int ordinal) {
    return callCounter(ordinal) != MethodVersion.NONE || loops(ordinal) > 0;
  }

  /** Patchpoints of a method in its version of this generation. */
  public LoopPlan loopPlan(int ordinal, int generation, LoopPlan.Patchpoints patchpoints) {
    return loops(ordinal) == 0
        ? LoopPlan.NONE
        : new LoopPlan(firstLoop(ordinal), generation, patchpoints);
  }

  /** Tier 0 of the whole class, all methods in generation 0. */
  public ClassPlan plan(LoopPlan.Patchpoints patchpoints, int handoverLine) {
    Map<Integer, MethodVersion> versions = new HashMap<>();
    for (int i = 0; i < methods(); i++) {
      if (counts(i)) {
        versions.put(i, new MethodVersion.Counted(callCounter(i), loopPlan(i, 0, patchpoints)));
      }
    }
    return new ClassPlan(versions, handoverLine);
  }
}
