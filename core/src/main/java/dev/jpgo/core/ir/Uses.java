package dev.jpgo.core.ir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Who uses which value, at one moment; void once inputs change. */
public final class Uses {
  private final List<List<Instr>> users;

  private Uses(int bound) {
    users = new ArrayList<>(Collections.nCopies(bound, List.of()));
  }

  /** Collects the uses in the blocks of the layout. */
  public static Uses of(Graph graph) {
    Uses uses = new Uses(graph.instrIdBound());
    for (Block block : graph.blocks()) {
      for (Instr phi : block.phis()) {
        uses.addUser(phi);
      }
      for (Instr instr : block.body()) {
        uses.addUser(instr);
      }
      if (block.hasTerminator()) {
        uses.addUser(block.terminator());
      }
    }
    return uses;
  }

  private void addUser(Instr user) {
    List<Instr> inputs = user.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      int value = inputs.get(i).id();
      List<Instr> list = users.get(value);
      if (list.isEmpty()) {
        list = new ArrayList<>(2);
        users.set(value, list);
      }
      list.add(user);
    }
  }

  /** The users of a value, once for each input that it is. */
  public List<Instr> of(Instr value) {
    return Collections.unmodifiableList(users.get(value.id()));
  }

  public int count(Instr value) {
    return users.get(value.id()).size();
  }
}
