package dev.jpgo.core.phase.simplify;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Uses;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The phis of a block that is about to be passed by: they must be used nowhere but in its test and,
 * for the way from it, in phis of its successors. Where a successor has no other predecessor, what
 * is used behind it can be used by way of a phi of its own, which then takes in the other ways.
 */
final class LocalPhis {
  private final Graph graph;
  private @Nullable Uses uses;
  private @Nullable Dominators dominators;
  private boolean closed;

  LocalPhis(Graph graph) {
    this.graph = graph;
  }

  /** Whether a successor got a phi of its own, which may be of no use. */
  boolean closed() {
    return closed;
  }

  /** Edges were changed: nothing that was known of the graph holds. */
  void forget() {
    uses = null;
    dominators = null;
  }

  /** Whether what is in the body of a block is used by its last instruction alone. */
  boolean isBodyLocal(Block block) {
    for (Instr instr : block.body()) {
      for (Instr user : uses().of(instr)) {
        if (user != block.terminator()) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether the phis of a block are used in the block and in phis of its successors alone. */
  boolean isLocal(Block block) {
    for (Instr phi : block.phis()) {
      for (Instr user : uses().of(phi)) {
        if (!isLocal(phi, user, block)) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Gives successors of a block phis of their own for what is used behind them; returns whether the
   * block's phis are local now, without which nothing is done.
   */
  boolean close(Block block) {
    if (isLoop(block)) {
      return false;
    }
    Map<Block, Map<Instr, List<Instr>>> behind = new LinkedHashMap<>();
    for (Instr phi : block.phis()) {
      for (Instr user : uses().of(phi)) {
        if (!isLocal(phi, user, block)) {
          Block way = wayTo(phi, user, block);
          if (way == null) {
            return false;
          }
          behind
              .computeIfAbsent(way, any -> new LinkedHashMap<>())
              .computeIfAbsent(phi, any -> new ArrayList<>())
              .add(user);
        }
      }
    }
    behind.forEach((way, users) -> users.forEach((phi, list) -> pass(phi, block, way, list)));
    uses = null;
    closed = true;
    return true;
  }

  /** Whether a loop comes back to a block: past it there would be a second way into the loop. */
  boolean isLoop(Block block) {
    for (Block pred : block.preds()) {
      if (dominators().isReachable(pred) && dominators().dominates(block, pred)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a user is in the block, or receives the value from this block and no other. */
  static boolean isLocal(Instr phi, Instr user, Block block) {
    if (user == block.terminator()) {
      return true;
    }
    Block at = user.block();
    if (!user.isPhi() || at == null || !block.successors().contains(at)) {
      return false;
    }
    for (int i = 0; i < user.inputs().size(); i++) {
      if (user.input(i) == phi && at.preds().get(i) != block) {
        return false;
      }
    }
    return true;
  }

  /** The successor by which alone a user is reached, or null. */
  private @Nullable Block wayTo(Instr phi, Instr user, Block block) {
    Block at = user.block();
    for (Block way : block.successors()) {
      if (at != null && way.preds().size() == 1 && isBehind(way, phi, user, at)) {
        return way;
      }
    }
    return null;
  }

  /** A phi uses a value where its predecessors end, or start if it is a handler's. */
  private boolean isBehind(Block way, Instr phi, Instr user, Block at) {
    if (!user.isPhi()) {
      return dominators().dominates(way, at);
    }
    for (int i = 0; i < user.inputs().size(); i++) {
      if (user.input(i) == phi && !dominators().dominates(way, at.preds().get(i))) {
        return false;
      }
    }
    return true;
  }

  private void pass(Instr phi, Block block, Block way, List<Instr> users) {
    Instr passed = graph.newPhi(phi.type(), phi.position());
    passed.setTemporary(phi.isTemporary());
    way.addPhi(passed);
    way.setPhiInput(passed, block, phi);
    for (Instr user : users) {
      for (int i = 0; i < user.inputs().size(); i++) {
        if (user.input(i) == phi) {
          user.inputs().set(i, passed);
        }
      }
    }
  }

  private Uses uses() {
    if (uses == null) {
      uses = Uses.of(graph);
    }
    return uses;
  }

  private Dominators dominators() {
    if (dominators == null) {
      dominators = Dominators.of(graph);
    }
    return dominators;
  }
}
