package dev.jpgo.core.instrument;

import java.util.List;

/**
 * What tier 0 must know of a method, read straight from the bytes: some tens of times cheaper than
 * a tree, and every class passes here.
 *
 * @param name method name
 * @param codeLength length of its bytecode in bytes; 0 when it has none
 * @param calls number of its calls that may be inlined one day, and of its {@code invokedynamic}s
 * @param subroutines whether it contains {@code jsr} or {@code ret}
 * @param loops number of its loops: distinct targets of branches that do not go forward. The same
 *     as {@link InstrumentationLayout#loops}
 * @param streams whether it calls methods of {@code java.util.stream}'s interfaces, or makes a
 *     comparator to sort by: what it does takes longer than its code is long
 */
public record MethodShape(
    String name, int codeLength, int calls, boolean subroutines, int loops, boolean streams) {
  /** Up to this length in bytes, code without calls and loops carries no call counter. */
  public static final int LEAF = 35;

  /**
   * Whether it is to have a call counter: a small leaf pays much for it, counted against itself,
   * and has little to gain but being inlined, for which its callers count. What passes on to
   * another method is counted, however small: its callers cannot take it in where several targets
   * meet, as in a visitor, or where what it calls is not theirs to call. A class initializer runs
   * once.
   */
  public boolean deservesCallCounter() {
    return codeLength > 0 && !name.equals("<clinit>") && !isLeaf();
  }

  /**
   * Whether it is to have a call counter where a compiler runs: what that puts into its callers
   * would count there, in loops that the compiler made of next to nothing, and gains little from
   * being optimized by itself.
   *
   * @param inlined up to this length in bytes the compiler inlines code without loops
   */
  public boolean deservesCallCounter(int inlined) {
    return deservesCallCounter() && (loops > 0 || codeLength > inlined);
  }

  private boolean isLeaf() {
    return calls == 0 && loops == 0 && codeLength <= LEAF;
  }

  /**
   * The methods of a class in the order of its method table.
   *
   * @throws IllegalArgumentException when the bytes are no class file of a known form
   */
  public static List<MethodShape> read(byte[] classFile) {
    return new MethodShapeReader(classFile).read();
  }
}
