package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.phase.simplify.GraphPhase;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * A call of a method that does nothing, in loops whose calls are gone, for VMs that stop a thread
 * for a safepoint only where it calls or returns: Zero VMs of JDK 17 ({@code DO_BACKEDGE_CHECKS} of
 * HotSpot's bytecodeInterpreter.cpp is empty there). Without it {@code while (!flag) tick();} never
 * stops there once {@code tick} is inlined, and what is to set the flag waits at a safepoint for
 * that loop: the VM hangs, and does not end when it is told to.
 *
 * <p>The call takes 15 ns. It is made at the head of loops that are not known to have had no calls
 * before anything was done ({@link #callFree}), if they
 *
 * <ul>
 *   <li>need not come nearer to a way out of their own ({@link LoopProgress}), and have a way round
 *       without a call;
 *   <li>or take some thirty milliseconds or more each time they are entered, by the profile, or are
 *       a method's outermost and the method was hardly ever called, so that nobody knows; if not
 *       each way round has a call.
 * </ul>
 *
 * <p>and of each that is entered in several places.
 *
 * <p>Sound: the call touches nothing of the program's. What it may throw, a {@code
 * StackOverflowError}, the call that was inlined could, at the same place or one before.
 */
public final class LoopPolls implements GraphPhase {
  public static final String NAME = "loop-polls";

  /** Instructions that a thread may run without a poll; each takes some 1.5 ns. */
  private static final double SPAN = 20_000_000;

  private final MemoryContext context;
  private final boolean called;
  private final BitSet callFree;

  /**
   * For one method.
   *
   * @param called whether the method has been called more than once or twice, as far as is known
   * @param callFree ids of the heads of loops that the method has had without calls
   */
  public LoopPolls(MemoryContext context, boolean called, BitSet callFree) {
    this.context = context;
    this.called = called;
    this.callFree = callFree;
  }

  /** The ids of the heads of loops that have no calls. */
  public static BitSet callFree(Graph graph) {
    BitSet heads = new BitSet();
    for (LoopForest.Loop loop : LoopForest.of(graph, Dominators.of(graph)).loops()) {
      boolean polls = false;
      for (Block block : loop.blocks()) {
        polls |= hasPoll(block);
      }
      heads.set(loop.header().id(), !polls);
    }
    return heads;
  }

  @Override
  public String name() {
    return NAME;
  }

  /** Whether the VM may stop the thread at an instruction. */
  static boolean isPoll(Instr instr) {
    return Op.isInvoke(instr.op())
        || instr.op() == Opcodes.INVOKEDYNAMIC
        || instr.op() == Opcodes.NEWARRAY
        || instr.op() == Opcodes.ANEWARRAY
        || instr.op() == Opcodes.MULTIANEWARRAY;
  }

  @Override
  public int run(Graph graph) {
    Dominators dominators = Dominators.of(graph);
    LoopForest loops = LoopForest.of(graph, dominators);
    List<LoopForest.Loop> all = loops.loops();
    Set<Block> entered = enteredInside(dominators);
    MemoryAccesses accesses = new MemoryAccesses(context, graph);
    Executions executions = new Executions(graph, loops);
    Set<Block> heads = new LinkedHashSet<>();
    for (int i = 0; i < all.size(); i++) {
      LoopForest.Loop loop = all.get(i);
      boolean unseen = !called && loop.parent() == null && entered.isEmpty();
      if (!callFree.get(loop.header().id())
          && !polls(loop, dominators)
          && (isLong(loop, executions, unseen)
              || !new LoopProgress(dominators, loops, accesses, loop, true).ends())) {
        heads.add(loop.header());
      }
    }
    for (Block head : entered) {
      if (!hasPoll(head)) {
        heads.add(head);
      }
    }
    for (Block head : heads) {
      poll(graph, head);
    }
    return heads.size();
  }

  /**
   * Where loops begin that are entered elsewhere, too, as those around a loop that was entered
   * while it ran: of these nothing more is known.
   */
  private static Set<Block> enteredInside(Dominators dominators) {
    Set<Block> heads = new LinkedHashSet<>();
    List<Block> blocks = dominators.reversePostorder();
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      for (Block successor : block.successors()) {
        if (dominators.position(successor) <= i && !dominators.dominates(successor, block)) {
          heads.add(successor);
        }
      }
    }
    return heads;
  }

  /** Whether there is a poll on each way round. */
  private static boolean polls(LoopForest.Loop loop, Dominators dominators) {
    List<Block> blocks = loop.blocks();
    for (int i = 0; i < blocks.size(); i++) {
      if (hasPoll(blocks.get(i)) && dominatesLatches(blocks.get(i), loop, dominators)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the VM may stop the thread in a block. */
  static boolean hasPoll(Block block) {
    List<Instr> body = block.body();
    for (int i = 0; i < body.size(); i++) {
      if (isPoll(body.get(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean dominatesLatches(
      Block block, LoopForest.Loop loop, Dominators dominators) {
    List<Block> latches = loop.latches();
    for (int i = 0; i < latches.size(); i++) {
      if (!dominators.dominates(block, latches.get(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a loop runs for long without a poll.
   *
   * @param unseen whether nobody knows how long it will run
   */
  private static boolean isLong(LoopForest.Loop loop, Executions executions, boolean unseen) {
    if (unseen || !executions.counted()) {
      return unseen;
    }
    double instructions = 0;
    List<Block> blocks = loop.blocks();
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      instructions += executions.of(block) * (block.body().size() + 1);
    }
    double entries = Math.max(1, entries(loop, executions));
    return instructions > SPAN * entries;
  }

  /** How often a loop is entered, as far as it is known of what stands in front or goes round. */
  private static double entries(LoopForest.Loop loop, Executions executions) {
    double runs = executions.of(loop.header());
    double rounds = 0;
    double before = 0;
    List<Block> preds = loop.header().preds();
    for (int i = 0; i < preds.size(); i++) {
      double runsOfPred = executions.of(preds.get(i));
      if (loop.blocks().contains(preds.get(i))) {
        rounds += runsOfPred;
      } else {
        before += Math.min(runsOfPred, runs);
      }
    }
    return Math.max(before, runs - rounds);
  }

  private static void poll(Graph graph, Block header) {
    List<Instr> body = header.body();
    int first = !body.isEmpty() && body.get(0).op() == Op.CATCH ? 1 : 0;
    Position position =
        first < body.size() ? body.get(first).position() : header.terminator().position();
    Operand.Method method = new Operand.Method(RuntimeCalls.POLLS, RuntimeCalls.POLL, "()V", false);
    header.insert(
        first, graph.newInstr(Opcodes.INVOKESTATIC, method, ValueType.VOID, List.of(), position));
  }
}
