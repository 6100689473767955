package dev.jpgo.core.phase.scalar;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.BlockSplitter;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.ValueType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * Makes an object where rare blocks need it, if none of them has done so since the place where it
 * was made.
 *
 * <pre>
 *   before: v = new X(a); ...              rare: call f(v)
 *   after:  m = null; ...                  rare: if (m == null) m = new X(a); call f(m)
 * </pre>
 *
 * <p>m is a variable like the fields. So whoever needs the object gets the same one, however often
 * it is needed, and a new one each time the program would have made a new one.
 */
final class LaterCreation {
  private final Graph graph;
  private final StayingObject object;
  private final List<Block> tests = new ArrayList<>();
  private final List<Block> makings = new ArrayList<>();
  private final List<Block> places = new ArrayList<>();
  private final List<Set<Instr>> users = new ArrayList<>();

  LaterCreation(Graph graph, StayingObject object) {
    this.graph = graph;
    this.object = object;
  }

  /**
   * Cuts the rare blocks where they first need the object.
   *
   * @param needing those of the instructions that need it which are left
   */
  void prepare(Set<Instr> needing) {
    Set<Block> blocks = new LinkedHashSet<>();
    for (Instr user : needing) {
      blocks.add(user.home());
    }
    for (Block block : blocks) {
      Set<Instr> here = new LinkedHashSet<>();
      int first = block.body().size();
      for (Instr user : needing) {
        if (user.block() == block) {
          here.add(user);
          int index = block.body().indexOf(user);
          first = index >= 0 ? Math.min(first, index) : first;
        }
      }
      // what comes first in a handler stays first
      Block making = BlockSplitter.split(graph, block, first);
      tests.add(block);
      makings.add(making);
      places.add(BlockSplitter.split(graph, making, 0));
      users.add(here);
    }
  }

  /**
   * Makes it.
   *
   * @param results as of the object's fields
   */
  void finish(Map<Instr, Instr> results) {
    if (places.isEmpty()) {
      return;
    }
    Instr creation = object.creation();
    Instr nothing = ObjectReplacement.nothing(graph, creation);
    FieldValues made = new FieldValues(graph, creation.type(), creation, nothing);
    for (Block making : makings) {
      makeIn(making, made);
    }
    for (int i = 0; i < places.size(); i++) {
      skip(tests.get(i), places.get(i));
    }
    for (int i = 0; i < places.size(); i++) {
      Block test = tests.get(i);
      Instr known = made.before(test.terminator());
      test.terminator().inputs().set(0, known);
      Instr value = made.atStart(places.get(i));
      for (Instr user : users.get(i)) {
        List<Instr> inputs = user.inputs();
        for (int k = 0; k < inputs.size(); k++) {
          if (ScalarReplacement.root(inputs.get(k)) == creation) {
            inputs.set(k, value);
          }
        }
      }
    }
  }

  private void makeIn(Block making, FieldValues made) {
    Instr creation = object.creation();
    Instr another =
        graph.newInstr(
            Opcodes.NEW, creation.operand(), creation.type(), List.of(), creation.position());
    another.setSite(creation.site());
    another.setTemporary(creation.isTemporary());
    List<Instr> inputs = new ArrayList<>();
    inputs.add(another);
    inputs.addAll(object.arguments());
    Instr original = object.call();
    Instr call =
        graph.newInstr(
            Opcodes.INVOKESPECIAL, original.operand(), ValueType.VOID, inputs, original.position());
    call.setSite(original.site());
    making.append(another);
    making.append(call);
    made.store(call, another);
  }

  /** Has a block go past the making if there is an object already. */
  private void skip(Block test, Block place) {
    Block making = test.successors().get(0);
    Instr branch =
        graph.newInstr(
            Opcodes.IFNONNULL,
            Operand.None.NONE,
            ValueType.VOID,
            List.of(object.creation()),
            test.terminator().position());
    test.terminate(branch, List.of(place, making));
  }
}
