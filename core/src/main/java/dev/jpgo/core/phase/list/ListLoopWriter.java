package dev.jpgo.core.phase.list;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.BlockSplitter;
import dev.jpgo.core.ir.CodeAppender;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.Reaching;
import dev.jpgo.core.ir.ValueType;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
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
 * <p>Where most rounds of the loop neither call nor synchronize, its elements are taken from the
 * list's array, which is asked for anew, as the size is, where a round has:
 *
 * <pre>
 *   start:   cursor = 0; limit = 0; array = null
 *   take:    element = array[cursor]; cursor++
 *   got:     [what was behind next; where that may let something in, limit = 0; array = null]
 *   over:    … if size < cursor goto odd
 *            array = JpgoLists.array(list, size, state); if array == null goto odd
 *            limit = size; goto take
 * </pre>
 *
 * <p>Where the list is in one of {@code Collections.unmodifiableList}, {@code object} is what
 * {@code JpgoLists.wrapped} finds in it, but for the call of {@code iterator}; and {@code odd} asks
 * {@code JpgoLists.unmodifiable}.
 */
final class ListLoopWriter extends LoopByIndex {
  private static final ValueType LIST = ValueType.ref(KnownList.Names.ARRAY_LIST);
  private static final ValueType ARRAY = ValueType.ref("[Ljava/lang/Object;");
  private static final String STATE = "(L" + KnownList.Names.ARRAY_LIST + ";II)";

  /** The method that makes an iterator which has come to any element. */
  private final String making;

  /** The blocks behind which the list may be another; null if it is asked for each element. */
  private final @Nullable Set<Block> barriers;

  private ListLoopWriter(
      Graph graph, Shape.Loop loop, boolean wrapped, @Nullable Set<Block> barriers) {
    super(graph, loop, wrapped ? "wrapped" : null, "begin", LIST);
    this.making = wrapped ? "unmodifiable" : "iterator";
    this.barriers = barriers;
  }

  /**
   * Writes the loop; returns the call that asks for the size of an {@code ArrayList} and nothing
   * below.
   *
   * @param wrapped whether the list is to be in an unmodifiable one
   * @param barriers the blocks of the loop that call or synchronize, none of which is come to from
   *     its head but behind {@code next}; null if the list is to be asked for each element
   */
  static Instr write(Graph graph, Shape.Loop loop, boolean wrapped, @Nullable Set<Block> barriers) {
    return new ListLoopWriter(graph, loop, wrapped, barriers).write();
  }

  private Instr write() {
    Position position = loop.taken().position();
    Instr iterator = graph.newPhi(ITERATOR, position);
    Instr limit = graph.newPhi(ValueType.INT, position);

    CodeAppender code = new CodeAppender(graph, asking, position);
    Block over = code.newBlock(frequencyOver());
    Block odd = code.newBlock(0);
    Block take = code.newBlock(taking.frequency());
    code.split(Opcodes.IF_ICMPGE, over, take, cursor, limit);
    code.place(take);
    Instr array = barriers == null ? null : code.phi(take, ARRAY);
    Instr element = array == null ? next(code, odd, position) : element(code, array, position);
    Instr following = code.compute(Opcodes.IADD, ValueType.INT, cursor, code.constant(1));
    Block fast = code.at();
    code.jump(got);

    Block more = code.newBlock(over.frequency());
    Instr size = writeOver(code, new Ways(take, over, more, odd), iterator);
    if (array != null) {
      Instr asked = ask(code, "array", STATE + ARRAY.name(), ARRAY, position, list, size, state);
      code.split(Opcodes.IFNULL, odd, take, asked);
      keep(array, take, asked, fast);
    }
    Block known = code.at();
    Instr lasting = phi(take, ValueType.INT, position, asking, limit, known, size);
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
    untilBarriers(limit, zero, nextLimit);
    goOn(fast, element, following);
    return size;
  }

  /** Takes the next element from the list. */
  private Instr next(CodeAppender code, Block odd, Position position) {
    String next = STATE + "Ljava/lang/Object;";
    Instr element = ask(code, "next", next, ValueType.OBJECT, position, list, cursor, state);
    code.branch(Opcodes.IFNULL, odd, element);
    return element;
  }

  /** Takes the next element from the list's array. */
  private Instr element(CodeAppender code, Instr array, Position position) {
    return code.add(Opcodes.AALOAD, Operand.None.NONE, ValueType.OBJECT, position, array, cursor);
  }

  /**
   * Has the array that elements are taken from be the last one that was asked for.
   *
   * @param array it, a phi without inputs
   * @param asked the one that is asked for at the end of the block that is written to last
   */
  private void keep(Instr array, Block take, Instr asked, Block fast) {
    Position position = array.position();
    Instr none = graph.newInstr(Op.CONST, Operand.Null.NULL, ValueType.NULL, List.of(), position);
    zero.home().insert(0, none);
    Instr atHead = graph.newPhi(ARRAY, position);
    for (Block pred : take.preds()) {
      take.setPhiInput(array, pred, pred == asking ? atHead : asked);
    }
    untilBarriers(atHead, none, phi(got, ARRAY, position, taking, none, fast, array));
  }

  /** Has a value at the head of the loop that is another one until something may be let in. */
  private void untilBarriers(Instr phi, Instr first, Instr next) {
    if (barriers == null || barriers.isEmpty()) {
      atHeader(phi, first, next);
      return;
    }
    Reaching reaching =
        new Reaching(
            graph, phi, block -> barriers.contains(block) ? first : block == got ? next : null);
    atHeader(phi, first, reaching::leaving);
  }

  /**
   * Writes what is done when the limit is reached; returns the size, which is the next limit. Code
   * goes on where the list has more elements.
   */
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
    if (barriers == null) {
      code.split(Opcodes.IF_ICMPLT, ways.odd, ways.take, size, cursor);
    } else {
      Block fetch = code.newBlock(frequency);
      code.split(Opcodes.IF_ICMPLT, ways.odd, fetch, size, cursor);
      code.placeAtEnd(fetch);
    }
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
