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
 * Writes a loop over a list that never changes by index.
 *
 * <pre>
 *   before:  state = JpgoLists.fixedSize(object); if state < 0 goto plain
 *            list = (List) object; iterator = null
 *   start:   cursor = 0; goto header
 *   header:  [what was in front of hasNext]
 *            if cursor >= state goto over
 *   take:    element = list.get(cursor); cursor++
 *   got:     [what was behind next]; goto header
 *   plain:   iterator = object.iterator(); goto start                        (at the end)
 *   over:    if state >= 0 goto exit                                         (at the end)
 *   slow:    if !iterator.hasNext() goto exit                                (at the end)
 *            element = iterator.next(); goto got
 * </pre>
 */
final class FixedListLoopWriter extends LoopByIndex {
  private static final ValueType LIST = ValueType.ref("java/util/List");
  private static final Operand GET =
      new Operand.Method("java/util/List", "get", "(I)Ljava/lang/Object;", true);

  private FixedListLoopWriter(Graph graph, Shape.Loop loop) {
    super(graph, loop, null, "fixedSize", LIST);
  }

  /** Writes the loop. */
  static void write(Graph graph, Shape.Loop loop) {
    new FixedListLoopWriter(graph, loop).write();
  }

  private void write() {
    Position position = loop.taken().position();
    CodeAppender code = new CodeAppender(graph, asking, position);
    Block over = code.newBlock(frequencyOver());
    Block take = code.newBlock(taking.frequency());
    code.split(Opcodes.IF_ICMPGE, over, take, cursor, state);
    code.place(take);
    Instr element =
        code.add(Opcodes.INVOKEINTERFACE, GET, ValueType.OBJECT, position, list, cursor);
    Instr following = code.compute(Opcodes.IADD, ValueType.INT, cursor, code.constant(1));
    Block fast = code.at();
    code.jump(got);
    code.placeAtEnd(over);
    code.split(Opcodes.IFGE, exit, slow, state);
    BlockSplitter.setPhiInputs(exit, over, BlockSplitter.phiInputs(exit, slow));
    loop.asked().inputs().set(0, firstIterator);
    loop.taken().inputs().set(0, firstIterator);
    goOn(fast, element, following);
  }
}
