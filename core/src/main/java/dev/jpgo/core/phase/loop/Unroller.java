package dev.jpgo.core.phase.loop;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.phase.memory.Preheaders;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;

/** Unrolls one loop, in front of which stands a block that leads nowhere else. */
final class Unroller {
  private final Graph graph;
  private final CountedLoop counted;
  private final LoopForest.Loop loop;
  private final Block header;
  private final Block preheader;
  private final Limit limit;
  private final LoopCopies copies;
  private final Position position;

  private Unroller(
      Graph graph, CountedLoop counted, Block preheader, Limit limit, LoopCopies copies) {
    this.graph = graph;
    this.counted = counted;
    this.preheader = preheader;
    this.limit = limit;
    this.copies = copies;
    loop = counted.loop();
    header = loop.header();
    position = header.terminator().position();
  }

  /** Unrolls a loop; false if it stays as it is. */
  static boolean unroll(Graph graph, CountedLoop counted, int factor) {
    LoopForest.Loop loop = counted.loop();
    Block preheader = Preheaders.of(loop);
    Limit limit = Limit.of(counted, factor);
    OutsideUses outside = OutsideUses.of(graph, loop, Uses.of(graph));
    if (preheader == null || limit == null || leavesUnfinished(loop, outside)) {
      return false;
    }
    LoopCopies copies = new LoopCopies(graph, loop, stay(loop), factor);
    new Unroller(graph, counted, preheader, limit, copies).run(outside);
    return true;
  }

  /** Whether an object that may not be initialized yet would have to be merged behind the loop. */
  private static boolean leavesUnfinished(LoopForest.Loop loop, OutsideUses outside) {
    for (Block block : loop.blocks()) {
      for (Instr instr : block.body()) {
        if (instr.op() == Opcodes.NEW && outside.exist(instr)) {
          return true;
        }
      }
    }
    return false;
  }

  private static Block stay(LoopForest.Loop loop) {
    Block first = loop.header().successors().get(0);
    return loop.blocks().contains(first) ? first : loop.header().successors().get(1);
  }

  /** Place of the first block of a loop in the layout. */
  static int firstInLayout(Graph graph, LoopForest.Loop loop) {
    List<Block> layout = graph.blocks();
    int place = 0;
    while (!loop.blocks().contains(layout.get(place))) {
      place++;
    }
    return place;
  }

  private void run(OutsideUses outside) {
    shareConstants(outside);
    Map<Instr, Instr> initial = new IdentityHashMap<>();
    for (Instr phi : header.phis()) {
      initial.put(phi, header.phiInput(phi, preheader));
    }
    double iterations = UnrollPolicy.iterations(loop);
    double rest = rest(iterations);
    copies.make(order(), (1 - rest) / copies.count());
    List<Block> way = enter(initial);
    copies.fillPhis(initial);
    for (Instr phi : header.phis()) {
      header.setPhiInput(phi, copies.first(), copies.value(0, phi));
    }
    outside.correct(loop, copies);
    layOut(way);
    weigh(iterations, rest);
  }

  /** Constants that are used behind the loop as well are the same in all copies. */
  private void shareConstants(OutsideUses outside) {
    for (Block block : loop.blocks()) {
      for (Instr instr : List.copyOf(block.body())) {
        if (instr.isConst() && outside.exist(instr)) {
          block.remove(instr);
          preheader.append(instr);
        }
      }
    }
  }

  // --- the way in

  /**
   * Leads to the first loop, or past it where the limit is no int; returns what is new on the way,
   * as it is to stand.
   */
  private List<Block> enter(Map<Instr, Instr> initial) {
    Integer known = limit.constant();
    if (known != null) {
      jump(preheader, copies.first());
      leave(append(copies.first(), constant(known)));
      return List.of();
    }
    if (!limit.guarded()) {
      Instr value = limitIn(preheader);
      jump(preheader, copies.first());
      leave(value);
      return List.of();
    }
    Block good = block(preheader.frequency());
    Block past = block(0);
    Instr value;
    if (limit.isUpward()) {
      branch(preheader, Opcodes.IFLE, List.of(bound()), past, good);
      value = limitIn(good);
    } else {
      value = limitIn(preheader);
      branch(preheader, Opcodes.IF_ICMPLE, List.of(value, bound()), past, good);
    }
    jump(good, copies.first());
    jump(past, header);
    initial.forEach((phi, first) -> header.setPhiInput(phi, past, first));
    leave(value);
    return List.of(good, past);
  }

  private Block block(double frequency) {
    Block block = graph.newBlock();
    block.setFrequency(frequency);
    return block;
  }

  private void jump(Block from, Block to) {
    from.terminate(graph.newGoto(position), List.of(to));
  }

  /** The test of the first loop. */
  private void leave(Instr value) {
    Instr tested = copies.value(0, counted.tested());
    Block stay = copies.afterTest(0);
    if (Integer.valueOf(0).equals(limit.constant())) {
      int op = limit.isUpward() ? Opcodes.IFLT : Opcodes.IFGT;
      branch(copies.first(), op, List.of(tested), stay, header);
    } else {
      int op = limit.isUpward() ? Opcodes.IF_ICMPLT : Opcodes.IF_ICMPGT;
      branch(copies.first(), op, List.of(tested, value), stay, header);
    }
  }

  private Instr bound() {
    Instr bound = counted.bound();
    if (bound == null) {
      throw new IllegalStateException("the bound is zero");
    }
    return bound;
  }

  private Instr limitIn(Block block) {
    Instr distance = append(block, constant(Math.abs(limit.distance())));
    int op = limit.isUpward() ? Opcodes.ISUB : Opcodes.IADD;
    List<Instr> inputs = List.of(bound(), distance);
    return append(block, graph.newInstr(op, Operand.None.NONE, ValueType.INT, inputs, position));
  }

  private Instr constant(int value) {
    return graph.newInstr(
        Op.CONST, new Operand.Constant(value), ValueType.INT, List.of(), position);
  }

  private static Instr append(Block block, Instr instr) {
    block.append(instr);
    return instr;
  }

  private void branch(Block from, int op, List<Instr> inputs, Block taken, Block other) {
    from.terminate(
        graph.newInstr(op, Operand.None.NONE, ValueType.VOID, inputs, position),
        List.of(taken, other));
  }

  // --- layout and frequencies

  /** The blocks as they stand, the header first. */
  private List<Block> order() {
    List<Block> order = new ArrayList<>(loop.blocks().size());
    order.add(header);
    for (Block block : graph.blocks()) {
      if (block != header && loop.blocks().contains(block)) {
        order.add(block);
      }
    }
    return order;
  }

  /** The first loop stands in front of the second; what never runs stands at the end. */
  private void layOut(List<Block> way) {
    List<Block> hot = new ArrayList<>();
    List<Block> cold = new ArrayList<>();
    way.forEach(block -> (block.frequency() == 0 ? cold : hot).add(block));
    List<Block> order = order();
    for (int copy = 0; copy < copies.count(); copy++) {
      for (Block block : order) {
        (block.frequency() == 0 ? cold : hot).add(copies.block(copy, block));
      }
    }
    graph.blocks().addAll(firstInLayout(graph, loop), hot);
    graph.blocks().addAll(cold);
  }

  /** Share of the iterations that the second loop runs: up to all but one of a copy's, mostly. */
  private double rest(double iterations) {
    if (iterations <= 0) {
      return 1.0 / copies.count();
    }
    double left = UnrollPolicy.entries(loop) * (copies.count() - 1) / 2;
    return Math.min(1, left / iterations);
  }

  private void weigh(double iterations, double rest) {
    if (iterations < 0) {
      return;
    }
    double entries = UnrollPolicy.entries(loop);
    copies.first().setFrequency(entries + iterations * (1 - rest) / copies.count());
    for (Block block : loop.blocks()) {
      block.setFrequency(block.frequency() * rest);
    }
    header.setFrequency(entries + iterations * rest);
  }
}
