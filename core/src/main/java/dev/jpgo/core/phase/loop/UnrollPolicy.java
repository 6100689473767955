package dev.jpgo.core.phase.loop;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.inline.SizeEstimate;
import dev.jpgo.core.world.CostModel;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Which loops are unrolled. An interpreter saves the test of three iterations out of four; it pays
 * for a second test each time the loop is entered, and the code for the memory that it takes.
 */
final class UnrollPolicy {
  /** Iterations behind one test. */
  static final int FACTOR = 4;

  /**
   * With fewer on average programs lose: many of the times such a loop is entered it ends early,
   * and has paid for the second test (docs/adr/0019).
   */
  static final double MIN_ITERATIONS = 40;

  /** Bytes of a loop, as {@link SizeEstimate} has them. */
  static final int MAX_BYTES = 80;

  /** Bytes by which the loops of a method may make it longer. */
  static final int MAX_GROWTH = 720;

  private static final int MAX_BLOCKS = 16;

  /** Share of an iteration's time that is to be saved at least. */
  private static final double MIN_SAVED = 0.05;

  private final Graph graph;
  private final CostModel costs;
  private final Predicate<Instr> small;
  private final FreeChoices choices;
  private final int maxMethodBytes;
  private int bytes;
  private int growth;

  /**
   * @param costs what things cost
   * @param small calls that cost as much as a field
   */
  UnrollPolicy(
      Graph graph,
      CostModel costs,
      Predicate<Instr> small,
      FreeChoices choices,
      int maxMethodBytes) {
    this.graph = graph;
    this.costs = costs;
    this.small = small;
    this.choices = choices;
    this.maxMethodBytes = maxMethodBytes;
    for (Block block : graph.blocks()) {
      bytes += SizeEstimate.of(block);
    }
  }

  /** Whether a loop is unrolled; if so, its growth counts for the ones asked about later. */
  boolean admits(CountedLoop counted) {
    LoopForest.Loop loop = counted.loop();
    int size = size(loop);
    int more = FACTOR * size;
    if (hasObstacle(loop)
        || size > MAX_BYTES
        || growth + more > MAX_GROWTH
        || bytes + growth + more > maxMethodBytes
        || choices.refusal(refusal(counted)) != null) {
      return false;
    }
    growth += more;
    return true;
  }

  private static int size(LoopForest.Loop loop) {
    int size = 0;
    for (Block block : loop.blocks()) {
      size += SizeEstimate.of(block);
    }
    return size;
  }

  /** Whether there is something in a loop that there is not to be more of. */
  private static boolean hasObstacle(LoopForest.Loop loop) {
    if (loop.blocks().size() > MAX_BLOCKS) {
      return true;
    }
    for (Block block : loop.blocks()) {
      List<Instr> body = block.body();
      for (int i = 0; i < body.size(); i++) {
        int op = body.get(i).op();
        if (op == Opcodes.MONITORENTER
            || op == Opcodes.MONITOREXIT
            || op == Opcodes.INVOKEDYNAMIC) { // is linked by itself
          return true;
        }
      }
    }
    return false;
  }

  /** Why it does not pay, or null when it does. */
  private @Nullable String refusal(CountedLoop counted) {
    LoopForest.Loop loop = counted.loop();
    double iterations = iterations(loop);
    if (iterations < 0 || entries(loop) == 0) {
      return "not counted"; // where only calls were counted, all blocks run as often
    }
    if (iterations < entries(loop) * MIN_ITERATIONS) {
      return "few iterations";
    }
    if (iterations < graph.entry().frequency()) {
      return "rarely run";
    }
    if (!counted.tested().isPhi()) {
      return "counts in front of the test"; // in one place with it, which costs little
    }
    double saved = (1 - 1.0 / FACTOR) * 3 * costs.bytecode();
    return saved < MIN_SAVED * cost(loop, iterations) ? "its body is dear" : null;
  }

  /** How often the loop goes back to its start; negative if unknown. */
  static double iterations(LoopForest.Loop loop) {
    double iterations = 0;
    for (Block latch : loop.latches()) {
      double back = goingBack(latch, loop.header());
      if (back < 0) {
        return -1;
      }
      iterations += back;
    }
    return loop.header().frequency() < 0 ? -1 : iterations;
  }

  /** How often a block leads back to the header: as often as it runs and leads nowhere else. */
  private static double goingBack(Block latch, Block header) {
    double frequency = latch.frequency();
    for (Block successor : latch.successors()) {
      if (successor != header) {
        if (successor.preds().size() != 1 || successor.frequency() < 0) {
          return -1;
        }
        frequency -= successor.frequency();
      }
    }
    return latch.frequency() < 0 ? -1 : Math.max(0, frequency);
  }

  /** How often a loop that was counted is entered. */
  static double entries(LoopForest.Loop loop) {
    return Math.max(0, loop.header().frequency() - iterations(loop));
  }

  /** Nanoseconds of an iteration, the header's test included. */
  private double cost(LoopForest.Loop loop, double iterations) {
    double cost = 0;
    for (Block block : loop.blocks()) {
      double once = cost(block.terminator());
      List<Instr> body = block.body();
      for (int i = 0; i < body.size(); i++) {
        once += cost(body.get(i));
      }
      cost += once * Math.max(0, block.frequency());
    }
    return cost / iterations;
  }

  /** The operation, and half of its operands: the others are on the stack. */
  private double cost(Instr instr) {
    if (instr.isConst()) {
      return 0;
    }
    double operands = costs.bytecode() * instr.inputs().size() / 2;
    if (Op.isInvoke(instr.op()) && small.test(instr)) {
      return operands + costs.field();
    }
    return operands
        + switch (instr.op()) {
          case Opcodes.GOTO -> 0;
          case Opcodes.GETFIELD, Opcodes.PUTFIELD -> costs.field();
          case Opcodes.GETSTATIC, Opcodes.PUTSTATIC -> costs.staticField();
          case Opcodes.INVOKESTATIC, Opcodes.INVOKESPECIAL -> costs.staticCall();
          case Opcodes.INVOKEVIRTUAL -> costs.virtualCall();
          case Opcodes.INVOKEINTERFACE -> costs.interfaceCall();
          case Opcodes.NEW, Opcodes.NEWARRAY, Opcodes.ANEWARRAY, Opcodes.MULTIANEWARRAY ->
              costs.virtualCall();
          case Opcodes.CHECKCAST, Opcodes.INSTANCEOF -> costs.checkcast();
          default -> costs.bytecode();
        };
  }
}
