package dev.jpgo.core.phase.loop;

import dev.jpgo.core.collect.Ordering;
import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.TrivialPhis;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.memory.Preheaders;
import dev.jpgo.core.phase.simplify.GraphPhase;
import dev.jpgo.core.world.CostModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Puts several iterations of a loop that counts behind one test, where the profile says that it
 * runs long ({@link UnrollPolicy}).
 *
 * <pre>
 *   before:  for (; i &lt; n; i++) body
 *   after:   if (n &gt; 0) {
 *              limit = n - 3;
 *              for (; i &lt; limit; ) { body; i++; body; i++; body; i++; body; i++; }
 *            }
 *            for (; i &lt; n; i++) body
 * </pre>
 *
 * <p>Sound, because the same instructions are executed in the same order but for tests whose
 * outcome is known, and arithmetic:
 *
 * <ul>
 *   <li>The number in the test is x in one iteration and x + j * step in the j-th after it, modulo
 *       2^32 ({@link CountedLoop}). For a positive step the limit is n - 3 * step, computed only
 *       where that is no less than the least int: for a bound above zero, or one that cannot be
 *       negative. Where x is less than the limit, x + 3 * step is, as a number without modulus,
 *       less than n and so an int; and so are those in between. All three tests that are left out
 *       would have gone on. The same holds for {@code <=}, for {@code !=} (what is less than n is
 *       not n), and, with the signs turned, for steps downward.
 *   <li>The bound does not change in the loop, and neither does the step. What the header computes
 *       beside the test is arithmetic without exceptions; it may be computed once more where the
 *       first loop ends and the second begins.
 *   <li>Each copy has the handlers, exits and positions of the original, and finds in its values
 *       what the original would have found in this iteration: traces are those of the source.
 *   <li>Calls, loads and stores, volatile ones too, are executed as often as before and in the same
 *       order. Loops with monitors are left alone, and those with a call site that would be linked
 *       once for each copy (invokedynamic).
 *   <li>The second loop is the original. It is entered with what its variables are after the first,
 *       or at once. A loop that is entered by on-stack replacement is entered like this on that way
 *       as well.
 * </ul>
 */
public final class LoopUnrolling implements GraphPhase {
  public static final String NAME = "loop-unrolling";

  private final CostModel costs;
  private final Predicate<Instr> small;
  private final FreeChoices choices;
  private final int maxMethodBytes;

  /**
   * @param costs what things cost
   * @param small calls that cost no more than a field
   * @param choices what may be decided either way
   * @param maxMethodBytes size of a method above which nothing is added to it
   */
  public LoopUnrolling(
      CostModel costs, Predicate<Instr> small, FreeChoices choices, int maxMethodBytes) {
    this.costs = costs;
    this.small = small;
    this.choices = choices;
    this.maxMethodBytes = maxMethodBytes;
  }

  @Override
  public String name() {
    return NAME;
  }

  /** Whether there is a loop that would be unrolled, as the graph is now. */
  public boolean wouldChange(Graph graph) {
    return !chosen(graph).isEmpty();
  }

  @Override
  public int run(Graph graph) {
    List<CountedLoop> chosen = chosen(graph);
    if (chosen.isEmpty()) {
      return 0;
    }
    Set<Block> headers = new HashSet<>();
    for (CountedLoop counted : chosen) {
      headers.add(counted.loop().header());
      placeInFront(graph, counted.loop(), Preheaders.insert(graph, counted.loop()));
    }
    TrivialPhis.remove(graph);
    int unrolled = 0;
    for (LoopForest.Loop loop : LoopForest.of(graph, Dominators.of(graph)).loops()) {
      CountedLoop counted = headers.contains(loop.header()) ? CountedLoop.of(loop) : null;
      if (counted != null && Unroller.unroll(graph, counted, UnrollPolicy.FACTOR)) {
        unrolled++;
      }
    }
    TrivialPhis.remove(graph);
    IncrementChains.shorten(graph);
    return unrolled;
  }

  /** Loops that are entered at the bottom have their first block in front of the header. */
  private static void placeInFront(Graph graph, LoopForest.Loop loop, Block preheader) {
    List<Block> layout = graph.blocks();
    layout.remove(preheader);
    layout.add(Unroller.firstInLayout(graph, loop), preheader);
  }

  private List<CountedLoop> chosen(Graph graph) {
    List<CountedLoop> counted = new ArrayList<>();
    LoopForest forest = LoopForest.of(graph, Dominators.of(graph));
    for (LoopForest.Loop loop : forest.loops()) {
      CountedLoop candidate = BulkLoops.isInnermost(loop, forest) ? CountedLoop.of(loop) : null;
      if (candidate != null && Limit.of(candidate, UnrollPolicy.FACTOR) != null) {
        counted.add(candidate);
      }
    }
    if (counted.isEmpty()) {
      return counted;
    }
    Ordering.sort(
        counted,
        Comparator.comparingDouble((CountedLoop each) -> UnrollPolicy.iterations(each.loop()))
            .reversed());
    UnrollPolicy policy = new UnrollPolicy(graph, costs, small, choices, maxMethodBytes);
    counted.removeIf(each -> !policy.admits(each));
    return counted;
  }
}
