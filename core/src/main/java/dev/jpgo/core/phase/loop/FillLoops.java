package dev.jpgo.core.phase.loop;

import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.memory.MemoryContext;
import org.jspecify.annotations.Nullable;

/**
 * Has loops that store one value in all elements of a new array store some of them, and copy these
 * by {@code System.arraycopy} to the others, twice as many each time, where the profile says that
 * they run long.
 *
 * <p>Sound for the reasons that {@link CopyLoops} gives: the loop stays for what is left and for
 * all that is not in bounds. And
 *
 * <ul>
 *   <li>Nobody else has got hold of the array ({@link FreshArrays}), so what is copied is what has
 *       been stored. In an array that another thread may write to, a value of that thread would be
 *       copied to elements that nobody has stored it in; those are left alone.
 *   <li>A reference is stored only where the array takes all values of its static type, which the
 *       verifier has proved of classes, not of interfaces (JVMS 4.10.1.2); so no store throws.
 * </ul>
 */
public final class FillLoops extends BulkLoops<FillLoop> {
  public static final String NAME = "fill-loops";

  /** From so many on it is no dearer on any VM (docs/adr/0016). */
  static final int LEAST = 64;

  /**
   * @param context the running program
   * @param choices what may be decided either way
   * @param maxMethodBytes size of a method above which nothing is added to it
   */
  public FillLoops(MemoryContext context, FreeChoices choices, int maxMethodBytes) {
    super(context, choices, maxMethodBytes);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  @Nullable FillLoop find(Graph graph, StraightLoop straight) {
    return FillLoop.of(context(), graph, straight);
  }

  @Override
  int least(FillLoop loop) {
    return LEAST;
  }

  @Override
  void write(Graph graph, FillLoop loop) {
    loop.write(graph, LEAST);
  }
}
