package dev.jpgo.core.phase.loop;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.TrivialPhis;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.memory.MemoryContext;
import dev.jpgo.core.phase.simplify.GraphPhase;
import dev.jpgo.core.world.LoadedClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Loops over arrays whose iterations are done at once in front of them.
 *
 * @param <L> such a loop
 */
abstract class BulkLoops<L extends Record> implements GraphPhase {
  private final MemoryContext context;
  private final FreeChoices choices;
  private final int maxMethodBytes;

  BulkLoops(MemoryContext context, FreeChoices choices, int maxMethodBytes) {
    this.context = context;
    this.choices = choices;
    this.maxMethodBytes = maxMethodBytes;
  }

  /** The loop as one of these; null if it is none. */
  abstract @Nullable L find(Graph graph, StraightLoop straight);

  /** The number of iterations below which it is entered as ever. */
  abstract int least(L loop);

  /** Writes what is done in front of it. */
  abstract void write(Graph graph, L loop);

  final MemoryContext context() {
    return context;
  }

  /** Whether there is a loop that would be changed, as the graph is now. */
  public final boolean wouldChange(Graph graph) {
    return !chosen(graph).isEmpty();
  }

  @Override
  public final int run(Graph graph) {
    int written = 0;
    for (LoopForest.Loop loop : chosen(graph)) {
      L found = find(graph, loop); // again: what was written before may be the limit of this one
      if (found != null) {
        write(graph, found);
        written++;
      }
    }
    if (written > 0) {
      TrivialPhis.remove(graph);
    }
    return written;
  }

  private @Nullable L find(Graph graph, LoopForest.Loop loop) {
    StraightLoop straight = StraightLoop.of(graph, loop);
    return straight == null ? null : find(graph, straight);
  }

  private List<LoopForest.Loop> chosen(Graph graph) {
    List<LoopForest.Loop> chosen = new ArrayList<>(0);
    BulkPolicy policy = null;
    LoopForest forest = LoopForest.of(graph, Dominators.of(graph));
    for (LoopForest.Loop loop : forest.loops()) {
      L found = isInnermost(loop, forest) ? find(graph, loop) : null;
      if (found == null || !knowsSystem()) {
        continue;
      }
      if (policy == null) {
        policy = new BulkPolicy(graph, choices, maxMethodBytes);
      }
      if (policy.admits(loop, least(found))) {
        chosen.add(loop);
      }
    }
    return chosen;
  }

  /** Whether naming the class of {@code arraycopy} in the method asks no loader of the program. */
  private boolean knowsSystem() {
    Optional<LoadedClass> system =
        context.world().find(context.owner(), FreshArrays.ARRAY_COPY.owner());
    return system.isPresent() && system.get().initialized();
  }

  static boolean isInnermost(LoopForest.Loop loop, LoopForest forest) {
    for (Block block : loop.blocks()) {
      if (forest.innermost(block) != loop) {
        return false;
      }
    }
    return true;
  }
}
