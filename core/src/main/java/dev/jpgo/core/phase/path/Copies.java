package dev.jpgo.core.phase.path;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.TrivialPhis;
import dev.jpgo.core.ir.Uses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Second copies of blocks, for ways that no longer lead to the first. Copies lead to copies where
 * there are any and no loop is gone around. A value of a copied block has two versions; each use
 * gets the one that reaches it, or a phi of both (Braun and others, <i>Simple and Efficient
 * Construction of Static Single Assignment Form</i>, 2013).
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
   */
  Copies(Graph graph, Set<Block> copied, Dominators before) {
    this.graph = graph;
    this.copied = copied;
    this.before = before;
    uses = Uses.of(graph);
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
      List.copyOf(block.phis()).stream()
          .filter(values::containsKey)
          .forEach(value -> correct(value, after));
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
    double rare = 0;
    for (Block pred : made.preds()) {
      rare += pred.successors().size() == 1 ? Math.max(0, pred.frequency()) : 0;
    }
    made.setFrequency(Math.min(rare, block.frequency()));
    block.setFrequency(block.frequency() - made.frequency());
  }

  private void correct(Instr value, Dominators after) {
    List<Instr> users = uses.of(value);
    if (users.isEmpty()) {
      return;
    }
    Reaching reaching = new Reaching(value, after);
    for (int i = 0; i < users.size(); i++) {
      Instr user = users.get(i);
      reaching.correct(user);
      Instr second = values.get(user);
      if (second != null) {
        reaching.correct(second);
      }
    }
  }

  /** Which version of a value arrives where. */
  private final class Reaching {
    private final Instr first;
    private final Instr second;
    private final Block firstHome;
    private final Block secondHome;
    private final Dominators after;
    private final Map<Block, Instr> known = new HashMap<>(4);

    Reaching(Instr value, Dominators after) {
      first = value;
      second = valueIn(value);
      firstHome = home(first);
      secondHome = home(second);
      this.after = after;
    }

    private Instr valueIn(Instr value) {
      Instr made = values.get(value);
      if (made == null) {
        throw new IllegalStateException(value + " has no copy");
      }
      return made;
    }

    void correct(Instr user) {
      Block home = home(user);
      List<Instr> inputs = user.inputs();
      for (int i = 0; i < inputs.size(); i++) {
        if (inputs.get(i) == first) {
          inputs.set(i, user.isPhi() ? leaving(home.preds().get(i)) : within(home));
        }
      }
    }

    private Instr within(Block block) {
      return block == firstHome || block == secondHome ? leaving(block) : entering(block);
    }

    private Instr leaving(Block block) {
      if (block == firstHome) {
        return first;
      }
      return block == secondHome ? second : entering(block);
    }

    private Instr entering(Block block) {
      if (after.strictlyDominates(firstHome, block)) {
        return first;
      }
      if (after.strictlyDominates(secondHome, block)) {
        return second;
      }
      Instr reached = known.get(block);
      if (reached != null) {
        return reached;
      }
      if (block.preds().size() == 1) {
        reached = leaving(block.preds().get(0));
        known.put(block, reached);
        return reached;
      }
      Instr phi = graph.newPhi(first.type(), first.position());
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

  private static Block home(Instr instr) {
    @Nullable Block home = instr.block();
    if (home == null) {
      throw new IllegalStateException(instr + " is in no block");
    }
    return home;
  }
}
