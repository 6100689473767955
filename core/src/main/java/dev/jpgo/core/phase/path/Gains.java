package dev.jpgo.core.phase.path;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.phase.memory.MemoryContext;
import dev.jpgo.core.phase.memory.ValueNumbering;
import dev.jpgo.core.phase.simplify.Comparison;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * What frequent paths would know if rare ways did not join them. The graph is looked at with these
 * ways cut off: each leads back to the head of its loop, or out of the method; then it is put
 * together again.
 */
final class Gains {
  private final MemoryContext context;
  private final Graph graph;
  private final List<ColdJoins.Way> ways;
  private final double least;
  private final Dominators joined;
  private final LoopForest loops;
  private final Map<Block, Block> ends = new HashMap<>();
  private final List<List<Instr>> passed = new ArrayList<>();
  private final Set<Block> joins = new LinkedHashSet<>();
  private @Nullable Block exit;

  /**
   * @param joined the order of the graph as it is
   * @param ways the rare ways to cut off
   * @param least how often a place must be run for something that is known there to count
   */
  Gains(
      MemoryContext context,
      Graph graph,
      Dominators joined,
      List<ColdJoins.Way> ways,
      double least) {
    this.context = context;
    this.graph = graph;
    this.joined = joined;
    this.ways = ways;
    this.least = least;
    loops = LoopForest.of(graph, joined);
  }

  List<ColdJoins.Gain> find() {
    ways.forEach(this::cut);
    List<ColdJoins.Gain> gains = new ArrayList<>();
    Dominators apart = Dominators.of(graph);
    for (ValueNumbering.Redundancy each : ValueNumbering.redundant(context, graph)) {
      Instr instr = each.instr();
      if (Op.isInvoke(instr.op())) {
        add(gains, apart, each.leader().home(), instr.home());
      }
    }
    settled(apart, gains);
    for (int i = ways.size() - 1; i >= 0; i--) {
      mend(ways.get(i), passed.get(i));
    }
    ends.values().forEach(this::remove);
    if (exit != null) {
      remove(exit);
    }
    return gains;
  }

  private void add(List<ColdJoins.Gain> gains, Dominators apart, Block known, Block place) {
    if (!(place.frequency() > least) || joined.dominates(known, place)) {
      return;
    }
    List<Block> between = new ArrayList<>(2);
    for (Block join : joins) {
      if (apart.strictlyDominates(known, join) && apart.dominates(join, place)) {
        between.add(join);
      }
    }
    if (!between.isEmpty()) {
      gains.add(new ColdJoins.Gain(place, between));
    }
  }

  /** Tests whose outcome another one has settled. */
  private void settled(Dominators apart, List<ColdJoins.Gain> gains) {
    Map<Comparison, List<Block>> outcomes = new HashMap<>();
    for (Block block : apart.reversePostorder()) {
      Comparison asked = Comparison.of(block.terminator(), Gains::resolve);
      if (asked == null) {
        continue;
      }
      List<Block> known = outcomes.computeIfAbsent(asked, key -> new ArrayList<>(2));
      for (Block side : known) {
        if (apart.dominates(side, block)) {
          add(gains, apart, side, block);
        }
      }
      for (Block side : block.successors()) {
        if (side.preds().size() == 1) {
          known.add(side);
        }
      }
    }
  }

  /** What a phi with one way in is given. */
  private static Instr resolve(Instr value) {
    Instr at = value;
    while (at.isPhi() && at.inputs().size() == 1) {
      at = at.input(0);
    }
    return at;
  }

  // --- cutting

  private void cut(ColdJoins.Way way) {
    Block into = way.into();
    joins.add(into);
    List<Instr> inputs = new ArrayList<>(into.phis().size());
    for (Instr phi : into.phis()) {
      inputs.add(into.phiInput(phi, way.from()));
    }
    passed.add(inputs);
    way.from().redirect(into, end(way));
  }

  private Block end(ColdJoins.Way way) {
    LoopForest.Loop loop = loops.innermost(way.into());
    if (loop != null) {
      return ends.computeIfAbsent(loop.header(), this::back);
    }
    if (exit == null) {
      exit = block();
      Instr nothing =
          graph.newInstr(
              Op.CONST,
              Operand.Null.NULL,
              ValueType.NULL,
              List.of(),
              graph.entry().terminator().position());
      exit.append(nothing);
      exit.terminate(
          graph.newInstr(
              Opcodes.ATHROW,
              Operand.None.NONE,
              ValueType.VOID,
              List.of(nothing),
              nothing.position()),
          List.of());
    }
    return exit;
  }

  private Block back(Block header) {
    Block end = block();
    end.terminate(graph.newGoto(header.terminator().position()), List.of(header));
    for (Instr phi : header.phis()) {
      header.setPhiInput(phi, end, phi);
    }
    return end;
  }

  private Block block() {
    Block block = graph.newBlock();
    block.setFrequency(0);
    graph.blocks().add(block);
    return block;
  }

  private void mend(ColdJoins.Way way, List<Instr> inputs) {
    Block into = way.into();
    way.from().redirect(end(way), into);
    for (int i = 0; i < inputs.size(); i++) {
      into.setPhiInput(into.phis().get(i), way.from(), inputs.get(i));
    }
  }

  private void remove(Block end) {
    end.dropTerminator();
    graph.blocks().remove(end);
  }
}
