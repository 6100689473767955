package dev.jpgo.core.ir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Removes phis whose inputs are all one value, or the phi itself. Where no value is written in a
 * region whose paths meet, this undoes the phis of its operand stack; copies between local
 * variables leave such phis too.
 */
public final class TrivialPhis {
  private final Graph graph;
  private final @Nullable Instr[] replacements;

  private TrivialPhis(Graph graph) {
    this.graph = graph;
    this.replacements = new @Nullable Instr[graph.instrIdBound()];
  }

  /**
   * Removes them until none is left.
   *
   * @return how many were removed
   */
  public static int remove(Graph graph) {
    return new TrivialPhis(graph).run();
  }

  private int run() {
    List<Instr> phis = new ArrayList<>();
    for (Block block : graph.blocks()) {
      phis.addAll(block.phis());
    }
    int total = phis.size();
    boolean changed = true;
    while (changed) {
      List<Instr> kept = new ArrayList<>(phis.size());
      for (int i = 0; i < phis.size(); i++) {
        Instr phi = phis.get(i);
        Instr value = onlyInput(phi);
        if (value == null) {
          kept.add(phi);
        } else {
          replacements[phi.id()] = value;
        }
      }
      changed = kept.size() < phis.size();
      phis = kept;
    }
    if (phis.size() < total) {
      rewrite();
    }
    return total - phis.size();
  }

  private @Nullable Instr onlyInput(Instr phi) {
    Instr only = null;
    List<Instr> inputs = phi.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      Instr value = resolve(inputs.get(i));
      if (value != phi && value != only) {
        if (only != null) {
          return null;
        }
        only = value;
      }
    }
    return only;
  }

  private Instr resolve(Instr value) {
    Instr result = value;
    for (Instr next = replacements[result.id()]; next != null; next = replacements[result.id()]) {
      result = next;
    }
    if (result != value) {
      replacements[value.id()] = result;
    }
    return result;
  }

  private void rewrite() {
    for (Block block : graph.blocks()) {
      List<Instr> phis = block.phis();
      for (int i = phis.size() - 1; i >= 0; i--) {
        if (replacements[phis.get(i).id()] != null) {
          block.remove(phis.get(i));
        } else {
          rewrite(phis.get(i));
        }
      }
      List<Instr> body = block.body();
      for (int i = 0; i < body.size(); i++) {
        rewrite(body.get(i));
      }
      rewrite(block.terminator());
    }
  }

  private void rewrite(Instr instr) {
    List<Instr> inputs = instr.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      Instr value = inputs.get(i);
      Instr replacement = resolve(value);
      if (replacement != value) {
        inputs.set(i, replacement);
      }
    }
  }
}
