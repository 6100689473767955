package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.UnsupportedMethodException;
import org.jspecify.annotations.Nullable;

/**
 * A method between graph and bytecode: all its items, and the slots of its values.
 *
 * @param graph the method, its edges split
 * @param dominators its dominators
 * @param effects what throws in it
 * @param copies where its phis are copied
 * @param chains its straight code, with items
 * @param stackPhis by block id: the phi of a join that comes on the operand stack, or null
 * @param liveness variables and where they are live
 * @param slots the slot of each variable
 */
record Emission(
    Graph graph,
    Dominators dominators,
    Effects effects,
    PhiCopies copies,
    Chains chains,
    @Nullable Instr[] stackPhis,
    SlotLiveness liveness,
    SlotAllocation slots) {

  /** Arranges the code of a graph. */
  static Emission of(Graph graph) throws UnsupportedMethodException {
    GuardExits.split(graph);
    int firstEdge = graph.blockIdBound();
    EdgeSplitter.split(graph);
    LateIncrements.apply(graph);
    Effects effects = new Effects(graph);
    Dominators dominators = Dominators.of(graph);
    PhiCopies copies = new PhiCopies(graph, dominators, effects, firstEdge);
    Chains chains = new Chains(graph, dominators);
    Stackifier stackifier = new Stackifier(graph, dominators, copies, chains);
    stackifier.run();
    OperandReuse.apply(chains.segments(), graph.instrIdBound());
    SlotLiveness liveness = new SlotLiveness(graph, chains, effects);
    if (GuardedValues.apply(chains, liveness, stackifier.stackPhis(), graph.instrIdBound())) {
      liveness = new SlotLiveness(graph, chains, effects);
    }
    SlotAllocation slots = SlotAllocation.of(graph, chains, liveness);
    SlotPeepholes.apply(chains.segments(), slots);
    return new Emission(
        graph, dominators, effects, copies, chains, stackifier.stackPhis(), liveness, slots);
  }

  /** Checks the operand stack: see {@link StackSimulation}. */
  StackSimulation simulate() throws UnsupportedMethodException {
    StackSimulation simulation = new StackSimulation(graph, chains, liveness, stackPhis);
    simulation.run(dominators);
    return simulation;
  }
}
