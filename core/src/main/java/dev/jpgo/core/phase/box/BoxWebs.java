package dev.jpgo.core.phase.box;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Uses;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * Phis of boxes, as phis of their values: {@code Integer sum = 0; while (...) sum += x}. A phi is
 * taken if on every way it receives a box of one type that is made in the graph, or another such
 * phi, and if all that is asked of it is the value, the class or nullness. Where a box was
 * available so is the value in it, which was there before; that holds for handlers too.
 */
final class BoxWebs {
  private final Graph graph;
  private final Map<Instr, BoxType> boxes;
  private final Set<BoxType> types;
  private int changes;

  BoxWebs(Graph graph, Map<Instr, BoxType> boxes, Set<BoxType> types) {
    this.graph = graph;
    this.boxes = boxes;
    this.types = types;
  }

  int run() {
    for (BoxType type : types) {
      List<Instr> phis = references();
      if (phis.isEmpty()) {
        break;
      }
      Set<Instr> web = Collections.newSetFromMap(new IdentityHashMap<>());
      web.addAll(phis);
      Uses uses = Uses.of(graph);
      while (web.removeIf(
          phi -> !receivesBoxes(phi, type, web) || !isAskedForItsValue(phi, type, web, uses))) {
        // what is left may have rested on what went
      }
      if (!web.isEmpty()) {
        phis.removeIf(phi -> !web.contains(phi));
        exchange(phis, type, uses);
      }
    }
    return changes;
  }

  private List<Instr> references() {
    List<Instr> phis = new ArrayList<>();
    for (Block block : graph.blocks()) {
      for (Instr phi : block.phis()) {
        if (phi.type().isRef()) {
          phis.add(phi);
        }
      }
    }
    return phis;
  }

  private boolean receivesBoxes(Instr phi, BoxType type, Set<Instr> web) {
    for (Instr input : phi.inputs()) {
      Instr root = BoxElimination.root(input);
      if (!web.contains(root) && boxes.get(root) != type) {
        return false;
      }
    }
    return true;
  }

  private boolean isAskedForItsValue(Instr value, BoxType type, Set<Instr> web, Uses uses) {
    for (Instr user : uses.of(value)) {
      boolean asked =
          switch (user.op()) {
            case Opcodes.IFNULL, Opcodes.IFNONNULL -> true;
            case Opcodes.INSTANCEOF -> type.isInstance(nameOf(user)) != null;
            case Opcodes.CHECKCAST ->
                Boolean.TRUE.equals(type.isInstance(nameOf(user)))
                    && isAskedForItsValue(user, type, web, uses);
            case Opcodes.INVOKEVIRTUAL -> type.unboxing(user) != null;
            default -> web.contains(user);
          };
      if (!asked) {
        return false;
      }
    }
    return true;
  }

  private static String nameOf(Instr instr) {
    return ((Operand.Class) instr.operand()).name();
  }

  private void exchange(List<Instr> web, BoxType type, Uses uses) {
    Map<Instr, Instr> values = new IdentityHashMap<>();
    for (Instr phi : web) {
      Instr value = graph.newPhi(type.valueType(), phi.position());
      blockOf(phi).addPhi(value);
      values.put(phi, value);
    }
    for (Instr phi : web) {
      Block block = blockOf(phi);
      for (int i = 0; i < phi.inputs().size(); i++) {
        Instr root = BoxElimination.root(phi.input(i));
        Instr value = values.getOrDefault(root, root.input(0));
        block.setPhiInput(valueOf(phi, values), block.preds().get(i), value);
      }
    }
    Map<Instr, Instr> results = new IdentityHashMap<>();
    for (Instr phi : web) {
      ask(phi, type, valueOf(phi, values), uses, results);
    }
    for (Instr phi : web) {
      blockOf(phi).remove(phi);
    }
    graph.replaceAll(results);
  }

  private static Instr valueOf(Instr phi, Map<Instr, Instr> values) {
    Instr value = values.get(phi);
    if (value == null) {
      throw new IllegalStateException(phi + " has no value");
    }
    return value;
  }

  private static Block blockOf(Instr instr) {
    Block block = instr.block();
    if (block == null) {
      throw new IllegalStateException(instr + " is in no block");
    }
    return block;
  }

  /** Answers what is asked of a box, or of a cast of it, from its value. */
  private void ask(Instr box, BoxType type, Instr value, Uses uses, Map<Instr, Instr> results) {
    for (Instr user : uses.of(box)) {
      Block block = user.block();
      if (block == null || user.isPhi()) {
        continue;
      }
      changes++;
      List<Integer> operations = type.unboxing(user);
      if (operations != null) {
        results.put(user, BoxElimination.unbox(graph, block, user, operations, value));
      } else if (user.op() == Opcodes.INSTANCEOF) {
        BoxElimination.settleInstanceOf(user, Boolean.TRUE.equals(type.isInstance(nameOf(user))));
      } else if (user.op() == Opcodes.CHECKCAST) {
        ask(user, type, value, uses, results);
        block.remove(user);
      } else {
        BoxElimination.settleNullTest(graph, block);
      }
    }
  }
}
