package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.world.Assumption;
import dev.jpgo.core.world.FlagField;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/** The graph being changed, and what the changes leave to be done or told at the end. */
final class Splice {
  /**
   * A read of the assumption flag.
   *
   * @param read the GETSTATIC
   * @param receivers the values whose classes it vouches for
   */
  record FlagCheck(Instr read, List<Instr> receivers) {}

  private final Graph graph;
  private final FlagField flag;
  private final List<Block> cold = new ArrayList<>();
  private final List<Block> slowPaths = new ArrayList<>();
  private final Map<Instr, Instr> replacements = new IdentityHashMap<>();
  private final Map<Instr, Instr> kept = new IdentityHashMap<>();
  private final Set<Instr> exempt = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<FlagCheck> flagChecks = new ArrayList<>();
  private final Set<Assumption> assumptions = new LinkedHashSet<>();
  private int inlined;
  private int devirtualized;

  Splice(Graph graph, FlagField flag) {
    this.graph = graph;
    this.flag = flag;
  }

  Graph graph() {
    return graph;
  }

  Set<Assumption> assumptions() {
    return assumptions;
  }

  List<FlagCheck> flagChecks() {
    return flagChecks;
  }

  int inlined() {
    return inlined;
  }

  int devirtualized() {
    return devirtualized;
  }

  /** Notes that a call was inlined, with all that its target rests on. */
  void count(CallPlan plan) {
    CallTarget target = plan.target();
    if (plan.body().callee().graph().letsGo()) {
      graph.markLettingGo();
    }
    inlined++;
    if (target.virtual()) {
      devirtualized++;
    }
    assumptions.addAll(target.assumptions());
  }

  /** A new block after another in the layout, as often run as it. */
  Block blockAfter(Block before) {
    Block block = graph.newBlock();
    block.setFrequency(before.frequency());
    graph.blocks().add(graph.blocks().indexOf(before) + 1, block);
    return block;
  }

  /** Takes a block to the end of the layout once everything is in place. */
  void markCold(Block block) {
    block.setFrequency(0);
    cold.add(block);
  }

  /** A block of original code that is run where a guard fails; cold. */
  void markSlow(Block block) {
    slowPaths.add(block);
    markCold(block);
  }

  /**
   * Has the slow paths that are left count how often they are taken. The counter is a static field
   * of an initialized class of the runtime, so nothing can be thrown, and nothing else reads it.
   */
  void countMisses() {
    if (flag.misses().isEmpty()) {
      return;
    }
    Operand.Field counter = new Operand.Field(flag.owner(), flag.misses(), "J");
    for (Block slow : slowPaths) {
      if (graph.blocks().contains(slow)) {
        Position position =
            slow.body().isEmpty() ? slow.terminator().position() : slow.body().get(0).position();
        Instr count =
            graph.newInstr(Opcodes.GETSTATIC, counter, ValueType.LONG, List.of(), position);
        Instr one =
            graph.newInstr(Op.CONST, new Operand.Constant(1L), ValueType.LONG, List.of(), position);
        Instr sum =
            graph.newInstr(
                Opcodes.LADD, Operand.None.NONE, ValueType.LONG, List.of(count, one), position);
        slow.insert(0, count);
        slow.insert(1, one);
        slow.insert(2, sum);
        slow.insert(
            3, graph.newInstr(Opcodes.PUTSTATIC, counter, ValueType.VOID, List.of(sum), position));
      }
    }
  }

  Instr append(
      Block block, int op, Operand operand, ValueType type, List<Instr> inputs, Position position) {
    Instr instr = graph.newInstr(op, operand, type, inputs, position);
    block.append(instr);
    return instr;
  }

  void jump(Block from, Block to, Position position) {
    from.terminate(graph.newGoto(position), List.of(to));
  }

  void branch(Block from, int op, Instr input, Block taken, Block next, Position position) {
    Instr branch = graph.newInstr(op, Operand.None.NONE, ValueType.VOID, List.of(input), position);
    from.terminate(branch, List.of(taken, next));
  }

  /** Leaves for {@code slow} unless the assumptions hold. */
  void checkFlag(Block from, Block slow, Block next, List<Instr> receivers, Position position) {
    Instr read = newFlagRead(position);
    from.append(read);
    branch(from, Opcodes.IFEQ, read, slow, next, position);
    flagChecks.add(new FlagCheck(read, List.copyOf(receivers)));
  }

  /** A read of the flag that stands nowhere yet. */
  Instr newFlagRead(Position position) {
    return graph.newInstr(
        Opcodes.GETSTATIC,
        new Operand.Field(flag.owner(), flag.name(), "Z"),
        ValueType.INT,
        List.of(),
        position);
  }

  /** The handler that discards an exception and leaves for {@code slow}; cold. */
  Block discardingHandler(Block slow, Position position) {
    Block handler = blockAfter(slow);
    append(
        handler,
        Op.CATCH,
        Operand.None.NONE,
        ValueType.ref(RUNTIME_EXCEPTION),
        List.of(),
        position);
    jump(handler, slow, position);
    markCold(handler);
    return handler;
  }

  static final String RUNTIME_EXCEPTION = "java/lang/RuntimeException";

  /**
   * Has every use of a value outside of its block, and of {@code merged} itself, replaced at the
   * end.
   */
  void replaceOutside(Instr value, Instr merged) {
    replacements.put(value, merged);
    exempt.add(merged);
  }

  /** Leaves a use of a value as it is, where others are replaced. */
  void keep(Instr value, Instr user) {
    if (!user.inputs().contains(value)) {
      throw new IllegalArgumentException(user + " does not use " + value);
    }
    kept.put(user, value);
  }

  /** Has every use of a value replaced at the end. */
  void replaceAll(Instr value, Instr other) {
    replacements.put(value, other);
    other.standsFor(value);
  }

  /** What a value will have been replaced by. */
  Instr current(Instr value) {
    Instr result = value;
    for (Instr next = replacements.get(result); next != null; next = replacements.get(result)) {
      result = next;
    }
    return result;
  }

  /** Does what was put off. */
  void finish() {
    graph.blocks().removeAll(cold);
    graph.blocks().addAll(cold);
    for (Block block : graph.blocks()) {
      for (Instr phi : block.phis()) {
        replaceInputs(phi, block);
      }
      for (Instr instr : block.body()) {
        replaceInputs(instr, block);
      }
      replaceInputs(block.terminator(), block);
    }
  }

  private void replaceInputs(Instr user, Block block) {
    List<Instr> inputs = user.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      Instr value = inputs.get(i);
      Instr merged = replacements.get(value);
      boolean own =
          merged != null
              && exempt.contains(merged)
              && (user == merged || (!user.isPhi() && value.block() == block));
      if (merged != null && !own && kept.get(user) != value) {
        inputs.set(i, current(merged));
      }
    }
  }
}
