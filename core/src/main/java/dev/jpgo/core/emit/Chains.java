package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Straight code. Blocks linked by a lone jump form a {@link Segment}. Segments form a <i>chain</i>
 * where one ends in a branch and every path from there either comes to the next one or leaves the
 * method, without a cycle and without an entry from elsewhere: operands may then stay on the stack
 * across the branch, for what lies between the two (the <i>region</i>) works above them. Exceptions
 * on the way clear the stack, but nothing that catches them comes back into a chain.
 */
final class Chains {
  /** Limits of what is searched, so that nested regions do not make it quadratic. */
  private static final int REGION_LIMIT = 200;

  private final Graph graph;
  private final Dominators dominators;
  private final List<Segment> segments = new ArrayList<>();
  private final List<List<Segment>> chains = new ArrayList<>();
  private final @Nullable Segment[] segmentOf;
  private final @Nullable Block[] next;
  private final boolean[] linked;
  private final boolean[] closed;
  private final int[] stamps;
  private final Block[] region = new Block[REGION_LIMIT];

  Chains(Graph graph, Dominators dominators) {
    this.graph = graph;
    this.dominators = dominators;
    int bound = graph.blockIdBound();
    segmentOf = new @Nullable Segment[bound];
    next = new @Nullable Block[bound];
    linked = new boolean[bound];
    closed = new boolean[bound];
    stamps = new int[bound];
    Arrays.fill(stamps, -1);
    List<Block> order = dominators.reversePostorder();
    for (int i = order.size() - 1; i >= 0; i--) {
      Block block = order.get(i);
      if (block.successors().size() > 1) {
        link(block);
      }
      closed[block.id()] = isClosed(block);
    }
    makeSegments();
    makeChains(order);
  }

  /** All segments in layout order. */
  List<Segment> segments() {
    return segments;
  }

  /** All chains; one that surrounds others, or comes after, precedes them. */
  List<List<Segment>> chains() {
    return chains;
  }

  Segment segmentOf(Block block) {
    Segment segment = segmentOf[block.id()];
    if (segment == null) {
      throw new IllegalStateException("block " + block + " is not in the layout");
    }
    return segment;
  }

  // --- regions

  private void link(Block branch) {
    for (Block child : dominators.children(branch)) {
      if (child.preds().size() > 1 && !child.isHandlerEntry() && isRegion(branch, child)) {
        next[branch.id()] = child;
        linked[child.id()] = true;
        return;
      }
    }
    Block open = null;
    for (Block successor : branch.successors()) {
      if (successor.preds().size() > 1) {
        return;
      }
      if (!closed[successor.id()]) {
        if (open != null && open != successor) {
          return;
        }
        open = successor;
      }
    }
    if (open == null) {
      open = branch.successors().get(branch.successors().size() - 1);
    }
    next[branch.id()] = open;
    linked[open.id()] = true;
  }

  /** Whether all paths from a branch come to a join that it dominates, or leave the method. */
  private boolean isRegion(Block branch, Block join) {
    int from = dominators.position(branch);
    int to = dominators.position(join);
    int stamp = join.id();
    stamps[branch.id()] = stamp;
    int size = 0;
    region[size++] = branch;
    List<Block> preds = join.preds();
    for (int done = 0; ; ) {
      for (int i = 0; i < preds.size(); i++) {
        Block pred = preds.get(i);
        if (stamps[pred.id()] == stamp) {
          continue;
        }
        int at = dominators.position(pred);
        if (at <= from || at >= to || pred.isHandlerEntry() || size == REGION_LIMIT) {
          return false;
        }
        stamps[pred.id()] = stamp;
        region[size++] = pred;
      }
      if (++done >= size) {
        break;
      }
      preds = region[done].preds();
    }
    for (int i = 0; i < size; i++) {
      if (!staysInside(region[i], join, stamp)) {
        return false;
      }
    }
    return true;
  }

  private boolean staysInside(Block block, Block join, int stamp) {
    int at = dominators.position(block);
    for (Block successor : block.successors()) {
      boolean inside = stamps[successor.id()] == stamp && dominators.position(successor) > at;
      boolean leaves = closed[successor.id()] && successor.preds().size() == 1;
      if (successor != join && !inside && !leaves) {
        return false;
      }
    }
    return true;
  }

  /** Whether everything after a block leaves the method, without a join from elsewhere. */
  private boolean isClosed(Block block) {
    List<Block> successors = block.successors();
    Block link = next[block.id()];
    if (link != null && link.preds().size() > 1) {
      return closed[link.id()];
    }
    for (Block successor : successors) {
      if (!closed[successor.id()] || successor.preds().size() != 1) {
        return false;
      }
    }
    return true;
  }

  // --- segments and chains

  private void makeSegments() {
    for (Block block : graph.blocks()) {
      if (dominators.isReachable(block) && !followsAlone(block)) {
        Segment segment = new Segment(segments.size());
        segments.add(segment);
        Block member = block;
        add(segment, member);
        while (member.terminator().op() == Opcodes.GOTO
            && followsAlone(member.successors().get(0))) {
          member = member.successors().get(0);
          add(segment, member);
        }
      }
    }
  }

  private void add(Segment segment, Block block) {
    segment.blocks.add(block);
    segmentOf[block.id()] = segment;
  }

  /** Whether a block has but one predecessor, and that jumps nowhere else. */
  private static boolean followsAlone(Block block) {
    return block.preds().size() == 1
        && !block.isHandlerEntry()
        && block.preds().get(0).terminator().op() == Opcodes.GOTO;
  }

  private void makeChains(List<Block> order) {
    // By falling place of their last block: then a chain comes before those in its regions, and a
    // join before what jumps to it.
    for (int i = order.size() - 1; i >= 0; i--) {
      Segment segment = segmentOf(order.get(i));
      if (order.get(i) == segment.tail() && next[segment.tail().id()] == null) {
        chains.add(chainTo(segment));
      }
    }
  }

  private List<Segment> chainTo(Segment last) {
    List<Segment> chain = new ArrayList<>(1);
    Segment segment = last;
    while (true) {
      chain.add(segment);
      Block head = segment.head();
      if (!linked[head.id()]) {
        Collections.reverse(chain);
        return chain;
      }
      Block branch = dominators.immediateDominator(head);
      if (branch == null) {
        throw new IllegalStateException("the entry is linked");
      }
      segment = segmentOf(branch);
    }
  }
}
