package dev.jpgo.core.phase.loop;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.Reaching;
import dev.jpgo.core.ir.Uses;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Uses behind a loop of what is computed in it. Once the loop has copies, or is done in part in
 * front of it, each use takes the value of the version that was left, or a phi where ways from
 * several copies meet ({@link Reaching}).
 */
final class OutsideUses {
  private final Graph graph;

  /** By value of the loop: what uses it outside. */
  private final Map<Instr, List<Instr>> users = new IdentityHashMap<>();

  private OutsideUses(Graph graph) {
    this.graph = graph;
  }

  /** Collects them, while the loop has no copies yet. */
  static OutsideUses of(Graph graph, LoopForest.Loop loop, Uses uses) {
    OutsideUses result = new OutsideUses(graph);
    for (Block block : loop.blocks()) {
      block.phis().forEach(phi -> result.collect(phi, loop, uses));
      block.body().forEach(instr -> result.collect(instr, loop, uses));
    }
    return result;
  }

  private void collect(Instr value, LoopForest.Loop loop, Uses uses) {
    List<Instr> outside = new ArrayList<>(0);
    for (Instr user : uses.of(value)) {
      if (!loop.blocks().contains(user.block()) && !outside.contains(user)) {
        outside.add(user);
      }
    }
    if (!outside.isEmpty()) {
      users.put(value, outside);
    }
  }

  /** Whether a value is used outside of the loop. */
  boolean exist(Instr value) {
    return users.containsKey(value);
  }

  /** Corrects the uses outside. */
  void correct(LoopForest.Loop loop, LoopVersions copies) {
    for (Block block : loop.blocks()) {
      block.phis().forEach(phi -> correct(phi, copies));
      block.body().forEach(instr -> correct(instr, copies));
    }
  }

  private void correct(Instr value, LoopVersions copies) {
    List<Instr> outside = users.get(value);
    if (outside == null) {
      return;
    }
    Reaching reaching =
        new Reaching(
            graph,
            value,
            block ->
                copies.isOriginal(block)
                    ? value
                    : copies.isCopy(block) ? copies.value(block, value) : null);
    for (Instr user : outside) {
      Block home = user.home();
      for (int i = 0; i < user.inputs().size(); i++) {
        if (user.input(i) == value) {
          Instr reached =
              user.isPhi() ? reaching.leaving(home.preds().get(i)) : reaching.entering(home);
          user.inputs().set(i, reached);
        }
      }
    }
  }
}
