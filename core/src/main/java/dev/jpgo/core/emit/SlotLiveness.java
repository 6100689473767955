package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which values must be in their slots at the borders of segments. Values with slots are numbered
 * densely as <i>variables</i>. What is live into a handler of a block is live at the last throwing
 * instruction of the block, and so, since its stores precede the first one, at all of them.
 */
final class SlotLiveness {
  private final Chains chains;
  private final List<Segment> segments;
  private final int[] variables;
  private final List<Instr> values = new ArrayList<>();
  private final int words;
  private final long[][] in;
  private final long[][] out;

  SlotLiveness(Graph graph, Chains chains, Effects effects) {
    this.chains = chains;
    segments = chains.segments();
    variables = new int[graph.instrIdBound()];
    Arrays.fill(variables, -1);
    for (Segment segment : segments) {
      number(segment, effects);
    }
    words = (values.size() + 63) >>> 6;
    in = new long[segments.size()][words];
    out = new long[segments.size()][words];
    if (words > 0) {
      solve();
    }
  }

  private void number(Segment segment, Effects effects) {
    Block protectedBlock = null;
    for (Item item = segment.last; item != null; item = item.previous) {
      switch (item.kind) {
        case LOAD, STORE, INCREMENT -> {
          if (variables[item.value.id()] < 0) {
            variables[item.value.id()] = values.size();
            values.add(item.value);
          }
        }
        case OP -> {
          Block block = item.block;
          if (!block.handlers().isEmpty() && effects.mayThrow(item.value)) {
            item.throwing = true;
            item.lastThrowing = block != protectedBlock;
            protectedBlock = block;
          }
        }
        default -> {}
      }
    }
  }

  private void solve() {
    long[] live = new long[words];
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = segments.size() - 1; i >= 0; i--) {
        Segment segment = segments.get(i);
        for (Block successor : segment.tail().successors()) {
          unite(out[i], in[chains.segmentOf(successor).index]);
        }
        System.arraycopy(out[i], 0, live, 0, words);
        for (Item item = segment.last; item != null; item = item.previous) {
          step(live, item);
        }
        if (!Arrays.equals(live, in[i])) {
          System.arraycopy(live, 0, in[i], 0, words);
          changed = true;
        }
      }
    }
  }

  /** From what is live after an item to what is live before it. */
  void step(long[] live, Item item) {
    switch (item.kind) {
      case LOAD, INCREMENT -> set(live, variable(item.value));
      case STORE -> clear(live, variable(item.value));
      case OP -> {
        if (item.lastThrowing) {
          addHandlers(live, item.block);
        }
      }
      default -> {}
    }
  }

  /** Adds what is live into the handlers of a block. */
  void addHandlers(long[] live, Block block) {
    for (Block.Handler handler : block.handlers()) {
      unite(live, in(handler.target()));
    }
  }

  /** Number of variables. */
  int count() {
    return values.size();
  }

  /** Length of a bit set over variables. */
  int words() {
    return words;
  }

  Instr value(int variable) {
    return values.get(variable);
  }

  /** The number of a value with a slot; -1 for others. */
  int variable(Instr value) {
    return variables[value.id()];
  }

  /** Live at the start of a segment; not to be changed. */
  long[] in(Segment segment) {
    return in[segment.index];
  }

  /** Live at the start of a block that starts a segment. */
  long[] in(Block block) {
    return in(chains.segmentOf(block));
  }

  /** Live at the end of a segment; not to be changed. */
  long[] out(Segment segment) {
    return out[segment.index];
  }

  private static void unite(long[] to, long[] from) {
    for (int i = 0; i < to.length; i++) {
      to[i] |= from[i];
    }
  }

  static void set(long[] bits, int index) {
    bits[index >>> 6] |= 1L << index;
  }

  static void clear(long[] bits, int index) {
    bits[index >>> 6] &= ~(1L << index);
  }

  static boolean contains(long[] bits, int index) {
    return (bits[index >>> 6] & (1L << index)) != 0;
  }

  /** The first member from a place on, or -1. */
  static int next(long[] bits, int from) {
    int word = from >>> 6;
    if (word >= bits.length) {
      return -1;
    }
    long rest = bits[word] & (-1L << from);
    while (rest == 0) {
      if (++word == bits.length) {
        return -1;
      }
      rest = bits[word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(rest);
  }
}
