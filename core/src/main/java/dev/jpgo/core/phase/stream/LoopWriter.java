package dev.jpgo.core.phase.stream;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.BlockSplitter;
import dev.jpgo.core.ir.CodeAppender;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the loop of one stream.
 *
 * <pre>
 *   before:  ...; if a function is null, or the list is null or not an ArrayList, goto slow
 *            [what stood between the stream's calls]
 *            changes, size and array of the list; if size is over the array's goto changed
 *            i = 0; result = ...
 *   header:  if i >= size goto exit
 *            element i through the stages, out of them to next
 *   next:    i++; goto header
 *   exit:    if the list's changes are others goto changed
 *   done:    goto merge
 *   slow:    the original calls; goto merge                             (at the end)
 *   changed: throw new ConcurrentModificationException()                (at the end)
 * </pre>
 *
 * <p>Where elements may be left over, the changes are compared at {@code next} and where a search
 * ends, and the array is read for each element.
 */
final class LoopWriter {
  private static final String LIST = "java/util/ArrayList";
  private static final String COLLECTOR = "java/util/stream/Collector";
  private static final String CHANGED = "java/util/ConcurrentModificationException";

  private final Graph graph;
  private final Block before;
  private final Pipeline pipeline;
  private final Frames frames;
  private final Position position;
  private final CodeAppender code;
  private final Block slow;
  private final Block merge;
  private final Between between;
  private final Block changed;

  /** What a collector adds elements to, and by what; null if there is none. */
  private @Nullable Instr container;

  private @Nullable Instr accumulator;

  private LoopWriter(Graph graph, Block block, Pipeline pipeline, Frames frames) {
    this.graph = graph;
    this.before = block;
    this.pipeline = pipeline;
    this.frames = frames;
    position = pipeline.last().position();
    merge = BlockSplitter.split(graph, block, block.body().indexOf(pipeline.last()) + 1);
    slow = BlockSplitter.split(graph, block, block.body().indexOf(pipeline.first()));
    code = new CodeAppender(graph, block, position);
    between = new Between(graph, slow);
    changed = code.newBlock(0);
  }

  /**
   * Writes the loop.
   *
   * @param block the stream's block
   */
  static void write(Graph graph, Block block, Pipeline pipeline, Frames frames) {
    new LoopWriter(graph, block, pipeline, frames).write();
  }

  private void write() {
    boolean list = pipeline.source() == Pipeline.Source.LIST;
    for (Instr function : pipeline.given()) {
      code.branch(Opcodes.IFNULL, slow, function);
    }
    if (list) {
      test(pipeline.first().input(0));
    } else if (!pipeline.isTested()) {
      Block next = code.newBlock(before.frequency());
      code.jump(next);
      code.place(next);
    }
    between.copy(pipeline, code.at());
    Block done = code.newBlock(before.frequency());
    Instr result = list ? overList(done) : overRange(done);
    code.place(done);
    code.jump(merge);
    if (result != null) {
      between.result(pipeline.last(), result);
    }
    if (pipeline.isTested()) {
      between.merge(merge, position);
      slow.setFrequency(0);
      graph.blocks().remove(slow);
      graph.blocks().add(slow);
    } else {
      between.replace();
    }
    if (list) {
      writeChanged();
    }
  }

  /** Leaves for the original calls unless the list is an {@code ArrayList} and nothing below. */
  private void test(Instr list) {
    code.branch(Opcodes.IFNULL, slow, list);
    ValueType type = ValueType.ref("java/lang/Class");
    Instr actual =
        code.add(
            Opcodes.INVOKEVIRTUAL,
            new Operand.Method("java/lang/Object", "getClass", "()Ljava/lang/Class;", false),
            type,
            position,
            list);
    Instr wanted =
        code.add(Opcodes.LDC, new Operand.Constant(Type.getObjectType(LIST)), type, position);
    code.branch(Opcodes.IF_ACMPNE, slow, actual, wanted);
    if (pipeline.mayStop()) {
      // The array of a list that is just being deserialized is null; it is named in the message.
      code.branch(Opcodes.IFNULL, slow, elements(arrayList(list)));
    }
  }

  private Instr arrayList(Instr list) {
    return code.add(
        Opcodes.CHECKCAST, new Operand.Class(LIST), ValueType.ref(LIST), position, list);
  }

  // --- the loop

  private @Nullable Instr overList(Block done) {
    Instr list = arrayList(pipeline.first().input(0));
    Instr changes = changes(list);
    Instr size =
        code.add(
            Opcodes.INVOKEVIRTUAL,
            new Operand.Method(LIST, "size", "()I", false),
            ValueType.INT,
            position,
            list);
    begin();
    Instr whole = pipeline.mayStop() ? null : wholeArray(list, size);
    IndexLoop loop = loop(code.constant(0), size);
    Instr array = whole == null ? elements(list) : whole;
    Instr element =
        code.add(
            Opcodes.AALOAD,
            Operand.None.NONE,
            ValueType.OBJECT,
            frames.load(),
            array,
            loop.index());
    Block found = through(loop, element);
    Instr soFar = loop.collect();
    if (found != null) {
      check(list, changes);
    }
    loop.close(soFar);
    if (found == null) {
      code.place(loop.exit());
      check(list, changes);
      return finish(loop, done);
    }
    code.place(found);
    check(list, changes);
    return stopped(loop, done);
  }

  private @Nullable Instr overRange(Block done) {
    begin();
    IndexLoop loop =
        loop(between.of(pipeline.first().input(0)), between.of(pipeline.first().input(1)));
    Block found = through(loop, loop.index());
    loop.close(loop.collect());
    if (found == null) {
      code.place(loop.exit());
      return finish(loop, done);
    }
    code.place(found);
    return stopped(loop, done);
  }

  /** Has a collector make the container, after a list's size is read and before its array is. */
  private void begin() {
    if (pipeline.end() == Terminal.COLLECT) {
      Instr supplier = collector("supplier", "Supplier");
      accumulator = collector("accumulator", "BiConsumer");
      Function make = new Function("Supplier", "get", "()Ljava/lang/Object;");
      container = call(make, frames.supplied(), supplier);
    }
  }

  private Instr collector(String name, String type) {
    String interfaceName = "java/util/function/" + type;
    return code.add(
        Opcodes.INVOKEINTERFACE,
        new Operand.Method(COLLECTOR, name, "()L" + interfaceName + ";", true),
        ValueType.ref(interfaceName),
        position,
        between.of(pipeline.last().input(1)));
  }

  /** Ends a stream whose elements have all been taken; returns its result. */
  private @Nullable Instr finish(IndexLoop loop, Block done) {
    Instr made = container;
    if (made == null) {
      code.jump(done);
      return loop.result();
    }
    String kinds = COLLECTOR + "$Characteristics";
    Instr is =
        code.add(
            Opcodes.INVOKEINTERFACE,
            new Operand.Method(COLLECTOR, "characteristics", "()Ljava/util/Set;", true),
            ValueType.ref("java/util/Set"),
            position,
            between.of(pipeline.last().input(1)));
    Instr identity =
        code.add(
            Opcodes.GETSTATIC,
            new Operand.Field(kinds, "IDENTITY_FINISH", "L" + kinds + ";"),
            ValueType.ref(kinds),
            position);
    Instr asItIs =
        code.add(
            Opcodes.INVOKEINTERFACE,
            new Operand.Method("java/util/Set", "contains", "(Ljava/lang/Object;)Z", true),
            ValueType.INT,
            position,
            is,
            identity);
    Block plain = code.at();
    code.branch(Opcodes.IFNE, done, asItIs);
    Function finish = new Function("Function", "apply", "(Ljava/lang/Object;)Ljava/lang/Object;");
    Instr finished = call(finish, frames.finished(), collector("finisher", "Function"), made);
    Instr result = code.phi(done, ValueType.OBJECT);
    Block last = code.at();
    code.jump(done);
    done.setPhiInput(result, plain, made);
    done.setPhiInput(result, last, finished);
    return result;
  }

  private IndexLoop loop(Instr from, Instr to) {
    ValueType type = pipeline.last().type();
    Instr start =
        switch (pipeline.end().kind()) {
          case SUM -> code.constant(type.equals(ValueType.LONG) ? (Object) 0L : (Object) 0, type);
          case REDUCE -> between.of(pipeline.last().input(1));
          default -> null;
        };
    return new IndexLoop(code, from, to, start, type);
  }

  /** The result of a search that has just ended early, or has not. */
  private Instr stopped(IndexLoop loop, Block done) {
    boolean any = pipeline.end().kind() == Terminal.Kind.ANY;
    Instr early = code.constant(any ? 1 : 0);
    Block found = code.at();
    code.jump(done);
    code.place(loop.exit());
    Instr late = code.constant(any ? 0 : 1);
    code.jump(done);
    Instr result = code.phi(done, ValueType.INT);
    done.setPhiInput(result, found, early);
    done.setPhiInput(result, loop.exit(), late);
    return result;
  }

  /** The array that elements are taken from, where it is read once. */
  private Instr wholeArray(Instr list, Instr size) {
    Instr array = elements(list);
    code.branch(Opcodes.IFNULL, changed, array);
    Instr length =
        code.add(Opcodes.ARRAYLENGTH, Operand.None.NONE, ValueType.INT, frames.load(), array);
    code.branch(Opcodes.IF_ICMPGT, changed, size, length);
    return array;
  }

  private Instr elements(Instr list) {
    String array = "[Ljava/lang/Object;";
    return ask("elements", array, ValueType.ref(array), list);
  }

  private Instr changes(Instr list) {
    return ask("changes", "I", ValueType.INT, list);
  }

  private Instr ask(String name, String result, ValueType type, Instr list) {
    Operand asked =
        new Operand.Method(RuntimeCalls.LISTS, name, "(L" + LIST + ";)" + result, false);
    return code.add(Opcodes.INVOKESTATIC, asked, type, position, list);
  }

  /** Throws if a list was changed since its changes were counted. */
  private void check(Instr list, Instr changes) {
    code.branch(Opcodes.IF_ICMPNE, changed, changes(list), changes);
  }

  private void writeChanged() {
    code.placeAtEnd(changed);
    Position where = frames.changed();
    Instr thrown = code.add(Opcodes.NEW, new Operand.Class(CHANGED), ValueType.ref(CHANGED), where);
    code.add(
        Opcodes.INVOKESPECIAL,
        new Operand.Method(CHANGED, "<init>", "()V", false),
        ValueType.VOID,
        where,
        thrown);
    code.raise(thrown, where);
  }

  // --- an element

  /**
   * Sends an element through the stages to the end.
   *
   * @return where a search has found what it looks for, or null if this is none
   */
  private @Nullable Block through(IndexLoop loop, Instr element) {
    Instr value = element;
    for (int i = 0; i < pipeline.stages().size(); i++) {
      Stage stage = pipeline.stages().get(i).stage();
      Instr call = pipeline.stages().get(i).call();
      Position where = frames.stages().get(i);
      if (stage.kind() == Stage.Kind.BOX) {
        value = box(where, value);
        continue;
      }
      Instr result = call(stage.function(), where, call.input(1), value);
      switch (stage.kind()) {
        case FILTER -> {
          loop.leave(loop.result());
          code.branch(Opcodes.IFEQ, loop.next(), result);
        }
        case MAP -> value = result;
        default -> {
          // The element stays.
        }
      }
    }
    return end(loop, value);
  }

  private Instr box(Position where, Instr value) {
    return code.add(
        Opcodes.INVOKESTATIC,
        new Operand.Method("java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", false),
        ValueType.ref("java/lang/Integer"),
        where,
        value);
  }

  private @Nullable Block end(IndexLoop loop, Instr value) {
    Instr object = pipeline.last().input(pipeline.last().inputs().size() - 1);
    Function function = pipeline.end().function();
    Terminal.Kind kind = pipeline.end().kind();
    Instr soFar = loop.result();
    if (function == null) {
      int op = value.type().equals(ValueType.LONG) ? Opcodes.LADD : Opcodes.IADD;
      soFar = code.compute(op, value.type(), Objects.requireNonNull(soFar), value);
    } else if (kind == Terminal.Kind.REDUCE) {
      soFar = call(function, frames.end(), object, Objects.requireNonNull(soFar), value);
    } else if (container != null && accumulator != null) {
      call(function, frames.end(), accumulator, container, value);
    } else {
      Instr answer = call(function, frames.end(), object, value);
      if (kind.mayStop()) {
        return search(loop, answer);
      }
    }
    loop.leave(soFar);
    code.jump(loop.next());
    return null;
  }

  /** Goes on, or ends the search at a block that is to be placed. */
  private Block search(IndexLoop loop, Instr answer) {
    Block found = code.newBlock(before.frequency());
    loop.leave(null);
    int stops = pipeline.end().kind() == Terminal.Kind.ALL ? Opcodes.IFEQ : Opcodes.IFNE;
    code.split(stops, found, loop.next(), answer);
    return found;
  }

  private Instr call(Function function, Position where, Instr object, Instr... arguments) {
    Instr[] inputs = new Instr[arguments.length + 1];
    inputs[0] = between.of(object);
    System.arraycopy(arguments, 0, inputs, 1, arguments.length);
    Operand.Method operand = function.operand();
    ValueType type = ValueType.of(Type.getReturnType(operand.descriptor()));
    return code.add(Opcodes.INVOKEINTERFACE, operand, type, where, inputs);
  }
}
