package dev.jpgo.core.ir;

import java.util.Arrays;

/**
 * A flow graph over the numbers 0 (the entry) to n - 1: reverse postorder, predecessors and
 * immediate dominators. Dominators are computed as in Cooper, Harvey and Kennedy, "A Simple, Fast
 * Dominance Algorithm" (2001), which is near-linear on the graphs that methods have.
 */
final class FlowGraph {
  private static final int[] EMPTY = {};

  /** Successors by node: distinct, normal and exceptional. */
  final int[][] successors;

  /** Reachable predecessors by node: distinct, in order of their numbers; filled by {@link #of}. */
  final int[][] predecessors;

  /** The reachable nodes in reverse postorder. */
  final int[] order;

  /** Position in {@link #order} by node, or -1 when unreachable. */
  final int[] position;

  /** Immediate dominator by node; -1 for the entry and unreachable nodes. */
  final int[] idom;

  private FlowGraph(int[][] successors) {
    this.successors = successors;
    int count = successors.length;
    this.position = new int[count];
    this.order = reversePostorder();
    this.predecessors = predecessors();
    this.idom = new int[count];
    computeDominators();
  }

  static FlowGraph of(int[][] successors) {
    return new FlowGraph(successors);
  }

  private int[] reversePostorder() {
    int count = successors.length;
    Arrays.fill(position, -1);
    int[] stack = new int[count];
    int[] next = new int[count];
    int[] reversed = new int[count];
    int depth = 0;
    int done = 0;
    if (count > 0) {
      stack[depth++] = 0;
      position[0] = 0;
    }
    while (depth > 0) {
      int node = stack[depth - 1];
      // Last successor first: then the fall-through path precedes in reverse postorder.
      int[] targets = successors[node];
      if (next[node] < targets.length) {
        int target = targets[targets.length - 1 - next[node]++];
        if (position[target] < 0) {
          position[target] = 0;
          stack[depth++] = target;
        }
      } else {
        depth--;
        reversed[done++] = node;
      }
    }
    int[] result = new int[done];
    for (int i = 0; i < done; i++) {
      int node = reversed[done - 1 - i];
      result[i] = node;
      position[node] = i;
    }
    return result;
  }

  private int[][] predecessors() {
    int count = successors.length;
    int[] sizes = new int[count];
    for (int node : order) {
      for (int target : successors[node]) {
        sizes[target]++;
      }
    }
    int[][] result = new int[count][];
    for (int node = 0; node < count; node++) {
      result[node] = sizes[node] == 0 ? EMPTY : new int[sizes[node]];
    }
    Arrays.fill(sizes, 0);
    for (int node = 0; node < count; node++) {
      if (position[node] >= 0) {
        for (int target : successors[node]) {
          result[target][sizes[target]++] = node;
        }
      }
    }
    return result;
  }

  private void computeDominators() {
    Arrays.fill(idom, -1);
    if (order.length == 0) {
      return;
    }
    int entry = order[0];
    idom[entry] = entry;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = 1; i < order.length; i++) {
        int node = order[i];
        int dominator = -1;
        for (int pred : predecessors[node]) {
          if (idom[pred] >= 0) {
            dominator = dominator < 0 ? pred : commonDominator(pred, dominator);
          }
        }
        if (idom[node] != dominator) {
          idom[node] = dominator;
          changed = true;
        }
      }
    }
    idom[entry] = -1;
  }

  private int commonDominator(int first, int second) {
    int a = first;
    int b = second;
    while (a != b) {
      while (position[a] > position[b]) {
        a = idom[a];
      }
      while (position[b] > position[a]) {
        b = idom[b];
      }
    }
    return a;
  }

  /**
   * Dominance frontier of each reachable node (Cytron et al. 1991, by the runner of Cooper et al.).
   */
  int[][] dominanceFrontiers() {
    int count = successors.length;
    int[][] frontiers = new int[count][];
    int[] sizes = new int[count];
    Arrays.fill(frontiers, EMPTY);
    for (int node : order) {
      int[] preds = predecessors[node];
      if (preds.length < 2 && idom[node] >= 0) {
        continue;
      }
      for (int pred : preds) {
        for (int runner = pred; runner >= 0 && runner != idom[node]; runner = idom[runner]) {
          int size = sizes[runner];
          if (size > 0 && frontiers[runner][size - 1] == node) {
            break;
          }
          if (size == frontiers[runner].length) {
            frontiers[runner] = Arrays.copyOf(frontiers[runner], Math.max(2, size * 2));
          }
          frontiers[runner][size] = node;
          sizes[runner]++;
        }
      }
    }
    for (int node = 0; node < count; node++) {
      if (frontiers[node].length > sizes[node]) {
        frontiers[node] = Arrays.copyOf(frontiers[node], sizes[node]);
      }
    }
    return frontiers;
  }
}
