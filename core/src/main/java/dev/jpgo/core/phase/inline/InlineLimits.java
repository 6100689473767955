package dev.jpgo.core.phase.inline;

import dev.jpgo.core.world.Mode;

/**
 * Bounds of what one compilation may do. Sizes are in bytes of bytecode.
 *
 * @param maxDepth calls inlined inside one another
 * @param maxRecursion how often a method may occur above itself in the inline tree
 * @param tinyBytes callees up to this size are inlined wherever that is not a loss
 * @param maxCalleeBytes larger callees are not inlined
 * @param maxGrowthBytes bytes that inlining may add to a method in all
 * @param maxMethodBytes size above which nothing more is inlined into a method
 * @param maxInstructions methods with more instructions are not optimized
 * @param locks whether methods that lock are inlined where the mode has that at all
 */
public record InlineLimits(
    int maxDepth,
    int maxRecursion,
    int tinyBytes,
    int maxCalleeBytes,
    int maxGrowthBytes,
    int maxMethodBytes,
    int maxInstructions,
    boolean locks) {

  /** Bounds for tests: much more than pays anywhere, and still what a VM takes. */
  public static InlineLimits unsparing() {
    return new InlineLimits(7, 2, 40, 400, 4000, 7500, 6000, true);
  }

  /** The bounds of a mode. */
  public static InlineLimits of(Mode mode) {
    return switch (mode) {
      case INTERPRETER -> new InlineLimits(9, 1, 12, 120, 1200, 7500, 6000, true);
      // C1 and C2 refuse methods above 8000 bytes and callees above 35 or 325 (HotSpot's
      // HugeMethodLimit, MaxInlineSize, FreqInlineSize). What C1 gains from are functions and what
      // is called with them: in the smaller bounds of C2 it gains half as much (docs/adr/0011).
      case C1 -> new InlineLimits(9, 1, 12, 120, 1200, 7500, 6000, true);
      case JIT -> new InlineLimits(3, 0, 6, 60, 200, 7500, 6000, true);
    };
  }

  /** The same without methods that lock. */
  public InlineLimits withoutLocks() {
    return new InlineLimits(
        maxDepth,
        maxRecursion,
        tinyBytes,
        maxCalleeBytes,
        maxGrowthBytes,
        maxMethodBytes,
        maxInstructions,
        false);
  }
}
