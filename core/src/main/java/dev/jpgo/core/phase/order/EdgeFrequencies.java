package dev.jpgo.core.phase.order;

import dev.jpgo.core.ir.Block;
import java.util.Collections;

/** How often an edge is taken, where the blocks that it joins tell. */
final class EdgeFrequencies {
  /** Nothing is known of the edge. */
  static final double UNKNOWN = -1;

  private EdgeFrequencies() {}

  /** Executions of the only edge from one block to another; {@link #UNKNOWN} if it is not alone. */
  static double of(Block from, Block to) {
    return to.preds().size() == 1
            && from.frequency() > 0
            && Collections.frequency(from.successors(), to) == 1
        ? to.frequency()
        : UNKNOWN;
  }
}
