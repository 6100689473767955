package dev.jpgo.core.phase.list;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.BlockSplitter;
import dev.jpgo.core.ir.CodeAppender;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.ValueType;
import org.objectweb.asm.Opcodes;

/**
 * Writes a loop over an {@code ArrayList} by index.
 *
 * <pre>
 *   before:  state = JpgoLists.begin(object); if state < 0 goto plain
 *            list = (ArrayList) object; iterator = null
 *   start:   cursor = 0; limit = 0; goto header
 *   header:  [what was in front of hasNext]
 *            if cursor >= limit goto over
 *   take:    element = JpgoLists.next(list, cursor, state); if element == null goto odd
 *            cursor++
 *   got:     [what was behind next]; goto header
 *   plain:   iterator = object.iterator(); goto start                        (at the end)
 *   over:    if iterator != null goto slow; if state < 0 goto slow         (at the end)
 *            size = list.size(); if size == cursor goto exit
 *            if size < cursor goto odd
 *            limit = size; goto take
 *   odd:     iterator = JpgoLists.iterator(list, cursor, state)            (at the end)
 *   slow:    if !iterator.hasNext() goto exit                                (at the end)
 *            element = iterator.next(); limit = 0; goto got
 * </pre>
 *
 * <p>So a loop either has an iterator and a limit of 0, or none. (What is no list, or not the plain
 * one, may give null for an iterator, which is then asked for elements.) A limit takes no more than
 * the test that a loop over indices has anyway; the size is asked for once in front of the first
 * element, and once behind the last.
 *
 * <p>Where the list is in one of {@code Collections.unmodifiableList}, {@code object} is what
 * {@code JpgoLists.wrapped} finds in it, but for the call of {@code iterator}; and {@code odd} asks
 * {@code JpgoLists.unmodifiable}.
 */
final class ListLoopWriter extends LoopByIndex {
  private static final ValueType LIST = ValueType.ref(KnownList.Names.ARRAY_LIST);
  private static final String STATE = "(L" + KnownList.Names.ARRAY_LIST + ";II)";

  /** The method that makes an iterator which has come to any element. */
  private final String making;

  private ListLoopWriter(Graph graph, Shape.Loop loop, boolean wrapped) {
    super(graph, loop, wrapped ? "wrapped" : null, "begin", LIST);
    this.making = wrapped ? "unmodifiable" : "iterator";
  }

  /**
   * Writes the loop.
   *
   * @param wrapped whether the list is to be in an unmodifiable one
   */
  static void write(Graph graph, Shape.Loop loop, boolean wrapped) {
    new ListLoopWriter(graph, loop, wrapped).write();
  }

  private void write() {
    Position position = loop.taken().position();
    Instr iterator = graph.newPhi(ITERATOR, position);
    Instr limit = graph.newPhi(ValueType.INT, position);

    CodeAppender code = new CodeAppender(graph, asking, position);
    Block over = code.newBlock(frequencyOver());
    Block odd = code.newBlock(0);
    Block take = code.newBlock(taking.frequency());
    code.split(Opcodes.IF_ICMPGE, over, take, cursor, limit);
    code.place(take);
    String next = STATE + "Ljava/lang/Object;";
    Instr element = ask(code, "next", next, ValueType.OBJECT, position, list, cursor, state);
    code.branch(Opcodes.IFNULL, odd, element);
    Instr following = code.compute(Opcodes.IADD, ValueType.INT, cursor, code.constant(1));
    Block fast = code.at();
    code.jump(got);

    Block more = code.newBlock(over.frequency());
    Instr size = writeOver(code, new Ways(take, over, more, odd), iterator);
    Instr lasting = phi(take, ValueType.INT, position, asking, limit, more, size);
    code.placeAtEnd(odd);
    String made = STATE + "Ljava/util/Iterator;";
    Instr late = ask(code, making, made, ITERATOR, position, list, cursor, state);
    code.jump(slow);
    Instr current = graph.newPhi(ITERATOR, position);
    slow.addPhi(current);
    for (Block pred : slow.preds()) {
      slow.setPhiInput(current, pred, pred == odd ? late : iterator);
    }
    loop.asked().inputs().set(0, current);
    loop.taken().inputs().set(0, current);

    Instr noLimit = zero(position);
    taking.append(noLimit);
    Instr nextIterator = phi(got, ITERATOR, position, taking, current, fast, iterator);
    Instr nextLimit = phi(got, ValueType.INT, position, taking, noLimit, fast, lasting);
    atHeader(iterator, firstIterator, nextIterator);
    atHeader(limit, zero, nextLimit);
    goOn(fast, element, following);
  }

  /** Writes what is done when the limit is reached; returns the size, which is the next limit. */
  private Instr writeOver(CodeAppender code, Ways ways, Instr iterator) {
    double frequency = ways.over.frequency();
    Block without = code.newBlock(frequency);
    Block sized = code.newBlock(frequency);
    code.placeAtEnd(ways.over);
    code.split(Opcodes.IFNONNULL, slow, without, iterator);
    code.placeAtEnd(without);
    code.split(Opcodes.IFLT, slow, sized, state);
    code.placeAtEnd(sized);
    Instr size = size(code, list, loop.asked().position());
    code.split(Opcodes.IF_ICMPEQ, exit, ways.more, size, cursor);
    BlockSplitter.setPhiInputs(exit, sized, BlockSplitter.phiInputs(exit, slow));
    code.placeAtEnd(ways.more);
    code.split(Opcodes.IF_ICMPLT, ways.odd, ways.take, size, cursor);
    return size;
  }

  /** Where the loop may go on; {@code more} is where the list has more elements than the limit. */
  private record Ways(Block take, Block over, Block more, Block odd) {}

  private static Instr size(CodeAppender code, Instr list, Position position) {
    return code.add(
        Opcodes.INVOKEVIRTUAL,
        new Operand.Method(KnownList.Names.ARRAY_LIST, "size", "()I", false),
        ValueType.INT,
        position,
        list);
  }
}
