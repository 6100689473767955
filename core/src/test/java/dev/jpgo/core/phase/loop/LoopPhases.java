package dev.jpgo.core.phase.loop;

import dev.jpgo.core.phase.Always;
import dev.jpgo.core.phase.memory.LoopInvariants;
import dev.jpgo.core.phase.memory.MemoryContext;
import dev.jpgo.core.phase.memory.ValueNumbering;
import dev.jpgo.core.phase.simplify.BlockMerging;
import dev.jpgo.core.phase.simplify.ConstantFolding;
import dev.jpgo.core.phase.simplify.DeadCode;
import dev.jpgo.core.phase.simplify.GraphPhase;
import dev.jpgo.core.phase.simplify.JumpThreading;
import dev.jpgo.core.phase.simplify.RedundantChecks;
import dev.jpgo.core.phase.simplify.TailDuplication;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.Mode;
import java.util.ArrayList;
import java.util.List;

/** The phases for loops among those that run before and after them. */
final class LoopPhases {
  private static final int MAX_BYTES = 7500;

  private LoopPhases() {}

  /** A phase by name. */
  abstract static class Named implements GraphPhase {
    private final String name;

    Named(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }
  }

  static List<GraphPhase> all(MemoryContext context) {
    List<GraphPhase> phases = new ArrayList<>(tidying());
    phases.addAll(remembering(context));
    phases.add(new CopyLoops(context, Always.UNROLLED, MAX_BYTES));
    phases.add(new FillLoops(context, Always.UNROLLED, MAX_BYTES));
    phases.add(
        new LoopUnrolling(
            CostModel.of(Mode.INTERPRETER), call -> false, Always.UNROLLED, MAX_BYTES));
    phases.addAll(remembering(context));
    phases.addAll(tidying());
    return phases;
  }

  private static List<GraphPhase> remembering(MemoryContext context) {
    return List.of(new LoopInvariants(context), new ValueNumbering(context));
  }

  private static List<GraphPhase> tidying() {
    return List.of(
        new ConstantFolding(),
        new RedundantChecks(),
        new JumpThreading(),
        new TailDuplication(),
        new DeadCode(),
        new BlockMerging());
  }
}
