package dev.jpgo.core.phase.inline;

import dev.jpgo.core.world.Mode;

/**
 * Bounds of what one compilation may do. Sizes are in bytes of bytecode.
 *
 * @param maxDepth calls inlined inside one another
 * @param maxRecursion how often a method may occur above itself in the inline tree
 * @param tinyBytes callees up to this size are inlined wherever that is not a loss
 * @param maxCalleeBytes larger callees are not inlined
 * @param maxHotCalleeBytes larger callees are not inlined where a call of the method itself is hot
 * @param hotRuns times that such a call has run, by the profile, from which it is hot
 * @param maxGrowthBytes bytes that inlining may add to a method in all
 * @param maxUnsharedBytes bytes that a method may grow by in all where a call in it is given
 *     objects that nobody else has, and loops over them, if that is more than {@code
 *     maxGrowthBytes}
 * @param maxMethodBytes size above which nothing more is inlined into a method
 * @param maxInstructions methods with more instructions are not optimized
 * @param locks where methods that lock are inlined, if the mode has that at all
 * @param jumpsPoll whether the VM stops threads for a safepoint where they jump back, too
 */
public record InlineLimits(
    int maxDepth,
    int maxRecursion,
    int tinyBytes,
    int maxCalleeBytes,
    int maxHotCalleeBytes,
    int hotRuns,
    int maxGrowthBytes,
    int maxUnsharedBytes,
    int maxMethodBytes,
    int maxInstructions,
    LockPlaces locks,
    boolean jumpsPoll) {
  /** What {@link #hotRuns} is where no call is hot. */
  public static final int NEVER = Integer.MAX_VALUE;

  /** Bounds for tests: much more than pays anywhere, and still what a VM takes. */
  public static InlineLimits unsparing() {
    return new InlineLimits(
        7, 2, 40, 400, 400, NEVER, 4000, 4000, 7500, 6000, LockPlaces.ANYWHERE, true);
  }

  /** The bounds of a mode. */
  public static InlineLimits of(Mode mode) {
    return switch (mode) {
      case INTERPRETER ->
          new InlineLimits(
              9, 1, 12, 120, 420, NEVER, 1200, 1200, 7500, 6000, LockPlaces.ANYWHERE, true);
      // C1 and C2 refuse methods above 8000 bytes and callees above 35 or 325 (HotSpot's
      // HugeMethodLimit, MaxInlineSize, FreqInlineSize). In the smaller bounds of C2 its
      // code gains half as much (docs/adr/0011).
      case C1 ->
          new InlineLimits(
              9, 1, 12, 120, 420, NEVER, 1200, 1200, 7500, 6000, LockPlaces.ANYWHERE, true);
      case JIT ->
          new InlineLimits(3, 0, 6, 60, 60, NEVER, 200, 0, 7500, 6000, LockPlaces.ANYWHERE, true);
    };
  }

  /** The same with methods that lock in other places. */
  public InlineLimits withLocks(LockPlaces places) {
    return with(maxDepth, maxRecursion, maxCalleeBytes, hotRuns, maxGrowthBytes, places);
  }

  /** The same for a VM that stops threads where they call and return, and nowhere else. */
  public InlineLimits withPollsInCallsAlone() {
    return new InlineLimits(
        maxDepth,
        maxRecursion,
        tinyBytes,
        maxCalleeBytes,
        maxHotCalleeBytes,
        hotRuns,
        maxGrowthBytes,
        maxUnsharedBytes,
        maxMethodBytes,
        maxInstructions,
        locks,
        false);
  }

  /** The same with other bounds of what is copied. */
  public InlineLimits withBytes(int calleeBytes, int growthBytes) {
    return with(maxDepth, maxRecursion, calleeBytes, hotRuns, growthBytes, locks);
  }

  /** The same with another bound of what loops over objects that nobody else has. */
  public InlineLimits withUnsharedBytes(int unsharedBytes) {
    return new InlineLimits(
        maxDepth,
        maxRecursion,
        tinyBytes,
        maxCalleeBytes,
        maxHotCalleeBytes,
        hotRuns,
        maxGrowthBytes,
        unsharedBytes,
        maxMethodBytes,
        maxInstructions,
        locks,
        jumpsPoll);
  }

  /** The same with calls being hot that have run so often. */
  public InlineLimits withHotRuns(int runs) {
    return with(maxDepth, maxRecursion, maxCalleeBytes, runs, maxGrowthBytes, locks);
  }

  /** The same with all calls left as they are. */
  public InlineLimits withoutInlining() {
    return with(0, 0, maxCalleeBytes, hotRuns, maxGrowthBytes, locks);
  }

  private InlineLimits with(
      int depth, int recursion, int calleeBytes, int hot, int growthBytes, LockPlaces places) {
    return new InlineLimits(
        depth,
        recursion,
        tinyBytes,
        calleeBytes,
        Math.max(calleeBytes, maxHotCalleeBytes),
        hot,
        growthBytes,
        maxUnsharedBytes,
        maxMethodBytes,
        maxInstructions,
        places,
        jumpsPoll);
  }
}
