package dev.jpgo.core.ir;

import java.util.Arrays;

/**
 * Where local variables need phis: at the iterated dominance frontier of their writes, as far as
 * they are live there (Cytron et al. 1991; Choi, Cytron and Ferrante 1991 for the pruning). Writes
 * of a protected node take effect at its end: the exception edges carry what was there before.
 */
final class PhiPlacement {
  private static final int[] NONE = {};

  /** By node: the locals that get a phi, ascending. */
  final int[][] phis;

  private final NodeLayout layout;
  private final FlowGraph flow;
  private final LocalLiveness liveness;
  private final int[][] frontiers;
  private final int[] placed;
  private final int[] queued;
  private final int[] worklist;
  private int pending;

  /**
   * @param parameterSlots locals that the method's parameters take
   * @param locals number of locals
   */
  PhiPlacement(
      NodeLayout layout, FlowGraph flow, LocalLiveness liveness, int parameterSlots, int locals) {
    this.layout = layout;
    this.flow = flow;
    this.liveness = liveness;
    int count = layout.count();
    phis = new int[count][];
    Arrays.fill(phis, NONE);
    placed = new int[count];
    queued = new int[2 * count];
    worklist = new int[2 * count];
    if (!joins()) {
      frontiers = new int[0][];
      return;
    }
    frontiers = flow.dominanceFrontiers();
    int[] writes = new int[locals];
    int[] first = new int[locals];
    int[] chain = new int[writeCount(writes)];
    int[] nodes = new int[chain.length];
    collect(first, chain, nodes);
    for (int local = 0; local < locals; local++) {
      if (writes[local] + (local < parameterSlots ? 1 : 0) > 1) {
        place(local, local < parameterSlots, first[local], chain, nodes);
      }
    }
  }

  private boolean joins() {
    for (int node : flow.order) {
      if (flow.predecessors[node].length > 1) {
        return true;
      }
    }
    return false;
  }

  private int writeCount(int[] writes) {
    int total = 0;
    for (int node = 0; node < layout.count(); node++) {
      for (int i = layout.starts[node]; i < layout.ends[node]; i++) {
        int local = layout.written(i);
        if (local >= 0) {
          writes[local]++;
          total++;
        }
      }
    }
    return total;
  }

  /** Chains the nodes that write each local; 0 ends a chain, entries count from 1. */
  private void collect(int[] first, int[] chain, int[] nodes) {
    int size = 0;
    for (int node = 0; node < layout.count(); node++) {
      for (int i = layout.starts[node]; i < layout.ends[node]; i++) {
        int local = layout.written(i);
        if (local >= 0) {
          nodes[size] = layout.end(node);
          chain[size++] = first[local];
          first[local] = size;
        }
      }
    }
  }

  private void place(int local, boolean parameter, int first, int[] chain, int[] nodes) {
    int stamp = local + 1;
    pending = 0;
    if (parameter) {
      queue(0, stamp);
    }
    for (int write = first; write > 0; write = chain[write - 1]) {
      queue(nodes[write - 1], stamp);
    }
    while (pending > 0) {
      for (int place : frontiers[worklist[--pending]]) {
        int join = place >> 1;
        if (placed[join] != stamp && liveness.isLive(layout.raw[join], local)) {
          placed[join] = stamp;
          int size = phis[join].length;
          phis[join] = Arrays.copyOf(phis[join], size + 1);
          phis[join][size] = local;
          queue(place, stamp);
        }
      }
    }
  }

  private void queue(int place, int stamp) {
    if (queued[place] != stamp) {
      queued[place] = stamp;
      worklist[pending++] = place;
    }
  }
}
