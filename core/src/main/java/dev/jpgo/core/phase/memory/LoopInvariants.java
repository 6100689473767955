package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.TrivialPhis;
import dev.jpgo.core.phase.simplify.GraphPhase;
import java.util.List;

/**
 * Loop-invariant motion: what a loop would compute or load again in each iteration is computed once
 * in front of it, where that is cheaper ({@link LoopMotion}). A field that a loop writes, or that
 * rarely run code in the loop may write, is loaded in front of the loop, given by the stores to it,
 * and loaded again after what may have changed it otherwise ({@link LoopVariable}); the stores
 * themselves stay.
 *
 * <p>Sound, because what moves cannot throw where it goes, or throws there exactly what it would
 * have thrown:
 *
 * <ul>
 *   <li>Arithmetic without exceptions may be computed anywhere.
 *   <li>A load of a field, or of the length of an array, whose object is known not to be null in
 *       front of the loop ({@link NonNull}) cannot throw; nor can what is known of an object that
 *       does not change ({@link KnownFunctions}), as the length of a string, but for errors of the
 *       VM, for which it must have no handler ({@link ErrorHandlers}). To load what the original
 *       would not have loaded, since it left the loop before, cannot be observed: reads have no
 *       effect.
 *   <li>Where the object may be null, the load goes only if it is in the header and nothing in
 *       front of it there throws, writes or calls: then entering the loop means executing the load,
 *       in the original too, in the same order, and no handler covers the header (nor the new
 *       place).
 *   <li>A value that is loaded earlier than in the original is one the original might have read:
 *       between the load and where its value is used lies no store to the variable by this thread,
 *       no call and no action that makes other threads' writes visible ({@link MemoryAccesses});
 *       what does lie there is followed by another load. So no write happens-before the use that
 *       did not happen-before the load (JLS 17.4.5). This includes all handlers in the loop: each
 *       loads again.
 *   <li>Loops that wait for another thread keep loading ({@link SpinLoops}).
 *   <li>Receivers of inlined code vouched for by an assumption flag are only obtained earlier,
 *       still before the flag is read, or loaded after a call where they were loaded before.
 * </ul>
 *
 * <p>A loop that is entered from on-stack replacement too is entered through the new block on that
 * way as well.
 */
public final class LoopInvariants implements GraphPhase {
  public static final String NAME = "loop-invariants";

  /** Larger loops are left alone. */
  static final int MAX_BLOCKS = 256;

  private final MemoryContext context;

  public LoopInvariants(MemoryContext context) {
    this.context = context;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int run(Graph graph) {
    Dominators dominators = Dominators.of(graph);
    LoopForest loops = LoopForest.of(graph, dominators);
    if (loops.loops().isEmpty()) {
      return 0;
    }
    if (insertPreheaders(graph, loops)) {
      dominators = Dominators.of(graph);
      loops = LoopForest.of(graph, dominators);
    }
    LoopMotion motion = new LoopMotion(context, graph, dominators, loops);
    List<LoopForest.Loop> all = loops.loops();
    for (int i = 0; i < all.size(); i++) {
      motion.run(all.get(i));
    }
    int changes = motion.finish();
    if (changes > 0) {
      TrivialPhis.remove(graph);
    }
    return changes;
  }

  private static boolean insertPreheaders(Graph graph, LoopForest loops) {
    boolean inserted = false;
    for (LoopForest.Loop loop : loops.loops()) {
      if (isCandidate(loop) && Preheaders.of(loop) == null) {
        Preheaders.insert(graph, loop);
        inserted = true;
      }
    }
    return inserted;
  }

  /** Whether a loop can have a block in front and something in it may move there. */
  static boolean isCandidate(LoopForest.Loop loop) {
    if (loop.header().isHandlerEntry() || loop.blocks().size() > MAX_BLOCKS) {
      return false;
    }
    List<Block> blocks = loop.blocks();
    for (int i = 0; i < blocks.size(); i++) {
      List<Instr> body = blocks.get(i).body();
      for (int k = 0; k < body.size(); k++) {
        if (LoopMotion.mayMove(body.get(k))) {
          return true;
        }
      }
    }
    return false;
  }
}
