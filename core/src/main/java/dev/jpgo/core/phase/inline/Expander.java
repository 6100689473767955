package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Carries out the plans of the calls in some blocks, from the end of each block to its start. */
final class Expander {
  /** Instructions that one region may span in the code it replaces. */
  private static final int MAX_SPAN = 40;

  private final Splice splice;
  private final World world;
  private final InlinePlanner planner;

  /**
   * @param planner who made the plans
   */
  Expander(Splice splice, World world, InlinePlanner planner) {
    this.splice = splice;
    this.world = world;
    this.planner = planner;
  }

  /** A run of instructions to be expanded at once. */
  private record Span(int start, int end) {}

  /**
   * Expands calls.
   *
   * @param owner the class that declares the code of the blocks
   */
  void expand(List<Block> blocks, Map<Instr, CallPlan> plans, LoadedClass owner) {
    expand(blocks, plans, owner, Map.of());
  }

  /**
   * @param restarts where regions in some of the blocks have to leave for
   */
  private void expand(
      List<Block> blocks,
      Map<Instr, CallPlan> plans,
      LoadedClass owner,
      Map<Block, Block> restarts) {
    if (plans.isEmpty()) {
      return;
    }
    for (Block block : List.copyOf(blocks)) {
      List<Span> spans = spans(block, plans, owner);
      for (int i = spans.size() - 1; i >= 0; i--) {
        Span span = spans.get(i);
        CallPlan plan = plans.get(block.body().get(span.end()));
        if (plan != null && plan.asRegion() || span.start() < span.end()) {
          RegionExpander.expand(
              splice, plans, block, span.start(), span.end(), restarts.get(block));
        } else if (plan != null) {
          expand(GuardedExpander.expand(splice, plan, block, span.end()));
        }
      }
    }
  }

  /** The calls in what was copied for a call. */
  private void expand(List<GuardedExpander.Copy> copies) {
    for (GuardedExpander.Copy copy : copies) {
      expand(copy.blocks(), copy.plans(), copy.owner(), copy.restarts());
    }
  }

  /**
   * Whether a call that needs no check itself may become part of the region before it. The region
   * keeps the original calls for when its own check fails: not every call can stand here, and one
   * that is replaced as a whole was planned without asking.
   */
  private boolean joins(CallPlan plan, Instr call, LoadedClass owner) {
    return plan.reExecutable() && planner.refuseKept(owner, call) == null;
  }

  /** Regions as long as they can be, and single calls. */
  private List<Span> spans(Block block, Map<Instr, CallPlan> plans, LoadedClass owner) {
    List<Span> spans = new ArrayList<>();
    List<Instr> body = block.body();
    int start = -1;
    int end = -1;
    for (int i = 0; i < body.size(); i++) {
      Instr instr = body.get(i);
      CallPlan plan = plans.get(instr);
      boolean isRegion = plan != null && plan.asRegion();
      if (start >= 0 && i - start > MAX_SPAN) {
        add(spans, block, start, end, owner);
        start = -1;
      }
      if (isRegion || (start >= 0 && plan != null && joins(plan, instr, owner))) {
        start = start < 0 ? i : start;
        end = i;
      } else if (plan != null || !Effects.isReExecutable(world, owner, instr)) {
        if (start >= 0) {
          add(spans, block, start, end, owner);
          start = -1;
        }
        if (plan != null) {
          spans.add(new Span(i, i));
        }
      }
    }
    if (start >= 0) {
      add(spans, block, start, end, owner);
    }
    return spans;
  }

  /**
   * Adds a region, with the loads in front of it that are for it alone: where its check fails they
   * are made again, so that nothing has to be kept for that.
   */
  private void add(List<Span> spans, Block block, int start, int end, LoadedClass owner) {
    List<Instr> body = block.body();
    int floor = spans.isEmpty() ? 0 : spans.get(spans.size() - 1).end() + 1;
    Uses uses = null;
    int first = start;
    for (int i = start - 1; i >= floor && end - i <= MAX_SPAN; i--) {
      Instr instr = body.get(i);
      if (instr.isPure()) {
        continue;
      }
      uses = uses == null ? Uses.of(splice.graph()) : uses;
      if (!Effects.isReExecutable(world, owner, instr)
          || !isUsedWithin(uses.of(instr), body.subList(first, end + 1))) {
        break;
      }
      first = i;
    }
    spans.add(new Span(first, end));
  }

  private static boolean isUsedWithin(List<Instr> users, List<Instr> range) {
    for (int i = 0; i < users.size(); i++) {
      if (!range.contains(users.get(i))) {
        return false;
      }
    }
    return !users.isEmpty();
  }
}
