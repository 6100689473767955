package dev.jpgo.core.ir;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which of several versions of a value arrives at a block. Where more than one does, it gets a phi
 * of them (Braun and others, <i>Simple and Efficient Construction of Static Single Assignment
 * Form</i>, 2013). Phis that merge nothing are left for {@link TrivialPhis} to remove.
 */
public final class Reaching {
  private final Graph graph;
  private final Instr value;
  private final Function<Block, @Nullable Instr> versions;
  private final Map<Block, Instr> known = new IdentityHashMap<>(4);

  /**
   * @param value the value as it was; phis have its type and position
   * @param versions what it is at the end of a block, or null where that is what arrived there
   */
  public Reaching(Graph graph, Instr value, Function<Block, @Nullable Instr> versions) {
    this.graph = graph;
    this.value = value;
    this.versions = versions;
  }

  /** The version at the end of a block. */
  public Instr leaving(Block block) {
    Instr version = versions.apply(block);
    return version == null ? entering(block) : version;
  }

  /** The version at the start of a block; some version must arrive there on every path. */
  public Instr entering(Block block) {
    Instr reached = known.get(block);
    if (reached != null) {
      return reached;
    }
    if (block.preds().size() == 1) {
      reached = leaving(block.preds().get(0));
      known.put(block, reached);
      return reached;
    }
    Instr phi = graph.newPhi(value.type(), value.position());
    phi.setTemporary(value.isTemporary());
    known.put(block, phi);
    List<Instr> inputs = new ArrayList<>(block.preds().size());
    for (Block pred : block.preds()) {
      inputs.add(leaving(pred));
    }
    block.addPhi(phi);
    phi.inputs().addAll(inputs);
    return phi;
  }
}
