package dev.jpgo.core.phase.list;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.BlockSplitter;
import dev.jpgo.core.ir.CodeAppender;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * A loop over a list that is to take elements by index: the way into it, and the way of those that
 * are asked of an iterator.
 *
 * <pre>
 *   before:  state = JpgoLists.…(object); if state < 0 goto plain
 *            list = (…) object; iterator = null
 *   start:   [what was behind the iterator's making]
 *   plain:   iterator = object.iterator(); list = null; goto start           (at the end)
 * </pre>
 */
abstract class LoopByIndex {
  static final ValueType ITERATOR = ValueType.ref("java/util/Iterator");

  final Graph graph;
  final Shape.Loop loop;

  /** What is known of the list; below 0 where its iterator is asked for all elements. */
  final Instr state;

  /** The list; null where its iterator is asked for all elements. */
  final Instr list;

  final Instr firstIterator;

  /** The first index, in front of the loop. */
  final Instr zero;

  /** Where it is asked whether there is an element; what was in front of that is there still. */
  final Block asking;

  /** Where the iterator is asked for it. */
  final Block slow;

  /** Where the iterator's element is taken. */
  final Block taking;

  /** Where the loop goes on with an element. */
  final Block got;

  /** Where it goes on when there is none. */
  final Block exit;

  /** The next index, at the head of the loop. */
  final Instr cursor;

  private final ValueType type;

  /**
   * Writes the way into the loop.
   *
   * @param finding name of the method that finds the list in what the iterator is made of; null if
   *     that is the list
   * @param telling name of the method that tells the state
   * @param type what the list is to be
   */
  LoopByIndex(
      Graph graph, Shape.Loop loop, @Nullable String finding, String telling, ValueType type) {
    this.graph = graph;
    this.loop = loop;
    this.type = type;
    Block before = loop.madeIn();
    Position position = loop.made().position();
    Block plain = BlockSplitter.split(graph, before, before.body().indexOf(loop.made()));
    Block start = BlockSplitter.split(graph, plain, 1);
    CodeAppender code = new CodeAppender(graph, before, position);
    Instr given = loop.made().input(0);
    Instr object = finding == null ? given : find(code, finding, position, given);
    state = ask(code, telling, "(Ljava/lang/Object;)I", ValueType.INT, position, object);
    code.branch(Opcodes.IFLT, plain, state);
    Block fast = code.at();
    Instr cast = cast(code, object, position);
    Instr none = code.add(Op.CONST, Operand.Null.NULL, ValueType.NULL, position);
    code.jump(start);
    list = cast == object ? object : listOrNone(plain, fast, cast);
    firstIterator = phi(start, ITERATOR, position, plain, loop.made(), fast, none);
    zero = zero(position);
    start.insert(0, zero);
    plain.setFrequency(0);
    last(plain);
    Instr taken = loop.taken();
    taking = loop.takenIn();
    asking = loop.askedIn();
    exit = loop.exit();
    slow = BlockSplitter.split(graph, asking, asking.body().size() - 1);
    taking.remove(taken);
    taking.insert(0, taken);
    got = BlockSplitter.split(graph, taking, 1);
    cursor = graph.newPhi(ValueType.INT, taken.position());
  }

  private Instr find(CodeAppender code, String finding, Position position, Instr given) {
    String descriptor = "(Ljava/lang/Object;)L" + type.name() + ";";
    return ask(code, finding, descriptor, type, position, given);
  }

  private Instr cast(CodeAppender code, Instr object, Position position) {
    return object.type().equals(type)
        ? object
        : code.add(
            Opcodes.CHECKCAST,
            new Operand.Class(Objects.requireNonNull(type.name())),
            type,
            position,
            object);
  }

  /** The list behind both ways; null where there is an iterator. */
  private Instr listOrNone(Block plain, Block fast, Instr cast) {
    Position position = cast.position();
    Instr none = graph.newInstr(Op.CONST, Operand.Null.NULL, ValueType.NULL, List.of(), position);
    plain.append(none);
    return phi(plain.successors().get(0), type, position, plain, none, fast, cast);
  }

  /**
   * Has the loop go on with an element that was taken by index, or with the iterator's, and counts.
   *
   * @param fast where it was taken by index
   * @param element it
   * @param following the index that comes next then
   */
  final void goOn(Block fast, Instr element, Instr following) {
    Instr taken = loop.taken();
    Position position = taken.position();
    Instr value = phi(got, taken.type(), position, taking, taken, fast, element);
    graph.replaceAll(Map.of(taken, value));
    value.inputs().replaceAll(input -> input == value ? taken : input);
    atHeader(cursor, zero, phi(got, ValueType.INT, position, taking, cursor, fast, following));
    slow.setFrequency(0);
    taking.setFrequency(0);
    last(slow);
    last(taking);
  }

  /** Has a value at the head of the loop that is another one when an element has been taken. */
  final void atHeader(Instr phi, Instr first, Instr next) {
    atHeader(phi, first, pred -> next);
  }

  /**
   * @param next what the value is at the end of a block from which the loop goes round
   */
  final void atHeader(Instr phi, Instr first, Function<Block, Instr> next) {
    Block header = loop.header();
    header.addPhi(phi);
    for (Block pred : header.preds()) {
      boolean round = pred == got || (pred != taking && loop.inside().contains(pred));
      header.setPhiInput(phi, pred, round ? next.apply(pred) : first);
    }
  }

  /** How often the loop comes to its end. */
  final double frequencyOver() {
    return asking.frequency() < 0 || taking.frequency() < 0
        ? -1
        : Math.max(0, asking.frequency() - taking.frequency());
  }

  private void last(Block block) {
    graph.blocks().remove(block);
    graph.blocks().add(block);
  }

  // --- instructions

  final Instr phi(
      Block block,
      ValueType type,
      Position position,
      Block one,
      Instr fromOne,
      Block other,
      Instr fromOther) {
    Instr phi = graph.newPhi(type, position);
    block.addPhi(phi);
    for (Block pred : block.preds()) {
      if (pred != one && pred != other) {
        throw new IllegalStateException(pred + " leads to " + block);
      }
      block.setPhiInput(phi, pred, pred == one ? fromOne : fromOther);
    }
    return phi;
  }

  final Instr zero(Position position) {
    return graph.newInstr(Op.CONST, new Operand.Constant(0), ValueType.INT, List.of(), position);
  }

  static Instr ask(
      CodeAppender code,
      String name,
      String descriptor,
      ValueType type,
      Position position,
      Instr... inputs) {
    Operand asked = new Operand.Method(RuntimeCalls.LISTS, name, descriptor, false);
    return code.add(Opcodes.INVOKESTATIC, asked, type, position, inputs);
  }
}
