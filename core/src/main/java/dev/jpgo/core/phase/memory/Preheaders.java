package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/** Blocks in front of loops, which run once each time a loop is entered, and lead nowhere else. */
public final class Preheaders {
  private Preheaders() {}

  /** The block in front of a loop, or null if there is none yet. */
  public static @Nullable Block of(LoopForest.Loop loop) {
    Block header = loop.header();
    if (header.preds().size() != loop.latches().size() + 1) {
      return null;
    }
    for (Block pred : header.preds()) {
      if (!loop.latches().contains(pred)) {
        return pred.terminator().op() == Opcodes.GOTO && pred.handlers().isEmpty() ? pred : null;
      }
    }
    return null;
  }

  /** Puts an empty block without handlers in front of a loop; returns it. */
  public static Block insert(Graph graph, LoopForest.Loop loop) {
    Block header = loop.header();
    List<Block> entries = new ArrayList<>(header.preds());
    entries.removeAll(loop.latches());
    Block block = graph.newBlock();
    Instr jump = graph.newGoto(header.terminator().position());
    List<Instr> values = new ArrayList<>();
    List<Instr> merged = new ArrayList<>();
    for (Instr phi : header.phis()) {
      Instr value = header.phiInput(phi, entries.get(0));
      if (entries.size() > 1) {
        value = graph.newPhi(phi.type(), phi.position());
        value.setTemporary(phi.isTemporary());
        for (Block entry : entries) {
          value.inputs().add(header.phiInput(phi, entry));
        }
        merged.add(value);
      }
      values.add(value);
    }
    double frequency = header.frequency();
    for (Block latch : loop.latches()) {
      frequency -= Math.max(0, latch.successors().size() == 1 ? latch.frequency() : 0);
    }
    for (Block entry : entries) {
      entry.redirect(header, block); // appends to the predecessors, in this order
    }
    merged.forEach(block::addPhi);
    block.terminate(jump, List.of(header));
    for (int i = 0; i < values.size(); i++) {
      header.setPhiInput(header.phis().get(i), block, values.get(i));
    }
    if (header.frequency() >= 0) {
      block.setFrequency(Math.max(0, Math.min(frequency, sum(entries))));
    }
    graph.blocks().add(graph.blocks().indexOf(header), block);
    return block;
  }

  /**
   * Puts a test behind the block in front of a loop.
   *
   * @param front the block in front of the loop
   * @param branch the test, which goes into that block
   * @param taken whether it is passed when the branch is taken
   * @return an empty block that is come to where the test is passed, and leads to where both ways
   *     meet, now in front of the loop
   */
  static Block test(Graph graph, Block header, Block front, Instr branch, boolean taken) {
    Block behind = graph.newBlock();
    Block merge = graph.newBlock();
    behind.setFrequency(front.frequency());
    merge.setFrequency(front.frequency());
    int at = graph.blocks().indexOf(front) + 1;
    graph.blocks().add(at, behind);
    graph.blocks().add(at + 1, merge);
    List<Instr> values = new ArrayList<>();
    for (Instr phi : header.phis()) {
      values.add(header.phiInput(phi, front));
    }
    front.terminate(branch, taken ? List.of(behind, merge) : List.of(merge, behind));
    behind.terminate(graph.newGoto(branch.position()), List.of(merge));
    merge.terminate(graph.newGoto(branch.position()), List.of(header));
    for (int i = 0; i < values.size(); i++) {
      header.setPhiInput(header.phis().get(i), merge, values.get(i));
    }
    return behind;
  }

  private static double sum(List<Block> blocks) {
    double sum = 0;
    for (Block block : blocks) {
      sum += Math.max(0, block.frequency());
    }
    return sum;
  }
}
