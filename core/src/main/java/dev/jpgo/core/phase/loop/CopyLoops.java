package dev.jpgo.core.phase.loop;

import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.memory.MemoryContext;
import org.jspecify.annotations.Nullable;

/**
 * Has loops that copy elements of an array one by one call {@code System.arraycopy} in front, where
 * the profile says that they run long.
 *
 * <pre>
 *   before:  for (; i &lt; n; i++) b[j + i] = a[i]
 *   after:   count = n - i;
 *            if (i &lt; n &amp;&amp; count &gt;= 16 &amp;&amp; a != null &amp;&amp; b != null
 *                &amp;&amp; i &gt;= 0 &amp;&amp; count &lt;= a.length - i
 *                &amp;&amp; j + i &gt;= 0 &amp;&amp; count &lt;= b.length - (j + i)
 *                &amp;&amp; (a != b || j + i &lt;= i)) {
 *              System.arraycopy(a, i, b, j + i, count);
 *              i += count;
 *            }
 *            for (; i &lt; n; i++) b[j + i] = a[i]
 * </pre>
 *
 * <p>Sound, because the call does what the first {@code count} iterations do, and the loop goes on
 * from there:
 *
 * <ul>
 *   <li>The loop stays. It is entered with what its variables are after {@code count} iterations,
 *       each of which its test would have let pass ({@link LoopEntry#iterations}); with other than
 *       the simplest bounds (overflow, no reference, an index out of bounds) as ever. So what it
 *       throws, after which stores and from which place, is the original's.
 *   <li>In one array the loop may read what it has stored; the call never does. It is made only
 *       where each element is read before it is written: upward to no higher index, or downward to
 *       no lower one.
 *   <li>References are stored without a check that could fail: the arrays are the same, are of one
 *       class (asked at run time), or the target was made as an {@code Object[]}.
 *   <li>Accesses of elements are plain, so that another thread may see them in any order (JLS
 *       17.4.5), but each element is read once and written once, whole. So does HotSpot, element by
 *       element, other than for arrays of bytes: those take {@code memmove}, which may write a byte
 *       twice. There one of the arrays must be one that nobody else has got hold of ({@link
 *       FreshArrays}).
 * </ul>
 */
public final class CopyLoops extends BulkLoops<CopyLoop> {
  public static final String NAME = "copy-loops";

  /** From so many on the call is no dearer on any VM (docs/adr/0016). */
  static final int LEAST = 16;

  /** The same, with calls that ask for classes. */
  static final int LEAST_WITH_CLASSES = 24;

  /**
   * @param context the running program
   * @param choices what may be decided either way
   * @param maxMethodBytes size of a method above which nothing is added to it
   */
  public CopyLoops(MemoryContext context, FreeChoices choices, int maxMethodBytes) {
    super(context, choices, maxMethodBytes);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  @Nullable CopyLoop find(Graph graph, StraightLoop straight) {
    return CopyLoop.of(graph, straight);
  }

  @Override
  int least(CopyLoop loop) {
    return loop.asksForClasses() ? LEAST_WITH_CLASSES : LEAST;
  }

  @Override
  void write(Graph graph, CopyLoop loop) {
    loop.write(graph, least(loop));
  }
}
