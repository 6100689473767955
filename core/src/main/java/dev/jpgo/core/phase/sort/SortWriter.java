package dev.jpgo.core.phase.sort;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.BlockSplitter;
import dev.jpgo.core.ir.CodeAppender;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.world.LoadedClass;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes one sort by numbers.
 *
 * <pre>
 *   before:  ...; elements = JpgoOrder.listed(list), or taken(array); if null goto slow
 *            numbers = JpgoOrder.room(elements, count)
 *   loop:    for each element: if it is not of the class goto slow; its keys as numbers
 *            if !JpgoOrder.sort(elements, numbers) goto slow
 *            put the elements back; goto merge
 *   merge:   ...
 *   slow:    the original call; goto merge                             (at the end)
 * </pre>
 *
 * <p>A stream is not sorted twice: on the one way it goes on as it is, on the other a stream of
 * sorted elements takes its place and a comparator to which all are equal that of its own, and the
 * original call follows. What the loop throws is caught, and leads to the original call.
 */
final class SortWriter {
  private static final String ELEMENTS = "[Ljava/lang/Object;";

  /** How many elements a sort is taken to have: what runs often is in the loop. */
  private static final double ELEMENTS_SEEN = 16;

  private static final String LIST = "java/util/ArrayList";
  private static final String EXCEPTION = "java/lang/RuntimeException";

  private final Graph graph;
  private final SortSite site;
  private final List<Key> keys;
  private final LoadedClass element;
  private final Block before;
  private final Block merge;
  private final Block slow;
  private final CodeAppender code;
  private final List<Block> guarded = new ArrayList<>();

  private SortWriter(Graph graph, Block block, SortSite site, List<Key> keys, LoadedClass element) {
    this.graph = graph;
    this.site = site;
    this.keys = keys;
    this.element = element;
    before = block;
    int at = block.body().indexOf(site.call());
    boolean again = site.kind() == SortSite.Kind.STREAM;
    merge = BlockSplitter.split(graph, block, again ? at : at + 1);
    slow = BlockSplitter.split(graph, block, at);
    code = new CodeAppender(graph, block, site.call().position());
  }

  /**
   * Writes the sort.
   *
   * @param block the block of the call
   * @param element the class that elements must be of
   * @param later whether a stream is made where the original call needs it, not where it was
   */
  static void write(
      Graph graph, Block block, SortSite site, List<Key> keys, LoadedClass element, boolean later) {
    SortWriter writer = new SortWriter(graph, block, site, keys, element);
    if (later) {
      Instr stream = site.call().input(0);
      block.remove(stream);
      writer.slow.append(stream);
    }
    writer.write();
  }

  private void write() {
    boolean array = site.kind() == SortSite.Kind.ARRAY;
    Instr elements =
        array
            ? order("taken", "(" + ELEMENTS + ")" + ELEMENTS, site.source())
            : order("listed", "(Ljava/lang/Object;)" + ELEMENTS, site.source());
    code.branch(Opcodes.IFNULL, slow, elements);
    String room = "(" + ELEMENTS + "I)[J";
    Instr numbers = order("room", room, elements, code.constant(keys.size()));
    writeLoop(elements, numbers);
    Instr done = order("sort", "(" + ELEMENTS + "[J)Z", elements, numbers);
    code.branch(Opcodes.IFEQ, slow, done);
    switch (site.kind()) {
      case LIST, LIST_BY_COLLECTIONS -> replace(elements);
      case ARRAY -> copyBack(elements);
      case STREAM -> hand(elements);
    }
    graph.blocks().remove(slow);
    graph.blocks().add(slow);
    slow.setFrequency(0);
    catchAll();
  }

  // --- the numbers

  private void writeLoop(Instr elements, Instr numbers) {
    Instr size = code.compute(Opcodes.ARRAYLENGTH, ValueType.INT, elements);
    double frequency = code.frequency() < 0 ? -1 : code.frequency() * ELEMENTS_SEEN;
    Block entry = code.at();
    Block header = code.newBlock(frequency);
    Block exit = code.newBlock(code.frequency());
    Instr zero = code.constant(0);
    code.jump(header);
    code.place(header);
    Instr index = code.phi(header, ValueType.INT);
    Instr to = keys.size() == 1 ? index : code.phi(header, ValueType.INT);
    header.setPhiInput(index, entry, zero);
    if (to != index) {
      header.setPhiInput(to, entry, zero);
    }
    branch(Opcodes.IF_ICMPGE, exit, index, size);
    Instr object =
        code.add(
            Opcodes.AALOAD,
            Operand.None.NONE,
            ValueType.OBJECT,
            site.call().position(),
            elements,
            index);
    test(object);
    Instr at = to;
    for (Key key : keys) {
      Instr number = number(key, object);
      code.compute(Opcodes.LASTORE, ValueType.VOID, numbers, at, number);
      at = code.compute(Opcodes.IADD, ValueType.INT, at, code.constant(1));
    }
    Instr next =
        to == index ? at : code.compute(Opcodes.IADD, ValueType.INT, index, code.constant(1));
    Block last = code.at();
    code.jump(header);
    header.setPhiInput(index, last, next);
    if (to != index) {
      header.setPhiInput(to, last, at);
    }
    code.place(exit);
  }

  /** Leaves unless an object is of the very class. */
  private void test(Instr object) {
    if (element.info().isFinal()) {
      Instr is =
          code.add(
              Opcodes.INSTANCEOF,
              new Operand.Class(element.name()),
              ValueType.INT,
              site.call().position(),
              object);
      branch(Opcodes.IFEQ, slow, is);
      return;
    }
    branch(Opcodes.IFNULL, slow, object);
    ValueType type = ValueType.ref("java/lang/Class");
    Instr actual =
        call(
            Opcodes.INVOKEVIRTUAL,
            new Operand.Method("java/lang/Object", "getClass", "()Ljava/lang/Class;", false),
            object);
    Instr wanted =
        code.add(
            Opcodes.LDC,
            new Operand.Constant(Type.getObjectType(element.name())),
            type,
            site.call().position());
    branch(Opcodes.IF_ACMPNE, slow, actual, wanted);
  }

  /** A key of an object, as a number that is the less the earlier the object comes. */
  private Instr number(Key key, Instr object) {
    Instr value = call(Opcodes.INVOKEINTERFACE, key.function(), key.made(), object);
    String box = key.box();
    if (box != null) {
      if (key.mayBeNull()) {
        branch(Opcodes.IFNULL, slow, value);
      }
      Instr cast =
          code.add(
              Opcodes.CHECKCAST,
              new Operand.Class(box),
              ValueType.ref(box),
              site.call().position(),
              value);
      value = call(Opcodes.INVOKEVIRTUAL, key.unboxing(), cast);
    }
    Instr number =
        switch (key.kind()) {
          case 'J' -> value;
          case 'F' -> order("bits", "(D)J", code.compute(Opcodes.F2D, ValueType.DOUBLE, value));
          case 'D' -> order("bits", "(D)J", value);
          default -> code.compute(Opcodes.I2L, ValueType.LONG, value);
        };
    return key.descending()
        ? code.compute(Opcodes.LXOR, ValueType.LONG, number, code.constant(-1L, ValueType.LONG))
        : number;
  }

  // --- what is done with sorted elements

  private void replace(Instr elements) {
    Instr list =
        code.add(
            Opcodes.CHECKCAST,
            new Operand.Class(LIST),
            ValueType.ref(LIST),
            site.call().position(),
            site.source());
    Operand.Method method =
        new Operand.Method(
            RuntimeCalls.LISTS, RuntimeCalls.REPLACE, "(L" + LIST + ";" + ELEMENTS + ")Z", false);
    Instr done = call(Opcodes.INVOKESTATIC, method, list, elements);
    code.split(Opcodes.IFEQ, slow, merge, done);
  }

  private void copyBack(Instr elements) {
    Instr zero = code.constant(0);
    Instr size = code.compute(Opcodes.ARRAYLENGTH, ValueType.INT, elements);
    Operand.Method copy =
        new Operand.Method(
            "java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V", false);
    call(Opcodes.INVOKESTATIC, copy, elements, zero, site.source(), zero, size);
    code.jump(merge);
  }

  private void hand(Instr elements) {
    Instr stream = order("stream", "(" + ELEMENTS + ")Ljava/util/stream/Stream;", elements);
    Instr same = order("same", "()Ljava/util/Comparator;");
    Block last = code.at();
    code.jump(merge);
    Instr call = site.call();
    take(call, 0, last, stream);
    take(call, 1, last, same);
  }

  /** Has the call take another input where it comes from a block. */
  private void take(Instr call, int input, Block from, Instr other) {
    Instr original = call.input(input);
    Operand.Method called = (Operand.Method) call.operand();
    Type type =
        input == 0
            ? Type.getObjectType(called.owner())
            : Type.getArgumentTypes(called.descriptor())[input - 1];
    Instr phi = code.phi(merge, ValueType.of(type));
    for (Block pred : merge.preds()) {
      merge.setPhiInput(phi, pred, pred == from ? other : original);
    }
    call.inputs().set(input, phi);
  }

  // --- pieces

  private Instr order(String name, String descriptor, Instr... inputs) {
    return call(
        Opcodes.INVOKESTATIC,
        new Operand.Method(RuntimeCalls.ORDER, name, descriptor, false),
        inputs);
  }

  private Instr call(int op, Operand.Method method, Instr... inputs) {
    ValueType type = ValueType.of(Type.getReturnType(method.descriptor()));
    return code.add(op, method, type, site.call().position(), inputs);
  }

  /** Branches in the loop. */
  private void branch(int op, Block taken, Instr... inputs) {
    code.branch(op, taken, inputs);
    guarded.add(code.at());
  }

  private void catchAll() {
    Block handler = graph.newBlock();
    handler.setFrequency(0);
    handler.append(
        graph.newInstr(
            Op.CATCH,
            Operand.None.NONE,
            ValueType.ref(EXCEPTION),
            List.of(),
            site.call().position()));
    handler.terminate(graph.newGoto(site.call().position()), List.of(slow));
    graph.blocks().add(handler);
    for (Block block : guarded) {
      BlockSplitter.protect(block, before, new Block.Handler(handler, EXCEPTION));
    }
  }
}
