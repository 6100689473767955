package dev.jpgo.core.phase.scalar;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.ValueType;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The value of a variable at each point that an instruction dominates, which gives it its first
 * one. Phis come where they are asked for (Braun et al., <i>Simple and Efficient Construction of
 * Static Single Assignment Form</i>, 2013); those of one value are left to {@code TrivialPhis}.
 *
 * <p>An exception leaves at the start of its block ({@link Block}), so nothing may follow a store
 * in a block with handlers.
 */
final class FieldValues {
  private final Graph graph;
  private final ValueType type;
  private final Map<Instr, Instr> stores = new IdentityHashMap<>();
  private final Map<Block, Instr> starts = new HashMap<>();
  private final ArrayDeque<Instr> phis = new ArrayDeque<>();

  /**
   * @param type of the variable
   * @param first the instruction that all is below
   * @param value the variable's value behind it
   */
  FieldValues(Graph graph, ValueType type, Instr first, Instr value) {
    this.graph = graph;
    this.type = type;
    stores.put(first, value);
  }

  /** Has the variable be a value behind an instruction. */
  void store(Instr at, Instr value) {
    stores.put(at, value);
  }

  /** Its value where an instruction is about to run. */
  Instr before(Instr at) {
    Block block = at.home();
    int index = block.terminator() == at ? block.body().size() : block.body().indexOf(at);
    Instr stored = storedIn(block, index);
    return stored != null ? stored : atStart(block);
  }

  /** Its value where a block starts. */
  Instr atStart(Block block) {
    Instr value = lookUp(block);
    while (!phis.isEmpty()) {
      complete(phis.remove());
    }
    return value;
  }

  private void complete(Instr phi) {
    Block block = phi.home();
    boolean handler = block.isHandlerEntry();
    for (Block pred : List.copyOf(block.preds())) {
      Instr stored = handler ? null : storedIn(pred, pred.body().size());
      block.setPhiInput(phi, pred, stored != null ? stored : lookUp(pred));
    }
  }

  /** Goes up to where the variable has a value, or paths meet. */
  private Instr lookUp(Block block) {
    Block at = block;
    while (true) {
      Instr known = starts.get(at);
      if (known != null) {
        return known;
      }
      if (at.preds().isEmpty()) {
        throw new IllegalStateException(at + " is above where the variable starts");
      }
      if (at.preds().size() > 1) {
        Instr phi = graph.newPhi(type, at.terminator().position());
        at.addPhi(phi);
        starts.put(at, phi);
        phis.add(phi);
        return phi;
      }
      Block pred = at.preds().get(0);
      Instr stored = at.isHandlerEntry() ? null : storedIn(pred, pred.body().size());
      if (stored != null) {
        return stored;
      }
      at = pred;
    }
  }

  private @Nullable Instr storedIn(Block block, int end) {
    List<Instr> body = block.body();
    for (int i = end - 1; i >= 0; i--) {
      Instr stored = stores.get(body.get(i));
      if (stored != null) {
        return stored;
      }
    }
    return null;
  }
}
