package dev.jpgo.core.phase.stream;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.BlockSplitter;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the loop of one stream.
 *
 * <pre>
 *   before: ...; if the list is null or not an ArrayList goto slow
 *           [what stood between the stream's calls]
 *           count, size and array of the list; if size is over the array's goto changed
 *           i = 0; result = ...
 *   header: if i >= size goto exit
 *           element i through the stages, out of them to next
 *   next:   i++; goto header
 *   exit:   if the list's count is another goto changed
 *   done:   goto merge
 *   slow:   the original calls; goto merge                              (at the end)
 *   changed: throw new ConcurrentModificationException()               (at the end)
 * </pre>
 */
final class LoopWriter {
  private static final String LIST = "java/util/ArrayList";
  private static final String CHANGED = "java/util/ConcurrentModificationException";
  private static final ValueType LIST_TYPE = ValueType.ref(LIST);
  private static final ValueType ARRAY = ValueType.ref("[Ljava/lang/Object;");

  /** How many elements a stream is taken to have: what runs often is in the loop. */
  private static final double ELEMENTS = 16;

  private final Graph graph;
  private final Block before;
  private final Pipeline pipeline;
  private final Frames frames;
  private final Position position;
  private final Map<Instr, Instr> values = new IdentityHashMap<>();

  private Block like;
  private Block at;
  private @Nullable Block changed;

  /**
   * @param block the stream's block
   */
  LoopWriter(Graph graph, Block block, Pipeline pipeline, Frames frames) {
    this.graph = graph;
    this.before = block;
    this.pipeline = pipeline;
    this.frames = frames;
    this.position = pipeline.last().position();
    this.like = block;
    this.at = block;
  }

  void write() {
    Block merge = BlockSplitter.split(graph, before, before.body().indexOf(pipeline.last()) + 1);
    Block slow = BlockSplitter.split(graph, before, before.body().indexOf(pipeline.first()));
    boolean list = pipeline.source() == Pipeline.Source.LIST;
    if (list) {
      test(slow, pipeline.first().input(0));
    } else {
      go(newBlock(before.frequency()));
    }
    copyRest(slow);
    Block done = newBlock(before.frequency());
    Instr result = list ? overList(done) : overRange(done);
    place(done);
    jump(merge);
    if (result != null) {
      values.put(pipeline.last(), result);
    }
    merge(slow, merge, list);
    if (list) {
      toEnd(slow);
      writeChanged();
    }
  }

  // --- what is around the loop

  private void test(Block slow, Instr list) {
    Block notNull = newBlock(before.frequency());
    branch(Opcodes.IFNULL, slow, notNull, position, list);
    place(notNull);
    Instr type =
        add(
            Opcodes.INVOKEVIRTUAL,
            new Operand.Method("java/lang/Object", "getClass", "()Ljava/lang/Class;", false),
            ValueType.ref("java/lang/Class"),
            position,
            list);
    Instr wanted =
        add(
            Opcodes.LDC,
            new Operand.Constant(Type.getObjectType(LIST)),
            ValueType.ref("java/lang/Class"),
            position);
    Block fits = newBlock(before.frequency());
    branch(Opcodes.IF_ACMPNE, slow, fits, position, type, wanted);
    place(fits);
    slow.setFrequency(0);
  }

  /** Copies what stands between the stream's calls. */
  private void copyRest(Block slow) {
    for (Instr instr : slow.body()) {
      if (!pipeline.contains(instr)) {
        List<Instr> inputs = new ArrayList<>(instr.inputs().size());
        for (Instr input : instr.inputs()) {
          inputs.add(value(input));
        }
        Instr copy =
            graph.newInstr(instr.op(), instr.operand(), instr.type(), inputs, instr.position());
        copy.setSite(instr.site());
        at.append(copy);
        values.put(instr, copy);
      }
    }
  }

  private Instr value(Instr original) {
    Instr copy = values.get(original);
    return copy == null ? original : copy;
  }

  /** Has what comes after use what came of either way. */
  private void merge(Block slow, Block merge, boolean reachable) {
    Uses uses = Uses.of(graph);
    Map<Instr, Instr> merged = new IdentityHashMap<>();
    for (Map.Entry<Instr, Instr> each : values.entrySet()) {
      Instr original = each.getKey();
      if (!isUsedOutside(uses, original, slow)) {
        continue;
      }
      Instr value = each.getValue();
      if (reachable) {
        Instr phi = graph.newPhi(original.type(), position);
        merge.addPhi(phi);
        for (Block pred : merge.preds()) {
          merge.setPhiInput(phi, pred, pred == slow ? original : value);
        }
        value = phi;
      }
      merged.put(original, value);
    }
    if (!reachable) {
      slow.setHandlers(List.of());
      slow.dropTerminator();
      graph.blocks().remove(slow);
    }
    for (Block block : graph.blocks()) {
      if (block == slow) {
        continue;
      }
      for (Instr phi : block.phis()) {
        if (!merged.containsValue(phi)) {
          replaceInputs(phi, merged);
        }
      }
      for (Instr instr : block.body()) {
        replaceInputs(instr, merged);
      }
      replaceInputs(block.terminator(), merged);
    }
  }

  private static boolean isUsedOutside(Uses uses, Instr value, Block block) {
    for (Instr user : uses.of(value)) {
      if (user.block() != block) {
        return true;
      }
    }
    return false;
  }

  private static void replaceInputs(Instr user, Map<Instr, Instr> merged) {
    for (int i = 0; i < user.inputs().size(); i++) {
      Instr other = merged.get(user.input(i));
      if (other != null) {
        user.inputs().set(i, other);
      }
    }
  }

  // --- the loop

  private @Nullable Instr overList(Block done) {
    Instr list =
        add(
            Opcodes.CHECKCAST,
            new Operand.Class(LIST),
            LIST_TYPE,
            position,
            pipeline.first().input(0));
    Instr count = ask("changes", "I", ValueType.INT, list);
    Instr size =
        add(
            Opcodes.INVOKEVIRTUAL,
            new Operand.Method(LIST, "size", "()I", false),
            ValueType.INT,
            position,
            list);
    Instr array = pipeline.mayStop() ? null : wholeArray(list, size);
    Loop loop = new Loop(constant(0), size);
    Instr element =
        add(
            Opcodes.AALOAD,
            Operand.None.NONE,
            ValueType.OBJECT,
            frames.load(),
            array == null ? elements(list) : array,
            loop.index);
    Block found = through(loop, element);
    Instr result = loop.collect();
    if (found == null) {
      loop.close(result);
      place(loop.exit);
      check(list, count);
      jump(done);
      return loop.result;
    }
    check(list, count);
    loop.close(null);
    place(found);
    check(list, count);
    return stopped(at, loop, done);
  }

  private @Nullable Instr overRange(Block done) {
    Loop loop = new Loop(value(pipeline.first().input(0)), value(pipeline.first().input(1)));
    Block found = through(loop, loop.index);
    loop.close(loop.collect());
    if (found == null) {
      place(loop.exit);
      jump(done);
      return loop.result;
    }
    place(found);
    return stopped(found, loop, done);
  }

  /** The result of a search that may have ended early. */
  private Instr stopped(Block found, Loop loop, Block done) {
    Terminal.Kind kind = pipeline.end().kind();
    Instr early = constant(kind == Terminal.Kind.ANY ? 1 : 0);
    jump(done);
    place(loop.exit);
    Instr late = constant(kind == Terminal.Kind.ANY ? 0 : 1);
    jump(done);
    Instr phi = graph.newPhi(ValueType.INT, position);
    done.addPhi(phi);
    done.setPhiInput(phi, found, early);
    done.setPhiInput(phi, loop.exit, late);
    return phi;
  }

  /** The array that elements are taken from, where it is read once. */
  private Instr wholeArray(Instr list, Instr size) {
    Instr array = elements(list);
    Block there = newBlock(before.frequency());
    branch(Opcodes.IFNULL, changed(), there, position, array);
    place(there);
    Instr length = add(Opcodes.ARRAYLENGTH, Operand.None.NONE, ValueType.INT, frames.load(), array);
    Block fits = newBlock(before.frequency());
    branch(Opcodes.IF_ICMPGT, changed(), fits, position, size, length);
    place(fits);
    return array;
  }

  private Instr elements(Instr list) {
    return ask("elements", "[Ljava/lang/Object;", ARRAY, list);
  }

  private Instr ask(String name, String result, ValueType type, Instr list) {
    String descriptor = "(L" + LIST + ";)" + result;
    return add(
        Opcodes.INVOKESTATIC,
        new Operand.Method(RuntimeCalls.LISTS, name, descriptor, false),
        type,
        position,
        list);
  }

  /** Throws if a list was changed since its changes were counted. */
  private void check(Instr list, Instr count) {
    Instr now = ask("changes", "I", ValueType.INT, list);
    Block same = newBlock(at.frequency());
    branch(Opcodes.IF_ICMPNE, changed(), same, position, now, count);
    place(same);
  }

  /** A loop over indices from one number up to another, with a result where there is one. */
  private final class Loop {
    private final Block header;
    private final Block exit;
    private final Block next;
    private final Instr index;
    private final @Nullable Instr result;
    private final List<Block> leaving = new ArrayList<>();
    private final List<@Nullable Instr> results = new ArrayList<>();

    /** Begins the loop; what is added from now on is done for each index. */
    Loop(Instr from, Instr to) {
      Instr start = start();
      Block entry = at;
      header = newBlock(frequency());
      jump(header);
      place(header);
      index = phi(ValueType.INT, entry, from);
      result = start == null ? null : phi(pipeline.last().type(), entry, start);
      exit = newBlock(before.frequency());
      next = newBlock(frequency());
      Block body = newBlock(frequency());
      branch(Opcodes.IF_ICMPGE, exit, body, position, index, to);
      place(body);
    }

    double frequency() {
      return before.frequency() < 0 ? -1 : before.frequency() * ELEMENTS;
    }

    private Instr phi(ValueType type, Block entry, Instr value) {
      Instr phi = graph.newPhi(type, position);
      header.addPhi(phi);
      header.setPhiInput(phi, entry, value);
      return phi;
    }

    /** A way to the next element: from where, and the result so far. */
    void leave(Block from, @Nullable Instr soFar) {
      leaving.add(from);
      results.add(soFar);
    }

    /** Goes on where all ways to the next element meet; returns the result there. */
    @Nullable Instr collect() {
      place(next);
      if (result == null || leaving.size() == 1) {
        return results.get(0);
      }
      Instr merged = graph.newPhi(result.type(), position);
      next.addPhi(merged);
      for (int i = 0; i < leaving.size(); i++) {
        next.setPhiInput(merged, leaving.get(i), Objects.requireNonNull(results.get(i)));
      }
      return merged;
    }

    /** Ends the loop with the result up to the next element. */
    void close(@Nullable Instr soFar) {
      Instr following =
          add(Opcodes.IADD, Operand.None.NONE, ValueType.INT, position, index, constant(1));
      jump(header);
      header.setPhiInput(index, at, following);
      if (result != null) {
        header.setPhiInput(result, at, Objects.requireNonNull(soFar));
      }
    }
  }

  private @Nullable Instr start() {
    ValueType type = pipeline.last().type();
    return switch (pipeline.end().kind()) {
      case SUM ->
          add(
              Op.CONST,
              new Operand.Constant(type.equals(ValueType.LONG) ? (Object) 0L : (Object) 0),
              type,
              position);
      case REDUCE -> value(pipeline.last().input(1));
      default -> null;
    };
  }

  // --- an element

  /**
   * Sends an element through the stages to the end.
   *
   * @return where a search has found what it looks for, or null if this is none
   */
  private @Nullable Block through(Loop loop, Instr element) {
    Instr value = element;
    for (int i = 0; i < pipeline.stages().size(); i++) {
      Pipeline.Operation stage = pipeline.stages().get(i);
      Position where = frames.stages().get(i);
      switch (stage.stage().kind()) {
        case FILTER -> {
          Instr passes = call(stage.stage().function(), where, stage.call().input(1), value);
          Block next = newBlock(at.frequency());
          loop.leave(at, loop.result);
          branch(Opcodes.IFEQ, loop.next, next, where, passes);
          place(next);
        }
        case MAP -> value = call(stage.stage().function(), where, stage.call().input(1), value);
        case PEEK -> call(stage.stage().function(), where, stage.call().input(1), value);
        case BOX -> value = box(where, value);
      }
    }
    return end(loop, value);
  }

  private Instr box(Position where, Instr value) {
    return add(
        Opcodes.INVOKESTATIC,
        new Operand.Method("java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", false),
        ValueType.ref("java/lang/Integer"),
        where,
        value);
  }

  private @Nullable Block end(Loop loop, Instr value) {
    Instr object = pipeline.last().input(pipeline.last().inputs().size() - 1);
    Function function = pipeline.end().function();
    Terminal.Kind kind = pipeline.end().kind();
    Instr soFar = loop.result;
    if (function == null) {
      int op = value.type().equals(ValueType.LONG) ? Opcodes.LADD : Opcodes.IADD;
      soFar =
          add(op, Operand.None.NONE, value.type(), position, Objects.requireNonNull(soFar), value);
    } else if (kind == Terminal.Kind.REDUCE) {
      soFar = call(function, frames.end(), object, Objects.requireNonNull(soFar), value);
    } else {
      Instr answer = call(function, frames.end(), object, value);
      if (kind.mayStop()) {
        Block found = newBlock(before.frequency());
        loop.leave(at, null);
        int goesOn = kind == Terminal.Kind.ALL ? Opcodes.IFNE : Opcodes.IFEQ;
        branch(goesOn, loop.next, found, frames.end(), answer);
        return found;
      }
    }
    loop.leave(at, soFar);
    jump(loop.next);
    return null;
  }

  private Instr call(Function function, Position where, Instr object, Instr... arguments) {
    Instr[] inputs = new Instr[arguments.length + 1];
    inputs[0] = value(object);
    System.arraycopy(arguments, 0, inputs, 1, arguments.length);
    Operand.Method operand = function.operand();
    ValueType type = ValueType.of(Type.getReturnType(operand.descriptor()));
    return add(Opcodes.INVOKEINTERFACE, operand, type, where, inputs);
  }

  // --- blocks

  private Block changed() {
    if (changed == null) {
      changed = graph.newBlock();
      changed.setFrequency(0);
    }
    return changed;
  }

  private void writeChanged() {
    if (changed == null) {
      return;
    }
    place(changed);
    Instr thrown =
        add(Opcodes.NEW, new Operand.Class(CHANGED), ValueType.ref(CHANGED), frames.changed());
    add(
        Opcodes.INVOKESPECIAL,
        new Operand.Method(CHANGED, "<init>", "()V", false),
        ValueType.VOID,
        frames.changed(),
        thrown);
    at.terminate(
        graph.newInstr(
            Opcodes.ATHROW, Operand.None.NONE, ValueType.VOID, List.of(thrown), frames.changed()),
        List.of());
    toEnd(changed);
  }

  private void toEnd(Block block) {
    graph.blocks().remove(block);
    graph.blocks().add(block);
  }

  /** A block that is as often run as that, for {@link #place}. */
  private Block newBlock(double frequency) {
    Block block = graph.newBlock();
    block.setFrequency(frequency);
    return block;
  }

  /** Puts a block behind the one that was added to last; what is added from now on goes there. */
  private void place(Block block) {
    BlockSplitter.protect(block, before, List.of());
    graph.blocks().add(graph.blocks().indexOf(like) + 1, block);
    like = block;
    at = block;
  }

  private void go(Block block) {
    jump(block);
    place(block);
  }

  private void jump(Block to) {
    at.terminate(graph.newGoto(position), List.of(to));
  }

  private void branch(int op, Block taken, Block next, Position where, Instr... inputs) {
    at.terminate(
        graph.newInstr(op, Operand.None.NONE, ValueType.VOID, List.of(inputs), where),
        List.of(taken, next));
  }

  private Instr constant(int value) {
    return add(Op.CONST, new Operand.Constant(value), ValueType.INT, position);
  }

  private Instr add(int op, Operand operand, ValueType type, Position where, Instr... inputs) {
    Instr instr = graph.newInstr(op, operand, type, List.of(inputs), where);
    at.append(instr);
    return instr;
  }
}
