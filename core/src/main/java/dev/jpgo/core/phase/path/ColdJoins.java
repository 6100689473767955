package dev.jpgo.core.phase.path;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.phase.memory.MemoryContext;
import dev.jpgo.core.phase.simplify.GraphPhase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * Where a way that is hardly ever taken joins a frequent path, it goes on in a copy of what
 * follows, as far as something there is known on the frequent path alone: what a call answers, or
 * which way a test goes (tail duplication for superblocks: Hwu and others, <i>The Superblock</i>,
 * 1993). Other phases then make use of it. The rare ways are ends of things, like that of a text,
 * and slow paths of guards.
 *
 * <p>Sound: the copy does what the original does, with the values that come in on its own ways. A
 * value that has two versions is used where both may arrive by way of a phi ({@link Copies}). What
 * the verifier would not take from two places stays one: an object between its creation and its
 * constructor, and instructions that lock.
 *
 * <p>There is at most one copy of a block, whatever ways lead to it; blocks that loops come back to
 * and entries of handlers have none.
 */
public final class ColdJoins implements GraphPhase {
  public static final String NAME = "cold-joins";

  /** A way is rare if what it leads to is run that many times as often. */
  private static final double RARE = 16;

  /** What is run less than this often in a call is not worth it. */
  private static final double WORTH = 0.25;

  /** Most instructions of copies in a method. */
  private static final int MOST = 300;

  private final MemoryContext context;

  public ColdJoins(MemoryContext context) {
    this.context = context;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int run(Graph graph) {
    double least = WORTH * graph.entry().frequency();
    if (least < 0 || graph.blocks().stream().noneMatch(block -> mayHaveRareWays(block, least))) {
      return 0;
    }
    Selection selection = new Selection(graph, least);
    List<Way> ways = selection.rareWays();
    if (ways.isEmpty()) {
      return 0;
    }
    List<Gain> gains = new Gains(context, graph, selection.order, ways, least).find();
    if (gains.isEmpty() || !selection.select(gains)) {
      return 0;
    }
    new Copies(graph, selection.copied, selection.order, selection.uses).make(selection.ways);
    return selection.ways.size();
  }

  private static boolean mayHaveRareWays(Block block, double least) {
    return block.preds().size() > 1 && block.frequency() > least;
  }

  /** A rare way into a block that may get a copy. */
  record Way(Block from, Block into) {}

  /**
   * Something that is known where rare ways do not join.
   *
   * @param place where it is
   * @param joins the blocks with rare ways in front of it that keep it from being known
   */
  record Gain(Block place, List<Block> joins) {}

  private static final class Selection {
    private final Graph graph;
    private final Dominators order;
    private final Uses uses;
    private final double least;
    private final Set<Block> copied = new HashSet<>();
    private final List<Way> ways = new ArrayList<>();
    private int left = MOST;

    Selection(Graph graph, double least) {
      this.graph = graph;
      this.least = least;
      order = Dominators.of(graph);
      uses = Uses.of(graph);
    }

    List<Way> rareWays() {
      List<Way> found = new ArrayList<>();
      Set<Block> starts = new HashSet<>();
      for (Block block : order.reversePostorder()) {
        if (mayHaveRareWays(block, least) && isSimple(block)) {
          rareWays(block, found);
        }
      }
      found.removeIf(way -> !starts.add(way.from()));
      return found;
    }

    private static void rareWays(Block block, List<Way> found) {
      List<Way> rare = new ArrayList<>(1);
      double most = block.frequency() / RARE;
      for (Block pred : block.preds()) {
        double frequency = frequency(pred, block);
        if (frequency >= 0 && frequency <= most) {
          rare.add(new Way(pred, block));
        }
      }
      if (rare.size() < block.preds().size()) {
        found.addAll(rare);
      }
    }

    /** How often a way is taken; negative if nothing is known of it. */
    private static double frequency(Block from, Block to) {
      List<Block> successors = from.successors();
      double frequency = from.frequency();
      for (int i = 0; i < successors.size(); i++) {
        Block other = successors.get(i);
        if (other != to && other.preds().size() == 1 && other.frequency() >= 0) {
          frequency = Math.max(0, frequency - other.frequency());
        }
      }
      return from.frequency() < 0 ? -1 : frequency;
    }

    /** Selects what gets a copy and which ways lead there; whether there is anything. */
    boolean select(List<Gain> gains) {
      Set<Block> joins = new HashSet<>();
      Set<Block> needed = new HashSet<>();
      for (Gain gain : gains) {
        joins.addAll(gain.joins());
        needed.add(gain.place());
      }
      List<Block> blocks = order.reversePostorder();
      for (int i = blocks.size() - 1; i >= 0; i--) {
        Block block = blocks.get(i);
        for (Block successor : block.successors()) {
          if (order.position(successor) > i && needed.contains(successor)) {
            needed.add(block);
          }
        }
      }
      for (Block block : blocks) {
        if (needed.contains(block)
            && (joins.contains(block) || follows(block))
            && isSimple(block)
            && fits(block)) {
          copied.add(block);
          rareWays(block, ways);
        }
      }
      return !ways.isEmpty();
    }

    private boolean follows(Block block) {
      for (Block pred : block.preds()) {
        if (copied.contains(pred)) {
          return true;
        }
      }
      return false;
    }

    private boolean fits(Block block) {
      int size = block.phis().size() + block.body().size() + 1;
      if (size > left) {
        return false;
      }
      left -= size;
      return true;
    }

    private boolean isSimple(Block block) {
      if (block.isHandlerEntry() || block == graph.entry()) {
        return false;
      }
      for (Block pred : block.preds()) {
        if (order.position(pred) >= order.position(block)) {
          return false;
        }
      }
      for (Instr instr : block.body()) {
        int op = instr.op();
        if (op == Opcodes.MONITORENTER
            || op == Opcodes.MONITOREXIT
            || op == Op.LOCKED
            || op == Opcodes.INVOKEDYNAMIC // is linked by itself, wherever it stands
            || (op == Opcodes.NEW && !isInitialized(instr, block))) {
          return false;
        }
      }
      return true;
    }

    /** Whether an object's constructor is called in the block that creates it. */
    private boolean isInitialized(Instr created, Block block) {
      for (Instr user : uses.of(created)) {
        if (user.block() == block
            && user.op() == Opcodes.INVOKESPECIAL
            && user.input(0) == created
            && ((Operand.Method) user.operand()).name().equals("<init>")) {
          return true;
        }
      }
      return false;
    }
  }
}
