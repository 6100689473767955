package dev.jpgo.core.phase.simplify;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;

/**
 * Joins a block with its only successor where that has no other predecessor, so that expression
 * trees can form across them.
 *
 * <p>Sound: both run one after the other on every path. They are joined only when they have the
 * same handlers and every phi of those handlers receives the same value from both, so an exception
 * anywhere in the joined block finds the state it found before ({@link Block}).
 */
public final class BlockMerging implements GraphPhase {
  @Override
  public String name() {
    return "block-merging";
  }

  @Override
  public int run(Graph graph) {
    Map<Instr, Instr> replacements = new HashMap<>();
    boolean[] gone = new boolean[graph.blockIdBound()];
    int merged = 0;
    for (Block block : List.copyOf(graph.blocks())) {
      while (!gone[block.id()] && canMerge(graph, block, replacements)) {
        Block successor = block.successors().get(0);
        merge(block, successor, replacements);
        gone[successor.id()] = true;
        merged++;
      }
    }
    if (merged > 0) {
      graph.blocks().removeIf(block -> gone[block.id()]);
      graph.replaceAll(replacements);
    }
    return merged;
  }

  private static boolean canMerge(Graph graph, Block block, Map<Instr, Instr> replacements) {
    if (block.successors().size() != 1) {
      return false;
    }
    Block next = block.successors().get(0);
    if (next == block
        || next == graph.entry()
        || next.preds().size() != 1
        || block.terminator().op() != Opcodes.GOTO) {
      return false;
    }
    return sameHandlers(block, next, replacements);
  }

  /** Whether two blocks have the same handlers, whose phis receive the same from both. */
  public static boolean sameHandlers(Block block, Block next, Map<Instr, Instr> replacements) {
    if (!block.handlers().equals(next.handlers())) {
      return false;
    }
    for (Block.Handler handler : block.handlers()) {
      Block target = handler.target();
      for (Instr phi : target.phis()) {
        Instr first = resolve(target.phiInput(phi, block), replacements);
        if (first != resolve(target.phiInput(phi, next), replacements)) {
          return false;
        }
      }
    }
    return true;
  }

  private static Instr resolve(Instr value, Map<Instr, Instr> replacements) {
    Instr result = value;
    for (Instr next = replacements.get(result); next != null; next = replacements.get(result)) {
      result = next;
    }
    return result;
  }

  private static void merge(Block block, Block next, Map<Instr, Instr> replacements) {
    for (Instr phi : List.copyOf(next.phis())) {
      replacements.put(phi, phi.input(0));
      next.remove(phi);
    }
    for (Instr instr : List.copyOf(next.body())) {
      next.remove(instr);
      block.append(instr);
    }
    List<Block> successors = List.copyOf(next.successors());
    Map<Block, List<Instr>> inputs = new HashMap<>();
    for (Block successor : successors) {
      inputs.put(successor, inputsFrom(successor, next));
    }
    next.setHandlers(List.of());
    Instr last = next.dropTerminator();
    block.terminate(last, successors);
    for (Map.Entry<Block, List<Instr>> entry : inputs.entrySet()) {
      List<Instr> phis = entry.getKey().phis();
      for (int i = 0; i < phis.size(); i++) {
        entry.getKey().setPhiInput(phis.get(i), block, entry.getValue().get(i));
      }
    }
  }

  private static List<Instr> inputsFrom(Block successor, Block pred) {
    List<Instr> inputs = new ArrayList<>(successor.phis().size());
    for (Instr phi : successor.phis()) {
      inputs.add(successor.phiInput(phi, pred));
    }
    return inputs;
  }
}
