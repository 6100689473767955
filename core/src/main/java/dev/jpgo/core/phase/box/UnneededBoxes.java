package dev.jpgo.core.phase.box;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Uses;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Boxes that nothing uses are not made; those that rare blocks alone use are made there, as a
 * guard's slow path does that passes the box to the original call.
 *
 * <p>A box is made at most once for each time it was made before, so that wherever it goes it is
 * one object: no rare block that uses it is reached from one, without passing the place where it
 * was made. There it had a new value each time.
 */
final class UnneededBoxes {
  private UnneededBoxes() {}

  /** Removes and moves; returns how many boxes. */
  static int run(Graph graph, Map<Instr, BoxType> boxes) {
    int changes = 0;
    Uses uses = Uses.of(graph);
    for (Instr box : boxes.keySet()) {
      Block block = box.block();
      if (block == null) {
        continue;
      }
      Set<Block> places = uses.count(box) == 0 ? Set.of() : places(uses, box);
      if (places != null && (places.isEmpty() || runOnce(graph, block, places))) {
        block.remove(box);
        for (Block place : places) {
          makeIn(graph, place, box);
        }
        changes++;
      }
    }
    return changes;
  }

  /** The rare blocks in whose bodies all uses are; null when there are others. */
  private static @Nullable Set<Block> places(Uses uses, Instr box) {
    Set<Block> places = new LinkedHashSet<>();
    for (Instr user : uses.of(box)) {
      Block block = user.block();
      if (block == null || user.isPhi() || block == box.block() || block.frequency() != 0) {
        return null;
      }
      places.add(block);
    }
    return places;
  }

  /** Whether at most one of some blocks runs, once, between two runs of another. */
  private static boolean runOnce(Graph graph, Block between, Set<Block> places) {
    boolean[] seen = new boolean[graph.blockIdBound()];
    List<Block> worklist = new ArrayList<>(places);
    while (!worklist.isEmpty()) {
      Block at = worklist.remove(worklist.size() - 1);
      List<Block> next = new ArrayList<>(at.successors());
      for (Block.Handler handler : at.handlers()) {
        next.add(handler.target());
      }
      for (Block each : next) {
        if (places.contains(each)) {
          return false;
        }
        if (each != between && !seen[each.id()]) {
          seen[each.id()] = true;
          worklist.add(each);
        }
      }
    }
    return true;
  }

  private static void makeIn(Graph graph, Block place, Instr box) {
    Instr made = graph.newInstr(box.op(), box.operand(), box.type(), box.inputs(), box.position());
    made.setSite(box.site());
    List<Instr> body = place.body();
    int first = -1;
    for (int i = 0; i < body.size(); i++) {
      if (replace(body.get(i), box, made) && first < 0) {
        first = i;
      }
    }
    replace(place.terminator(), box, made);
    place.insert(first < 0 ? body.size() : first, made);
  }

  private static boolean replace(Instr user, Instr box, Instr made) {
    boolean found = false;
    for (int i = 0; i < user.inputs().size(); i++) {
      if (user.input(i) == box) {
        user.inputs().set(i, made);
        found = true;
      }
    }
    return found;
  }
}
