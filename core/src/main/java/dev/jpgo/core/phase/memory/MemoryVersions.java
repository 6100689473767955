package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the states of memory along the walk over a graph in reverse postorder, location by
 * location: where a location has the same version at two points, nothing was written to it between
 * the last time that version began and either point. A version begins
 *
 * <ul>
 *   <li>at each store to the location and at each opaque instruction;
 *   <li>where ways meet on which it has different versions;
 *   <li>at the header of a loop in which it is written (of a loop that is entered in several
 *       places, where the walk first sees it);
 *   <li>at each handler: an exception may have come from anywhere in the blocks it protects.
 * </ul>
 *
 * <p>A state is an epoch, which all locations share, and for each location the version of the last
 * store; the greater number counts. Arrays are shared until written.
 */
final class MemoryVersions {
  private final Dominators dominators;
  private final MemoryAccesses accesses;
  private final boolean[] constant;
  private final int[] epochs;
  private final int[][] stores;

  /** By block id, for headers of loops: locations written in the loop; the last: all. */
  private final boolean[] @Nullable [] written;

  private int next = 1;
  private int epoch;
  private int[] store;
  private boolean shared;

  MemoryVersions(Graph graph, Dominators dominators, LoopForest loops, MemoryAccesses accesses) {
    this.dominators = dominators;
    this.accesses = accesses;
    int count = accesses.count();
    constant = new boolean[count];
    for (int i = 0; i < count; i++) {
      constant[i] = accesses.isConstant(i);
    }
    epochs = new int[graph.blockIdBound()];
    stores = new int[graph.blockIdBound()][];
    written = new boolean[graph.blockIdBound()][];
    store = new int[count];
    summarize(graph, loops);
  }

  private void summarize(Graph graph, LoopForest loops) {
    int count = accesses.count();
    List<LoopForest.Loop> all = loops.loops();
    for (int i = 0; i < all.size(); i++) {
      written[all.get(i).header().id()] = new boolean[count + 1];
    }
    List<Block> blocks = graph.blocks();
    for (int i = 0; i < blocks.size() && !all.isEmpty(); i++) {
      LoopForest.Loop loop = loops.innermost(blocks.get(i));
      boolean[] summary = loop == null ? null : written[loop.header().id()];
      if (summary != null) {
        add(blocks.get(i), summary);
      }
    }
    for (int i = all.size() - 1; i >= 0; i--) { // inner ones first
      LoopForest.Loop parent = all.get(i).parent();
      boolean[] inner = written[all.get(i).header().id()];
      boolean[] outer = parent == null ? null : written[parent.header().id()];
      for (int k = 0; k <= count && inner != null && outer != null; k++) {
        outer[k] |= inner[k];
      }
    }
  }

  private void add(Block block, boolean[] summary) {
    if (block.isHandlerEntry()) {
      summary[summary.length - 1] = true;
    }
    List<Instr> body = block.body();
    for (int i = 0; i < body.size(); i++) {
      int location = accesses.of(body.get(i));
      if (location == MemoryAccesses.OPAQUE) {
        summary[summary.length - 1] = true;
      } else if (location >= 0 && MemoryAccesses.isStore(body.get(i).op())) {
        summary[location] = true;
      }
    }
  }

  /** Goes to the start of a block; blocks come in reverse postorder. */
  void enter(Block block) {
    shared = false;
    if (block.isHandlerEntry() || block.preds().isEmpty()) {
      store = new int[store.length];
      epoch = next++;
      return;
    }
    boolean[] summary = written[block.id()];
    if (!meet(block, summary != null)) {
      epoch = next++;
      return;
    }
    if (summary != null) {
      if (summary[summary.length - 1]) {
        epoch = next++;
      }
      for (int i = 0; i < store.length; i++) {
        if (summary[i]) {
          own();
          store[i] = next++;
        }
      }
    }
  }

  /**
   * Takes over what all ways into a block agree on.
   *
   * @return whether the walk has seen all of them, back edges to this header aside
   */
  private boolean meet(Block block, boolean isHeader) {
    List<Block> preds = block.preds();
    int here = dominators.position(block);
    boolean first = true;
    for (int i = 0; i < preds.size(); i++) {
      Block pred = preds.get(i);
      if (dominators.position(pred) >= here) {
        if (!isHeader || !dominators.dominates(block, pred)) {
          store = new int[store.length];
          shared = false;
          return false;
        }
      } else if (first) {
        epoch = epochs[pred.id()];
        store = stores[pred.id()];
        shared = true;
        first = false;
      } else {
        meet(pred);
      }
    }
    return true;
  }

  private void meet(Block pred) {
    int[] other = stores[pred.id()];
    if (epochs[pred.id()] != epoch) {
      epoch = next++;
      return;
    }
    if (other == store) {
      return;
    }
    for (int i = 0; i < other.length; i++) {
      if (Math.max(other[i], epoch) != Math.max(store[i], epoch)) {
        own();
        store[i] = next++;
      }
    }
  }

  /** Remembers the state at the end of a block. */
  void leave(Block block) {
    epochs[block.id()] = epoch;
    stores[block.id()] = store;
    shared = true;
  }

  /** A new version of a location, or of all for {@link MemoryAccesses#OPAQUE}. */
  void write(int location) {
    if (location == MemoryAccesses.OPAQUE) {
      epoch = next++;
    } else {
      own();
      store[location] = next++;
    }
  }

  /** The version of a location; 0 of what never changes. */
  int version(int location) {
    return constant[location] ? 0 : Math.max(epoch, store[location]);
  }

  private void own() {
    if (shared) {
      store = Arrays.copyOf(store, store.length);
      shared = false;
    }
  }
}
