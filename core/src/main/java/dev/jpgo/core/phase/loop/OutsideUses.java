package dev.jpgo.core.phase.loop;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.Uses;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Uses behind a loop of what is computed in it. Once the loop has copies, or is done in part in
 * front of it, each use takes the value of the version that was left: phis are put where ways from
 * several copies meet (Braun et al., "Simple and Efficient Construction of Static Single Assignment
 * Form", 2013). Those of them that merge nothing are left for {@link dev.jpgo.core.ir.TrivialPhis}
 * to remove.
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
    Reaching reaching = new Reaching(graph, value, copies);
    for (Instr user : outside) {
      Block home = user.block();
      if (home == null) {
        throw new IllegalStateException(user + " is in no block");
      }
      for (int i = 0; i < user.inputs().size(); i++) {
        if (user.input(i) == value) {
          Instr reached =
              user.isPhi() ? reaching.leaving(home.preds().get(i)) : reaching.entering(home);
          user.inputs().set(i, reached);
        }
      }
    }
  }

  /** What one value of the loop is in the blocks behind it. */
  private static final class Reaching {
    private final Graph graph;
    private final Instr value;
    private final LoopVersions copies;
    private final Map<Block, Instr> known = new IdentityHashMap<>();

    Reaching(Graph graph, Instr value, LoopVersions copies) {
      this.graph = graph;
      this.value = value;
      this.copies = copies;
    }

    Instr leaving(Block block) {
      if (copies.isOriginal(block)) {
        return value;
      }
      return copies.isCopy(block) ? copies.value(block, value) : entering(block);
    }

    Instr entering(Block block) {
      @Nullable Instr reached = known.get(block);
      if (reached != null) {
        return reached;
      }
      if (block.preds().size() == 1) {
        reached = leaving(block.preds().get(0));
        known.put(block, reached);
        return reached;
      }
      Instr phi = graph.newPhi(value.type(), value.position());
      known.put(block, phi);
      List<Instr> inputs = new ArrayList<>(block.preds().size());
      for (Block pred : block.preds()) {
        inputs.add(leaving(pred));
      }
      block.addPhi(phi);
      phi.inputs().addAll(inputs);
      return phi;
    }
  }
}
