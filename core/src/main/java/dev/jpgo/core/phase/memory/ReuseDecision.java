package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.world.CostModel;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;

/**
 * Replaces redundant instructions where that is cheaper in an interpreter. A value with one use, in
 * its own block, stays on the operand stack and costs nothing to keep; one that is used again has
 * to be duplicated and stored first, and every use loads it. So a reuse saves the operation and the
 * loads of its operands; it costs a load, and the first one a duplication and a store, as often as
 * the leader's block runs. All reuses of one leader are judged together.
 */
final class ReuseDecision {
  private static final int DEPTH = 4;

  private final OperationCosts costs;
  private final Executions executions;
  private final Graph graph;
  private final Redundancies redundancies;
  private final Uses uses;

  /** Uses that are left, by instruction id. */
  private final int[] left;

  private final boolean[] dropped;

  /** By index of a redundancy, counted from 1: the next one with the same leader, or 0. */
  private final int[] next;

  private final Map<Instr, Instr> replacements = new IdentityHashMap<>();

  ReuseDecision(CostModel costs, Graph graph, LoopForest loops, Redundancies redundancies) {
    this.graph = graph;
    this.redundancies = redundancies;
    executions = new Executions(graph, loops);
    uses = Uses.of(graph);
    this.costs = new OperationCosts(costs, uses);
    left = new int[graph.instrIdBound()];
    dropped = new boolean[graph.instrIdBound()];
    next = new int[redundancies.size() + 1];
    for (int i = 0; i < redundancies.size(); i++) {
      Instr instr = redundancies.get(i);
      left[instr.id()] = uses.count(instr);
    }
  }

  /** Replaces and removes; returns how many instructions are gone. */
  int apply() {
    int count = redundancies.size();
    int[] following = new int[graph.instrIdBound()];
    for (int i = count; i > 0; i--) {
      int leader = redundancies.leader(redundancies.get(i - 1)).id();
      next[i] = following[leader];
      following[leader] = i;
    }
    // From the last first use of a leader: what uses a value is decided on before the value.
    for (int i = count; i > 0; i--) {
      Instr instr = redundancies.get(i - 1);
      if (left[instr.id()] == 0) {
        drop(instr);
      }
      if (following[redundancies.leader(instr).id()] == i) {
        decide(i);
      }
    }
    return remove();
  }

  private int remove() {
    int removed = 0;
    for (int i = 0; i < redundancies.size(); i++) {
      Instr instr = redundancies.get(i);
      Block block = instr.block();
      if (dropped[instr.id()] && block != null) {
        block.remove(instr);
        removed++;
      }
    }
    replacements.values().forEach(ReuseDecision::isHeldElsewhere);
    graph.replaceAll(replacements);
    return removed;
  }

  /** Nothing needs a redundant instruction any more, so neither what only it needed. */
  private void drop(Instr instr) {
    if (dropped[instr.id()]) {
      return;
    }
    dropped[instr.id()] = true;
    left[instr.id()] = 0;
    List<Instr> inputs = instr.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      Instr input = inputs.get(i);
      if (redundancies.contains(input) && --left[input.id()] == 0) {
        drop(input);
      }
    }
  }

  /** Decides on all that have one leader; this is the first of them. */
  private void decide(int first) {
    Instr leader = redundancies.leader(redundancies.get(first - 1));
    double gain = -costs.stores(leader) * costs.simple() * executions.of(leader);
    for (int i = first; i > 0; i = next[i]) {
      gain += Math.max(0, gain(redundancies.get(i - 1)));
    }
    if (gain <= 0) {
      return;
    }
    for (int i = first; i > 0; i = next[i]) {
      Instr instr = redundancies.get(i - 1);
      if (gain(instr) > 0) {
        replacements.put(instr, leader);
        drop(instr);
      }
    }
  }

  /** Nanoseconds that one replacement saves, the leader aside. */
  private double gain(Instr instr) {
    if (left[instr.id()] == 0) {
      return 0; // it goes in any case
    }
    if (costs.isIncrement(instr)) {
      return 0;
    }
    double use = costs.stores(instr) == 0 ? -1 : 1;
    return executions.of(instr) * (costOf(instr, 0) - use * costs.simple());
  }

  /** What an operation costs, with what is done for it alone. */
  private double costOf(Instr instr, int depth) {
    double cost = costs.of(instr.op());
    List<Instr> inputs = instr.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      Instr input = inputs.get(i);
      boolean own =
          uses.count(input) == 1
              && input.block() == instr.block()
              && (redundancies.contains(input) || input.isPure())
              && !input.isConst()
              && !input.isPhi();
      cost += own && depth < DEPTH ? costOf(input, depth + 1) : costs.simple();
    }
    return cost;
  }

  /**
   * What is answered once more was kept by whoever answers; a cast only hands on what it is given.
   */
  private static void isHeldElsewhere(Instr reused) {
    if (reused.op() != Opcodes.CHECKCAST) {
      reused.setTemporary(false);
    }
  }
}
