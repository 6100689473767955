package dev.jpgo.core.phase.order;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.BlockSplitter;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.phase.simplify.GraphPhase;
import dev.jpgo.core.world.CostModel;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * Tests for the case of a sparse switch that mostly runs before the switch, which an interpreter
 * looks up by binary search. A dense one is a jump through a table, which costs HotSpot's
 * interpreter as much as the test: it stays.
 *
 * <p>Sound because a switch goes where the one key leads that is equal (JVMS 6.5, lookupswitch),
 * and so does the test; what it tests does not change, and nothing comes between the two.
 */
public final class HotCases implements GraphPhase {
  public static final String NAME = "hot-cases";

  /** Instructions of a test: two loads and a branch. */
  private static final double TEST = 3.5;

  /** The same for looking at up to four keys in turn, and for a search. */
  private static final double SCAN = 5;

  private static final double SEARCH = 10;
  private static final int MOST_SCANNED = 4;

  /** Part of its cost that a test must save; counts are estimates. */
  private static final double MARGIN = 0.1;

  private static final int MOST_TESTS = 3;

  private final CostModel costs;

  public HotCases(CostModel costs) {
    this.costs = costs;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int run(Graph graph) {
    int tests = 0;
    for (Block block : List.copyOf(graph.blocks())) {
      Block at = block;
      for (int i = 0; i < MOST_TESTS; i++) {
        int hot = hotKey(at);
        if (hot < 0) {
          break;
        }
        at = testFirst(graph, at, hot);
        tests++;
      }
    }
    return tests;
  }

  /** Place of the key that is worth a test of its own; negative when none is. */
  private int hotKey(Block block) {
    if (block.terminator().op() != Opcodes.LOOKUPSWITCH || block.frequency() <= 0) {
      return -1;
    }
    Operand.Switch keys = (Operand.Switch) block.terminator().operand();
    if (keys.isDense()) {
      return -1;
    }
    int hot = -1;
    double most = 0;
    for (int i = 0; i < keys.keys().size(); i++) {
      double count = EdgeFrequencies.of(block, block.successors().get(i + 1));
      if (count > most) {
        most = count;
        hot = i;
      }
    }
    double saved = keys.keys().size() > MOST_SCANNED ? SEARCH : SCAN;
    double gain = (saved * most / block.frequency() - TEST) * costs.bytecode();
    return gain > MARGIN * TEST * costs.bytecode() ? hot : -1;
  }

  /** Returns the block that has the switch then, without the key. */
  private static Block testFirst(Graph graph, Block block, int hot) {
    Instr last = block.terminator();
    Block target = block.successors().get(hot + 1);
    List<Instr> passed = BlockSplitter.phiInputs(target, block);
    Block rest = BlockSplitter.split(graph, block, block.body().size());
    rest.setFrequency(Math.max(0, block.frequency() - target.frequency()));
    List<Integer> keys = new ArrayList<>(((Operand.Switch) last.operand()).keys());
    List<Block> successors = new ArrayList<>(rest.successors());
    int key = keys.remove(hot);
    successors.remove(hot + 1);
    Instr fewer =
        graph.newInstr(
            last.op(), new Operand.Switch(keys), last.type(), last.inputs(), last.position());
    fewer.setSite(last.site());
    rest.terminate(fewer, successors);
    Instr constant =
        graph.newInstr(
            Op.CONST, new Operand.Constant(key), ValueType.INT, List.of(), last.position());
    block.append(constant);
    Instr test =
        graph.newInstr(
            Opcodes.IF_ICMPEQ,
            Operand.None.NONE,
            ValueType.VOID,
            List.of(last.input(0), constant),
            last.position());
    block.terminate(test, List.of(target, rest));
    BlockSplitter.setPhiInputs(target, block, passed);
    return rest;
  }
}
