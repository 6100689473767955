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
import org.objectweb.asm.Opcodes;

/**
 * Writes a loop over a list by index.
 *
 * <pre>
 *   before:  changes = JpgoLists.begin(object); if changes < 0 goto plain
 *            list = (ArrayList) object; iterator = null
 *   start:   cursor = 0; limit = 0; goto header
 *   header:  [what was in front of hasNext]
 *            if cursor >= limit goto over
 *   take:    element = JpgoLists.next(list, cursor, changes); if element == null goto odd
 *            cursor++
 *   got:     [what was behind next]; goto header
 *   plain:   iterator = object.iterator(); goto start                        (at the end)
 *   over:    if iterator != null goto slow; if changes < 0 goto slow         (at the end)
 *            size = list.size(); if size == cursor goto exit
 *            if size < cursor goto odd
 *            limit = size; goto take
 *   odd:     iterator = JpgoLists.iterator(list, cursor, changes)            (at the end)
 *   slow:    if !iterator.hasNext() goto exit                                (at the end)
 *            element = iterator.next(); limit = 0; goto got
 * </pre>
 *
 * <p>So a loop either has an iterator and a limit of 0, or none. (What is no list, or not the plain
 * one, may give null for an iterator, which is then asked for elements.) A limit takes no more than
 * the test that a loop over indices has anyway; the size is asked for once in front of the first
 * element, and once behind the last.
 */
final class ListLoopWriter {
  private static final ValueType LIST = ValueType.ref(KnownList.LIST);
  private static final ValueType ITERATOR = ValueType.ref("java/util/Iterator");
  private static final String STATE = "(L" + KnownList.LIST + ";II)";

  private final Graph graph;
  private final Shape.Loop loop;

  // In front of the loop: one of two ways came here.
  private final Instr changes;
  private final Instr list;
  private final Instr firstIterator;
  private final Instr zero;

  private ListLoopWriter(Graph graph, Shape.Loop loop) {
    this.graph = graph;
    this.loop = loop;
    Block before = loop.madeIn();
    Instr object = loop.made().input(0);
    Position position = loop.made().position();
    Block plain = BlockSplitter.split(graph, before, before.body().indexOf(loop.made()));
    Block start = BlockSplitter.split(graph, plain, 1);
    CodeAppender code = new CodeAppender(graph, before, position);
    changes = ask(code, "begin", "(Ljava/lang/Object;)I", ValueType.INT, position, object);
    code.branch(Opcodes.IFLT, plain, changes);
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
  }

  /** The list behind both ways; null where there is an iterator. */
  private Instr listOrNone(Block plain, Block fast, Instr cast) {
    Position position = cast.position();
    Instr none = graph.newInstr(Op.CONST, Operand.Null.NULL, ValueType.NULL, List.of(), position);
    plain.append(none);
    return phi(plain.successors().get(0), LIST, position, plain, none, fast, cast);
  }

  /** Writes the loop. */
  static void write(Graph graph, Shape.Loop loop) {
    new ListLoopWriter(graph, loop).write();
  }

  private void write() {
    Instr asked = loop.asked();
    Instr taken = loop.taken();
    Position position = taken.position();
    Block taking = loop.takenIn();
    Block asking = loop.askedIn();
    Block exit = loop.exit();
    Block slow = BlockSplitter.split(graph, asking, asking.body().size() - 1);
    taking.remove(taken);
    taking.insert(0, taken);
    Block got = BlockSplitter.split(graph, taking, 1);
    Instr iterator = graph.newPhi(ITERATOR, position);
    Instr cursor = graph.newPhi(ValueType.INT, position);
    Instr limit = graph.newPhi(ValueType.INT, position);

    CodeAppender code = new CodeAppender(graph, asking, position);
    Block over = code.newBlock(frequencyOver(asking, taking));
    Block odd = code.newBlock(0);
    Block take = code.newBlock(taking.frequency());
    code.split(Opcodes.IF_ICMPGE, over, take, cursor, limit);
    code.place(take);
    String next = STATE + "Ljava/lang/Object;";
    Instr element = ask(code, "next", next, ValueType.OBJECT, position, list, cursor, changes);
    code.branch(Opcodes.IFNULL, odd, element);
    Instr following = code.compute(Opcodes.IADD, ValueType.INT, cursor, code.constant(1));
    Block fast = code.at();
    code.jump(got);

    Block more = code.newBlock(over.frequency());
    Instr size = writeOver(code, new Ways(take, over, more, odd, slow, exit), iterator, cursor);
    Instr lasting = phi(take, ValueType.INT, position, asking, limit, more, size);
    code.placeAtEnd(odd);
    String made = STATE + "Ljava/util/Iterator;";
    Instr late = ask(code, "iterator", made, ITERATOR, position, list, cursor, changes);
    code.jump(slow);
    Instr current = graph.newPhi(ITERATOR, position);
    slow.addPhi(current);
    for (Block pred : slow.preds()) {
      slow.setPhiInput(current, pred, pred == odd ? late : iterator);
    }
    asked.inputs().set(0, current);
    taken.inputs().set(0, current);

    Instr noLimit = zero(position);
    taking.append(noLimit);
    Instr value = phi(got, taken.type(), position, taking, taken, fast, element);
    graph.replaceAll(Map.of(taken, value));
    value.inputs().replaceAll(input -> input == value ? taken : input);
    Instr nextIterator = phi(got, ITERATOR, position, taking, current, fast, iterator);
    Instr nextLimit = phi(got, ValueType.INT, position, taking, noLimit, fast, lasting);
    Instr nextCursor = phi(got, ValueType.INT, position, taking, cursor, fast, following);
    atHeader(taking, got, iterator, firstIterator, nextIterator);
    atHeader(taking, got, limit, zero, nextLimit);
    atHeader(taking, got, cursor, zero, nextCursor);
    slow.setFrequency(0);
    taking.setFrequency(0);
    last(slow);
    last(taking);
  }

  /** Writes what is done when the limit is reached; returns the size, which is the next limit. */
  private Instr writeOver(CodeAppender code, Ways ways, Instr iterator, Instr cursor) {
    double frequency = ways.over.frequency();
    Block without = code.newBlock(frequency);
    Block sized = code.newBlock(frequency);
    code.placeAtEnd(ways.over);
    code.split(Opcodes.IFNONNULL, ways.slow, without, iterator);
    code.placeAtEnd(without);
    code.split(Opcodes.IFLT, ways.slow, sized, changes);
    code.placeAtEnd(sized);
    Instr size = size(code, list, loop.asked().position());
    code.split(Opcodes.IF_ICMPEQ, ways.exit, ways.more, size, cursor);
    BlockSplitter.setPhiInputs(ways.exit, sized, BlockSplitter.phiInputs(ways.exit, ways.slow));
    code.placeAtEnd(ways.more);
    code.split(Opcodes.IF_ICMPLT, ways.odd, ways.take, size, cursor);
    return size;
  }

  /** Where the loop may go on; {@code more} is where the list has more elements than the limit. */
  private record Ways(Block take, Block over, Block more, Block odd, Block slow, Block exit) {}

  /** How often the loop comes to its end. */
  private static double frequencyOver(Block asking, Block taking) {
    return asking.frequency() < 0 || taking.frequency() < 0
        ? -1
        : Math.max(0, asking.frequency() - taking.frequency());
  }

  private void atHeader(Block taking, Block got, Instr phi, Instr first, Instr next) {
    Block header = loop.header();
    header.addPhi(phi);
    for (Block pred : header.preds()) {
      boolean round = pred == got || (pred != taking && loop.inside().contains(pred));
      header.setPhiInput(phi, pred, round ? next : first);
    }
  }

  // --- instructions

  private Instr phi(
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

  private Instr zero(Position position) {
    return graph.newInstr(Op.CONST, new Operand.Constant(0), ValueType.INT, List.of(), position);
  }

  private static Instr cast(CodeAppender code, Instr object, Position position) {
    return object.type().equals(LIST)
        ? object
        : code.add(Opcodes.CHECKCAST, new Operand.Class(KnownList.LIST), LIST, position, object);
  }

  private static Instr size(CodeAppender code, Instr list, Position position) {
    return code.add(
        Opcodes.INVOKEVIRTUAL,
        new Operand.Method(KnownList.LIST, "size", "()I", false),
        ValueType.INT,
        position,
        list);
  }

  private static Instr ask(
      CodeAppender code,
      String name,
      String descriptor,
      ValueType type,
      Position position,
      Instr... inputs) {
    Operand asked = new Operand.Method(RuntimeCalls.LISTS, name, descriptor, false);
    return code.add(Opcodes.INVOKESTATIC, asked, type, position, inputs);
  }

  private void last(Block block) {
    graph.blocks().remove(block);
    graph.blocks().add(block);
  }
}
