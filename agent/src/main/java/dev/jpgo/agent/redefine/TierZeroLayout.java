package dev.jpgo.agent.redefine;

import dev.jpgo.core.instrument.ClassPlan;
import dev.jpgo.core.instrument.LoopPlan;
import dev.jpgo.core.instrument.MethodShape;
import dev.jpgo.core.instrument.MethodVersion;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the tier-0 counters of a class are: for each method a call counter, if it deserves one, and
 * then one for each loop. Four bytes a method. The counters stay the same in every version of the
 * class, so that constants stay the same.
 */
public final class TierZeroLayout {
  private static final int CALLS = 0x8000;

  /** Which methods are counted. */
  private enum Counted {
    ALL,
    LOOPING,
    NOTHING
  }

  /** What of a class is counted. */
  public enum Extent {
    /** Loops, and calls of all but small leaf methods. */
    LOOPS_AND_CALLS(true, 0, Counted.ALL),
    /** Loops, and calls of what C1 may leave a call: it inlines 35 bytes (MaxInlineSize). */
    LOOPS_AND_CALLS_NOT_INLINED(true, 35, Counted.ALL),
    /** Calls of what loops, for they tell whether it is soon over. */
    CALLS_OF_LOOPS(false, 0, Counted.LOOPING),
    /** Nothing. */
    NOTHING(false, 0, Counted.NOTHING),
    /**
     * Calls of what an optimizing compiler may leave a call; no loops. C2 inlines what is hot up to
     * 325 bytes; the bound is where counters cost no more than 3% (docs/adr/0005).
     */
    CALLS_NOT_INLINED(false, 120, Counted.ALL);

    private final boolean loops;
    private final int inlined;
    private final Counted counted;

    Extent(boolean loops, int inlined, Counted counted) {
      this.loops = loops;
      this.inlined = inlined;
      this.counted = counted;
    }

    private boolean counts(MethodShape method) {
      return switch (counted) {
        case ALL -> method.codeLength() > 0;
        case LOOPING -> method.loops() > 0;
        case NOTHING -> false;
      };
    }
  }

  private final int first;
  private final char[] starts;
  private final char[] codeLengths;

  /** The methods that use streams; null for none. */
  private final @Nullable BitSet streams;

  private TierZeroLayout(int first, char[] starts, char[] codeLengths, @Nullable BitSet streams) {
    this.first = first;
    this.starts = starts;
    this.codeLengths = codeLengths;
    this.streams = streams;
  }

  /**
   * Lays out a class and takes counters for it. Pure but for that, and lock-free: may run inside
   * class definition.
   *
   * @param methods of its original bytes
   * @param extent what gets counters
   * @param counters where the counters come from
   * @param mayGrow whether new counters may be allocated here
   * @return the layout; with no counter at all when there are none left
   */
  public static TierZeroLayout of(
      List<MethodShape> methods, Extent extent, CounterAllocator counters, boolean mayGrow) {
    char[] starts = new char[methods.size() + 1];
    char[] codeLengths = new char[methods.size()];
    BitSet streams = null;
    int next = 0;
    for (int i = 0; i < codeLengths.length; i++) {
      MethodShape method = methods.get(i);
      codeLengths[i] = (char) method.codeLength();
      if (method.streams()) {
        streams = streams == null ? new BitSet(codeLengths.length) : streams;
        streams.set(i);
      }
      boolean counted = next < CALLS / 2 && extent.counts(method);
      boolean calls = counted && method.deservesCallCounter(extent.inlined);
      int loops = counted && extent.loops && !method.subroutines() ? method.loops() : 0;
      starts[i] = (char) (next | (calls ? CALLS : 0));
      next += loops + (calls ? 1 : 0);
    }
    starts[codeLengths.length] = (char) next;
    int first = mayGrow ? counters.allocate(next) : counters.take(next);
    if (first == CounterAllocator.EXHAUSTED) {
      Arrays.fill(starts, (char) 0);
      first = 0;
    }
    return new TierZeroLayout(first, starts, codeLengths, streams);
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

  /** Whether any method uses streams. */
  boolean streams() {
    return streams != null;
  }

  /** Whether a method uses streams, which loop for it. */
  public boolean streams(int ordinal) {
    return streams != null && streams.get(ordinal);
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
