package dev.jpgo.core.phase.stream;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.ir.ValueType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** What is computed between the calls of a stream, and what later code uses of that. */
final class Between {
  private final Graph graph;
  private final Block slow;
  private final Map<Instr, Instr> copies = new IdentityHashMap<>();

  /**
   * @param slow the block that the stream and what stands in it was moved to
   */
  Between(Graph graph, Block slow) {
    this.graph = graph;
    this.slow = slow;
  }

  /** Copies what is no call of the stream to the end of a block, in order. */
  void copy(Pipeline pipeline, Block to) {
    for (Instr instr : slow.body()) {
      if (pipeline.contains(instr)) {
        continue;
      }
      List<Instr> inputs = new ArrayList<>(instr.inputs().size());
      for (Instr input : instr.inputs()) {
        inputs.add(of(input));
      }
      Instr copy =
          graph.newInstr(instr.op(), instr.operand(), instr.type(), inputs, instr.position());
      copy.setSite(instr.site());
      copy.setTemporary(instr.isTemporary());
      to.append(copy);
      copies.put(instr, copy);
    }
  }

  /** The copy of a value, or the value itself if it was there before the stream. */
  Instr of(Instr original) {
    Instr copy = copies.get(original);
    return copy == null ? original : copy;
  }

  /** Notes what stands in the place of the stream's result. */
  void result(Instr original, Instr result) {
    copies.put(original, result);
  }

  /** Has all that comes later use the copies; what they were made of goes. */
  void replace() {
    Map<Instr, Instr> merged = new IdentityHashMap<>(copies);
    slow.setHandlers(List.of());
    slow.dropTerminator();
    graph.blocks().remove(slow);
    replace(merged);
  }

  /** Has all that comes later use the originals or the copies, whichever were computed. */
  void merge(Block merge, Position position) {
    Uses uses = Uses.of(graph);
    Map<Instr, Instr> merged = new IdentityHashMap<>();
    for (Instr original : slow.body()) {
      Instr copy = copies.get(original);
      if (copy != null && !original.type().equals(ValueType.VOID) && isUsed(uses, original)) {
        Instr phi = graph.newPhi(original.type(), position);
        phi.setTemporary(original.isTemporary());
        for (Block pred : merge.preds()) {
          phi.inputs().add(pred == slow ? original : copy);
        }
        merged.put(original, phi);
      }
    }
    replace(merged);
    for (Instr original : slow.body()) {
      Instr phi = merged.get(original);
      if (phi != null) {
        merge.addPhi(phi);
      }
    }
  }

  private boolean isUsed(Uses uses, Instr value) {
    for (Instr user : uses.of(value)) {
      if (user.block() != slow) {
        return true;
      }
    }
    return false;
  }

  private void replace(Map<Instr, Instr> merged) {
    for (Block block : graph.blocks()) {
      if (block == slow) {
        continue;
      }
      for (Instr phi : block.phis()) {
        replace(phi, merged);
      }
      for (Instr instr : block.body()) {
        replace(instr, merged);
      }
      replace(block.terminator(), merged);
    }
  }

  private static void replace(Instr user, Map<Instr, Instr> merged) {
    for (int i = 0; i < user.inputs().size(); i++) {
      Instr other = merged.get(user.input(i));
      if (other != null) {
        user.inputs().set(i, other);
      }
    }
  }
}
