package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.BlockSplitter;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.world.LoadedClass;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * An {@code invokedynamic}, or a call by a handle, that is being replaced by code in its place.
 * Instructions are added where it stands, in order; a fork cuts its block in two, and what leads to
 * the rest brings a result. All of it has the site's position and handlers, so an exception in it
 * is thrown where one of the call site would have been.
 */
final class Site {
  private static final String RUNTIME_EXCEPTION = "java/lang/RuntimeException";

  private final Graph graph;
  private final LoadedClass owner;
  private final Instr call;
  private Position position;
  private @Nullable Position place;
  private Block block;
  private int index;
  private @Nullable Block rest;
  private final List<Block> leaving = new ArrayList<>(2);
  private final List<Instr> results = new ArrayList<>(2);

  /**
   * @param owner the class that declares the method of the graph
   * @param call the site
   */
  Site(Graph graph, LoadedClass owner, Block block, Instr call) {
    this.graph = graph;
    this.owner = owner;
    this.call = call;
    this.block = block;
    this.index = block.body().indexOf(call);
    this.position = call.position();
  }

  Graph graph() {
    return graph;
  }

  LoadedClass owner() {
    return owner;
  }

  Instr call() {
    return call;
  }

  Operand.Dynamic dynamic() {
    return (Operand.Dynamic) call.operand();
  }

  Instr argument(int argument) {
    return call.input(argument);
  }

  /** Whether an argument is the receiver of the method that the site stands in. */
  boolean isThis(int argument) {
    Instr value = call.input(argument);
    return value.op() == Op.PARAM && !graph.isStatic() && value == graph.params().get(0);
  }

  /** What is added from now on is shown in this frame, called at the site; null: in none. */
  void within(@Nullable Position frame) {
    position = frame == null ? call.position() : frame.inlinedAt(place());
  }

  /** The site's position, as that of the call that frames are shown at. */
  private Position place() {
    if (place == null) {
      place = call.position().ofCall(graph.newFrame());
    }
    return place;
  }

  /** Adds an instruction; its result is returned. */
  Instr add(int op, Operand operand, ValueType type, Instr... inputs) {
    Instr instr = graph.newInstr(op, operand, type, List.of(inputs), position);
    instr.setTemporary(true);
    if (Op.isInvoke(op)) {
      instr.setSite(call.site());
    }
    block.insert(index++, instr);
    return instr;
  }

  /** Adds another instruction that does what one that stands nowhere would do. */
  Instr insert(Instr detached) {
    return add(
        detached.op(),
        detached.operand(),
        detached.type(),
        detached.inputs().toArray(new Instr[0]));
  }

  Instr constant(Object value) {
    ValueType type =
        value instanceof Integer
            ? ValueType.INT
            : value instanceof Long ? ValueType.LONG : ValueType.ref("java/lang/String");
    return add(Op.CONST, new Operand.Constant(value), type);
  }

  /** Adds arithmetic on ints. */
  Instr arithmetic(int op, ValueType type, Instr... inputs) {
    return add(op, Operand.None.NONE, type, inputs);
  }

  Instr callStatic(String type, String name, String descriptor, Instr... inputs) {
    return add(
        Opcodes.INVOKESTATIC,
        new Operand.Method(type, name, descriptor, false),
        ValueType.of(Type.getReturnType(descriptor)),
        inputs);
  }

  Instr field(Instr object, String name, String descriptor) {
    return add(
        Opcodes.GETFIELD,
        new Operand.Field(owner.name(), name, descriptor),
        ValueType.of(Type.getType(descriptor)),
        object);
  }

  /** A block for {@link #fork}, without code, that is to come next in the layout. */
  Block newBlock() {
    return graph.newBlock();
  }

  /** Branches to {@code taken}, or goes on in a block of its own; returns the block that ends. */
  Block fork(int op, Block taken, Instr... inputs) {
    cut();
    Block next = graph.newBlock();
    Instr branch = graph.newInstr(op, Operand.None.NONE, ValueType.VOID, List.of(inputs), position);
    Block from = block;
    from.terminate(branch, List.of(taken, next));
    place(next);
    return from;
  }

  /**
   * Goes on in a block that a fork leads to as well.
   *
   * @param forked the block that ended with the fork
   * @param there the value on that way
   * @param here the value on the way that was added to until now
   * @return the value from now on
   */
  Instr join(Block join, Block forked, Instr there, Instr here) {
    Block from = block;
    from.terminate(graph.newGoto(position), List.of(join));
    place(join);
    Instr merged = graph.newPhi(here.type(), position);
    merged.setTemporary(true);
    join.addPhi(merged);
    join.setPhiInput(merged, forked, there);
    join.setPhiInput(merged, from, here);
    return merged;
  }

  /** How often the block that is added to runs. */
  double frequency() {
    return block.frequency();
  }

  /** Has the block that is added to run so often. */
  void setFrequency(double frequency) {
    block.setFrequency(frequency);
  }

  /**
   * How often each way behind the site is taken, where nothing but a switch on its result follows;
   * null when that is not known. By the switch's keys.
   */
  @Nullable Map<Integer, Double> outcomes() {
    Block at = call.block();
    Instr last = at == null ? call : at.terminator();
    if (at == null
        || !(last.operand() instanceof Operand.Switch keys)
        || last.input(0) != call
        || at.body().get(at.body().size() - 1) != call) {
      return null;
    }
    Map<Integer, Double> counts = new HashMap<>();
    for (int i = 0; i < keys.keys().size(); i++) {
      Block target = at.successors().get(i + 1);
      if (target.preds().size() != 1
          || Collections.frequency(at.successors(), target) != 1
          || target.frequency() < 0) {
        return null;
      }
      counts.put(keys.keys().get(i), target.frequency());
    }
    return at.frequency() < 0 ? null : counts;
  }

  /** What is added from now on goes into a block that a fork leads to. */
  void place(Block next) {
    Block before = rest();
    next.setFrequency(before.frequency());
    BlockSplitter.protect(next, before, List.of());
    graph.blocks().add(graph.blocks().indexOf(before), next);
    block = next;
    index = 0;
  }

  /** The same in a block that hardly ever runs. */
  void placeRare(Block next) {
    place(next);
    block.setFrequency(0);
  }

  /**
   * What is added until {@link #unprotect} stands in a block of its own, from where a runtime
   * exception leads to the block that is returned. That is still to be placed.
   */
  Block protect() {
    cut();
    Block failing = graph.newBlock();
    Block next = graph.newBlock();
    block.terminate(graph.newGoto(position), List.of(next));
    next.setFrequency(rest().frequency());
    BlockSplitter.protect(next, rest(), new Block.Handler(failing, RUNTIME_EXCEPTION));
    graph.blocks().add(graph.blocks().indexOf(rest()), next);
    block = next;
    index = 0;
    return failing;
  }

  /** Goes on where exceptions lead where they led at the site. */
  void unprotect() {
    if (rest == null) {
      return;
    }
    Block next = graph.newBlock();
    block.terminate(graph.newGoto(position), List.of(next));
    place(next);
  }

  /** What is added from now on runs where an exception has been caught, which is forgotten. */
  void placeHandler(Block failing) {
    placeRare(failing);
    add(Op.CATCH, Operand.None.NONE, ValueType.ref(RUNTIME_EXCEPTION));
  }

  /** Adds the call by a handle as it was; where it reads the handle, that has no effect. */
  Instr callAsBefore() {
    List<Instr> inputs = new ArrayList<>(call.inputs());
    Instr handle = call.input(0);
    inputs.set(0, add(handle.op(), handle.operand(), handle.type()));
    return add(call.op(), call.operand(), call.type(), inputs.toArray(new Instr[0]));
  }

  /** Goes on behind the site, with its result if that is not used up there. */
  void leave(@Nullable Instr result) {
    cut();
    block.terminate(graph.newGoto(position), List.of(rest()));
    leaving.add(block);
    if (result != null) {
      results.add(result);
    }
  }

  private void cut() {
    if (rest == null) {
      rest = BlockSplitter.split(graph, block, index);
    }
  }

  private Block rest() {
    if (rest == null) {
      throw new IllegalStateException("nothing was cut");
    }
    return rest;
  }

  /** Takes a result that the code has in its last block in place of the site's. */
  Instr replaceBy(Instr result) {
    if (rest == null) {
      block.remove(call);
    } else {
      block.terminate(graph.newGoto(position), List.of(rest));
      rest.remove(call);
    }
    return result;
  }

  /** Takes what the ways have brought in place of the site's result, if it has one. */
  Instr replaceByResults() {
    Block end = rest();
    end.remove(call);
    if (call.type().equals(ValueType.VOID)) {
      return call;
    }
    if (results.size() == 1) {
      return results.get(0);
    }
    Instr merged = graph.newPhi(call.type(), call.position());
    merged.setTemporary(call.isTemporary());
    end.addPhi(merged);
    for (int i = 0; i < leaving.size(); i++) {
      end.setPhiInput(merged, leaving.get(i), results.get(i));
    }
    return merged;
  }
}
