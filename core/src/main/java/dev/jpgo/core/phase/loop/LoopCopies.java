package dev.jpgo.core.phase.loop;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Copies of a loop's blocks, one after the other: the end of each iteration leads to the next copy,
 * that of the last copy to the first. All headers but the first have no test: they go on. Exits,
 * handlers and positions are those of the original; instructions keep their order.
 */
final class LoopCopies implements LoopVersions {
  /** Which block a copy is of. */
  private record Origin(int copy, Block block) {}

  private final Graph graph;
  private final LoopForest.Loop loop;
  private final int count;
  private final Block stay;
  private final List<Map<Block, Block>> blocks = new ArrayList<>();
  private final List<Map<Instr, Instr>> values = new ArrayList<>();
  private final Map<Block, Origin> origins = new IdentityHashMap<>();

  /**
   * @param loop a loop whose header leads into it and out of it, and holds nothing but arithmetic
   * @param stay the successor of the header in the loop
   */
  LoopCopies(Graph graph, LoopForest.Loop loop, Block stay, int count) {
    this.graph = graph;
    this.loop = loop;
    this.stay = stay;
    this.count = count;
  }

  /** The header of the first copy. */
  Block first() {
    return block(0, loop.header());
  }

  int count() {
    return count;
  }

  @Override
  public boolean isOriginal(@Nullable Block block) {
    return block != null && loop.blocks().contains(block);
  }

  @Override
  public boolean isCopy(Block block) {
    return origins.containsKey(block);
  }

  /** What a value is at the end of one of the copied blocks, or at its start. */
  @Override
  public Instr value(Block copied, Instr original) {
    Origin origin = origins.get(copied);
    if (origin == null) {
      throw new IllegalArgumentException(copied + " is no copy");
    }
    return value(origin.copy(), original);
  }

  /** What a value is in a copy; itself if it is none of the loop's. */
  Instr value(int copy, Instr original) {
    Instr value = values.get(copy).get(original);
    return value == null ? original : value;
  }

  Block block(int copy, Block original) {
    Block block = blocks.get(copy).get(original);
    if (block == null) {
      throw new IllegalArgumentException(original + " is not in " + loop);
    }
    return block;
  }

  /**
   * Makes the copies and their edges but the first header's, which the caller ends.
   *
   * @param order the blocks of the loop as the copies are to stand
   * @param share how much of the iterations each copy runs
   */
  void make(List<Block> order, double share) {
    for (int copy = 0; copy < count; copy++) {
      blocks.add(new IdentityHashMap<>());
      values.add(new IdentityHashMap<>());
      for (Block block : order) {
        copyBlock(copy, block, share);
      }
    }
    for (int copy = 0; copy < count; copy++) {
      for (Block block : order) {
        connect(copy, block);
      }
    }
  }

  private void copyBlock(int copy, Block block, double share) {
    Block made = graph.newBlock();
    blocks.get(copy).put(block, made);
    origins.put(made, new Origin(copy, block));
    if (block.frequency() >= 0) {
      made.setFrequency(block.frequency() * share);
    }
    boolean joins = block != loop.header() || copy == 0 || loop.latches().size() > 1;
    for (Instr phi : block.phis()) {
      Instr value;
      if (joins) {
        value = graph.newPhi(phi.type(), phi.position());
        value.setTemporary(phi.isTemporary());
        made.addPhi(value);
      } else {
        value = value(copy - 1, block.phiInput(phi, loop.latches().get(0)));
      }
      values.get(copy).put(phi, value);
    }
    for (Instr instr : block.body()) {
      Instr same = copyOf(instr);
      values.get(copy).put(instr, same);
      made.append(same);
    }
  }

  private Instr copyOf(Instr instr) {
    Instr copy =
        graph.newInstr(instr.op(), instr.operand(), instr.type(), List.of(), instr.position());
    copy.setSite(instr.site());
    copy.setTemporary(instr.isTemporary());
    return copy;
  }

  private void connect(int copy, Block block) {
    Block made = block(copy, block);
    for (int i = 0; i < made.body().size(); i++) {
      fill(made.body().get(i), block.body().get(i), copy);
    }
    if (block != loop.header()) {
      Instr last = copyOf(block.terminator());
      fill(last, block.terminator(), copy);
      List<Block> successors = new ArrayList<>(block.successors().size());
      block.successors().forEach(to -> successors.add(target(copy, to)));
      made.terminate(last, successors);
    } else if (copy > 0) {
      made.terminate(graph.newGoto(block.terminator().position()), List.of(afterTest(copy)));
    }
    List<Block.Handler> handlers = new ArrayList<>(block.handlers().size());
    for (Block.Handler handler : block.handlers()) {
      handlers.add(new Block.Handler(target(copy, handler.target()), handler.catchType()));
    }
    made.setHandlers(handlers);
  }

  /** Where a copy goes on that does not leave. */
  Block afterTest(int copy) {
    return target(copy, stay);
  }

  private void fill(Instr made, Instr original, int copy) {
    for (Instr input : original.inputs()) {
      made.inputs().add(value(copy, input));
    }
  }

  private Block target(int copy, Block to) {
    if (to == loop.header()) {
      return block((copy + 1) % count, to);
    }
    return isOriginal(to) ? block(copy, to) : to;
  }

  /**
   * Gives phis their inputs, when all edges are there.
   *
   * @param initial what the phis of the header are when the loop is entered
   */
  void fillPhis(Map<Instr, Instr> initial) {
    for (int copy = 0; copy < count; copy++) {
      for (Block block : loop.blocks()) {
        for (Instr phi : block.phis()) {
          Instr made = value(copy, phi);
          if (made.block() == block(copy, block) && made.inputs().isEmpty()) {
            fillPhi(made, block, phi, initial);
          }
        }
      }
    }
    for (Block block : loop.blocks()) {
      block.successors().forEach(this::fillExit);
      block.handlers().forEach(handler -> fillExit(handler.target()));
    }
  }

  private void fillPhi(Instr made, Block block, Instr phi, Map<Instr, Instr> initial) {
    for (Block pred : made.home().preds()) {
      Origin origin = origins.get(pred);
      Instr input = origin == null ? initial.get(phi) : passed(origin, block, phi);
      if (input == null) {
        throw new IllegalStateException(phi + " has no value on entry");
      }
      made.inputs().add(input);
    }
  }

  private Instr passed(Origin origin, Block block, Instr phi) {
    return value(origin.copy(), block.phiInput(phi, origin.block()));
  }

  /** The phis of a block behind the loop, for what leads there from copies. */
  private void fillExit(Block exit) {
    if (isOriginal(exit)) {
      return;
    }
    for (Instr phi : exit.phis()) {
      for (int i = phi.inputs().size(); i < exit.preds().size(); i++) {
        Origin origin = origins.get(exit.preds().get(i));
        if (origin == null) {
          throw new IllegalStateException(exit + " has a predecessor that is no copy");
        }
        phi.inputs().add(passed(origin, exit, phi));
      }
    }
  }
}
