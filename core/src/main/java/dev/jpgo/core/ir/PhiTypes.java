package dev.jpgo.core.ir;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * Types of reference phis that no frame describes: the least fixed point of merging their inputs,
 * from the null type up. Loads from arrays are typed again on the way, since the array may come
 * from such a phi.
 */
final class PhiTypes {
  /** From this version on, code is verified by its frames alone (50 may fall back to inference). */
  private static final int FRAMES = 50;

  private final Graph graph;
  private final TypeMerger merger;
  private final List<Instr> untyped = new ArrayList<>(0);

  PhiTypes(Graph graph, TypeMerger merger) {
    this.graph = graph;
    this.merger = merger;
  }

  void addUntyped(Instr phi) {
    untyped.add(phi);
  }

  void infer() throws UnsupportedMethodException {
    boolean changed = !untyped.isEmpty();
    while (changed) {
      changed = false;
      for (int i = 0; i < untyped.size(); i++) {
        changed |= update(untyped.get(i));
      }
      if (changed) {
        updateLoads();
      }
    }
  }

  private boolean update(Instr phi) throws UnsupportedMethodException {
    ValueType type = phi.type();
    List<Instr> inputs = phi.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      ValueType merged = TypeMerging.merge(type, inputs.get(i).type(), merger);
      type = merged == null ? unknown(ValueType.OBJECT) : merged;
    }
    if (type.equals(phi.type())) {
      return false;
    }
    phi.setType(type);
    return true;
  }

  private void updateLoads() {
    for (Block block : graph.blocks()) {
      List<Instr> body = block.body();
      for (int i = 0; i < body.size(); i++) {
        Instr instr = body.get(i);
        if (instr.op() == Opcodes.AALOAD) {
          instr.setType(BlockTranslator.component(instr.input(0).type()));
        }
      }
    }
  }

  /**
   * The answer for a type that the merger does not know: {@code bound} where the code needs no
   * frames.
   */
  ValueType unknown(ValueType bound) throws UnsupportedMethodException {
    if (graph.classVersion() >= FRAMES) {
      throw new UnsupportedMethodException("it merges types that no frame describes");
    }
    graph.markTypesIncomplete();
    return bound;
  }
}
