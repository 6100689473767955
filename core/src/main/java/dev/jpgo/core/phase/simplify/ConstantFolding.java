package dev.jpgo.core.phase.simplify;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.TrivialPhis;
import dev.jpgo.core.ir.ValueType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Computes what can be computed: arithmetic and conversions of constants, neutral operands, tests
 * of null and of new objects for their own class, branches and switches on constants.
 *
 * <p>Sound: {@link Arithmetic} evaluates with Java's own operators, which the JVMS defines to be
 * those of the instructions; floating point is strict since version 60 and the virtual machines
 * supported here are strict for all. Divisions are folded by a divisor other than zero only. {@code
 * x + 0.0} and the like are left alone (they change -0.0 and NaN bits may matter).
 */
public final class ConstantFolding implements GraphPhase {
  @Override
  public String name() {
    return "constant-folding";
  }

  @Override
  public int run(Graph graph) {
    int changes = TrivialPhis.remove(graph);
    Map<Instr, Instr> replacements = new HashMap<>();
    for (Block block : graph.blocks()) {
      List<Instr> body = List.copyOf(block.body());
      for (int i = 0; i < body.size(); i++) {
        changes += fold(graph, block, body.get(i), replacements);
      }
      changes += foldTerminator(graph, block, replacements);
    }
    graph.replaceAll(replacements);
    DeadCode.removeUnreachable(graph);
    return changes;
  }

  private static int fold(Graph graph, Block block, Instr instr, Map<Instr, Instr> replacements) {
    List<Instr> inputs = resolved(instr, replacements);
    Instr same = Arithmetic.neutral(instr.op(), inputs);
    if (same != null) {
      replacements.put(instr, same);
      block.remove(instr);
      return 1;
    }
    Object value = Arithmetic.evaluate(instr.op(), inputs);
    if (value == null) {
      return isOfItsClass(instr, inputs) ? foldTest(instr, 1) : foldOfNull(instr, inputs);
    }
    instr.become(Op.CONST, new Operand.Constant(value), instr.type(), List.of());
    return 1;
  }

  /** A new object is an instance of the class that it was made of, which is resolved then. */
  private static boolean isOfItsClass(Instr instr, List<Instr> inputs) {
    return instr.op() == Opcodes.INSTANCEOF
        && inputs.get(0).op() == Opcodes.NEW
        && inputs.get(0).operand().equals(instr.operand());
  }

  private static int foldTest(Instr instr, int outcome) {
    instr.become(Op.CONST, new Operand.Constant(outcome), ValueType.INT, List.of());
    return 1;
  }

  /** {@code null instanceof C} is false and resolves nothing; a cast of null is null (JVMS 6.5). */
  private static int foldOfNull(Instr instr, List<Instr> inputs) {
    if (inputs.isEmpty() || !BranchOutcome.isNull(inputs.get(0))) {
      return 0;
    }
    if (instr.op() == Opcodes.INSTANCEOF) {
      return foldTest(instr, 0);
    }
    if (instr.op() == Opcodes.CHECKCAST) {
      instr.become(Op.CONST, Operand.Null.NULL, ValueType.NULL, List.of());
      return 1;
    }
    return 0;
  }

  private static List<Instr> resolved(Instr instr, Map<Instr, Instr> replacements) {
    if (replacements.isEmpty()) {
      return instr.inputs();
    }
    List<Instr> inputs = new ArrayList<>(instr.inputs().size());
    for (Instr input : instr.inputs()) {
      Instr value = input;
      for (Instr next = replacements.get(value); next != null; next = replacements.get(value)) {
        value = next;
      }
      inputs.add(value);
    }
    return inputs;
  }

  private static int foldTerminator(Graph graph, Block block, Map<Instr, Instr> replacements) {
    Instr last = block.terminator();
    Block target = null;
    if (Op.isBranch(last.op())) {
      Boolean taken = BranchOutcome.of(last.op(), resolved(last, replacements));
      if (taken != null) {
        target = block.successors().get(taken ? 0 : 1);
      } else if (block.successors().get(0) == block.successors().get(1)) {
        target = block.successors().get(0);
      }
    } else if (last.operand() instanceof Operand.Switch keys) {
      target = switchTarget(block, keys, resolved(last, replacements).get(0));
    }
    if (target == null) {
      return 0;
    }
    block.terminate(graph.newGoto(last.position()), List.of(target));
    return 1;
  }

  private static @Nullable Block switchTarget(Block block, Operand.Switch keys, Instr selector) {
    Integer value = BranchOutcome.constant(selector);
    if (value == null) {
      return null;
    }
    int at = keys.keys().indexOf(value);
    return block.successors().get(at + 1);
  }
}
