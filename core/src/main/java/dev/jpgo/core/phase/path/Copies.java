package dev.jpgo.core.phase.path;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Reaching;
import dev.jpgo.core.ir.TrivialPhis;
import dev.jpgo.core.ir.Uses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Second copies of blocks, for ways that no longer lead to the first. Copies lead to copies where
 * there are any and no loop is gone around. A value of a copied block has two versions; each use
 * gets the one that reaches it, or a phi of both ({@link Reaching}).
 */
final class Copies {
  private final Graph graph;
  private final Set<Block> copied;
  private final Dominators before;
  private final Uses uses;
  private final Map<Block, Block> blocks = new HashMap<>();
  private final Map<Instr, Instr> values = new HashMap<>();

  /**
   * @param copied the blocks that get a copy
   * @param before the order of the graph as it is
   * @param uses of the graph as it is
   */
  Copies(Graph graph, Set<Block> copied, Dominators before, Uses uses) {
    this.graph = graph;
    this.copied = copied;
    this.before = before;
    this.uses = uses;
  }

  /** Makes the copies and has the ways lead to them. */
  void make(List<ColdJoins.Way> ways) {
    List<Block> order = new ArrayList<>(copied.size());
    for (Block block : before.reversePostorder()) {
      if (copied.contains(block)) {
        order.add(block);
        copy(block);
      }
    }
    order.forEach(this::connect);
    for (ColdJoins.Way way : ways) {
      turn(way.from(), way.into());
    }
    order.forEach(this::share);
    order.forEach(block -> graph.blocks().add(copyOf(block)));
    Dominators after = Dominators.of(graph);
    for (Block block : order) {
      List.copyOf(block.phis()).forEach(value -> correct(value, after));
      block.body().forEach(value -> correct(value, after));
    }
    TrivialPhis.remove(graph);
  }

  private Block copyOf(Block block) {
    Block copy = blocks.get(block);
    if (copy == null) {
      throw new IllegalStateException(block + " has no copy");
    }
    return copy;
  }

  private void copy(Block block) {
    Block made = graph.newBlock();
    blocks.put(block, made);
    for (Instr phi : block.phis()) {
      Instr same = graph.newPhi(phi.type(), phi.position());
      same.setTemporary(phi.isTemporary());
      values.put(phi, same);
      made.addPhi(same);
    }
    for (Instr instr : block.body()) {
      Instr same = copy(instr);
      values.put(instr, same);
      made.append(same);
    }
  }

  private Instr copy(Instr instr) {
    Instr same =
        graph.newInstr(instr.op(), instr.operand(), instr.type(), instr.inputs(), instr.position());
    same.setSite(instr.site());
    same.setTemporary(instr.isTemporary());
    return same;
  }

  /** Gives a copy the edges that its block has. */
  private void connect(Block block) {
    Block made = copyOf(block);
    List<Block> successors = new ArrayList<>(block.successors().size());
    for (Block to : block.successors()) {
      successors.add(target(block, to));
    }
    Instr last = copy(block.terminator());
    values.put(block.terminator(), last);
    made.terminate(last, successors);
    made.setHandlers(block.handlers());
    for (int i = 0; i < successors.size(); i++) {
      pass(block, block.successors().get(i), made, successors.get(i));
    }
    for (Block.Handler handler : block.handlers()) {
      pass(block, handler.target(), made, handler.target());
    }
  }

  private Block target(Block from, Block to) {
    boolean goesOn = before.position(to) > before.position(from);
    return goesOn && copied.contains(to) ? copyOf(to) : to;
  }

  /** Has a new way to a block, or to its copy, pass to the phis what an old one does. */
  private void pass(Block from, Block to, Block newFrom, Block newTo) {
    List<Instr> phis = to.phis();
    for (int i = 0; i < phis.size(); i++) {
      newTo.setPhiInput(newTo.phis().get(i), newFrom, to.phiInput(phis.get(i), from));
    }
  }

  private void turn(Block from, Block into) {
    List<Instr> passed = new ArrayList<>(into.phis().size());
    for (Instr phi : into.phis()) {
      passed.add(into.phiInput(phi, from));
    }
    Block copy = copyOf(into);
    from.redirect(into, copy);
    for (int i = 0; i < passed.size(); i++) {
      copy.setPhiInput(copy.phis().get(i), from, passed.get(i));
    }
  }

  /** Divides how often a block is run between it and its copy. */
  private void share(Block block) {
    Block made = copyOf(block);
    if (block.frequency() < 0) {
      made.setFrequency(block.frequency()); // nobody counted
      return;
    }
    double rare = 0;
    for (Block pred : made.preds()) {
      rare += pred.successors().size() == 1 ? Math.max(0, pred.frequency()) : 0;
    }
    made.setFrequency(Math.min(rare, block.frequency()));
    block.setFrequency(block.frequency() - made.frequency());
  }

  private void correct(Instr value, Dominators after) {
    Instr second = values.get(value);
    if (second == null) {
      return; // a phi that was added
    }
    List<Instr> users = uses.of(value);
    Block firstHome = value.home();
    Block secondHome = second.home();
    Reaching reaching =
        new Reaching(
            graph,
            value,
            block ->
                after.dominates(firstHome, block)
                    ? value
                    : after.dominates(secondHome, block) ? second : null);
    for (int i = 0; i < users.size(); i++) {
      Instr user = users.get(i);
      correct(user, value, reaching);
      Instr copy = values.get(user);
      if (copy != null) {
        correct(copy, value, reaching);
      }
    }
  }

  /**
   * Gives a user what reaches it. Where a version is defined before its use in the same block, or
   * dominates it, that is what is at the end of the user's block, too.
   */
  private static void correct(Instr user, Instr value, Reaching reaching) {
    Block home = user.home();
    List<Instr> inputs = user.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      if (inputs.get(i) == value) {
        inputs.set(i, reaching.leaving(user.isPhi() ? home.preds().get(i) : home));
      }
    }
  }
}
