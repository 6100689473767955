package dev.jpgo.core.phase.stream;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.phase.dynamic.FunctionLinkage;
import dev.jpgo.core.phase.dynamic.KnownCollectors;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * The calls that make a stream, each using what the one before has made and nobody else does, all
 * in one block.
 *
 * @param source what the elements come from
 * @param first the call that makes the stream
 * @param stages the intermediate operations, in order
 * @param last the call that ends it
 * @param given the functions that were there before the stream, and may be null
 */
record Pipeline(
    Source source,
    Instr first,
    List<Operation> stages,
    Terminal end,
    Instr last,
    List<Instr> given) {
  /** What elements come from. */
  enum Source {
    /** A list that turns out to be an {@code ArrayList} and nothing more special. */
    LIST,
    /** {@code IntStream.range}. */
    RANGE
  }

  /** A call of an intermediate operation. */
  record Operation(Stage stage, Instr call) {}

  /** The stream that a call in a block ends, or null. */
  static @Nullable Pipeline endingWith(Block block, Instr last, Uses uses) {
    Terminal end = end(last);
    if (end == null) {
      return null;
    }
    List<Operation> stages = new ArrayList<>();
    List<Instr> functions = new ArrayList<>();
    if (end.function() != null && end != Terminal.COLLECT) {
      functions.add(last.input(last.inputs().size() - 1));
    }
    Instr at = last.input(0);
    while (at.block() == block && uses.count(at) == 1) {
      Operand.Method operation = operation(at);
      Stage stage = operation == null ? null : Stage.of(operation);
      if (stage == null) {
        Operand.Method called = called(at);
        Source source = called == null ? null : source(at, called);
        Collections.reverse(stages);
        // Without a stage, forEach goes another way.
        if (source == null || (stages.isEmpty() && end.kind() == Terminal.Kind.FOR_EACH)) {
          return null;
        }
        List<Instr> given = given(functions, block, at);
        return given == null
            ? null
            : new Pipeline(source, at, List.copyOf(stages), end, last, given);
      }
      if (stage.kind() != Stage.Kind.BOX) {
        functions.add(at.input(1));
      }
      stages.add(new Operation(stage, at));
      at = at.input(0);
    }
    return null;
  }

  private static Operand.@Nullable Method called(Instr instr) {
    return Op.isInvoke(instr.op()) && instr.operand() instanceof Operand.Method method
        ? method
        : null;
  }

  /** Whether an instruction ends a stream, as far as it alone tells. */
  static boolean isEnd(Instr instr) {
    return end(instr) != null;
  }

  private static @Nullable Terminal end(Instr instr) {
    Operand.Method ending = operation(instr);
    Terminal end = ending == null ? null : Terminal.of(ending);
    return end != null && fits(end, instr) ? end : null;
  }

  private static boolean fits(Terminal end, Instr last) {
    return end != Terminal.COLLECT || KnownCollectors.isOne(last.input(1));
  }

  /** A method of an interface, called on an object; null for any other call. */
  private static Operand.@Nullable Method operation(Instr instr) {
    return instr.op() == Opcodes.INVOKEINTERFACE ? called(instr) : null;
  }

  /**
   * Those functions that are not made for the stream, each once; null if one is not made and not
   * there before the stream either: the stream's making throws where one is null, so it has to be
   * known before anything is done whether it is.
   */
  private static @Nullable List<Instr> given(List<Instr> functions, Block block, Instr first) {
    List<Instr> given = new ArrayList<>(0);
    List<Instr> body = block.body();
    for (Instr function : functions) {
      if (isMade(function) || given.contains(function)) {
        continue;
      }
      if (function.block() == block && body.indexOf(function) > body.indexOf(first)) {
        return null;
      }
      given.add(function);
    }
    return given;
  }

  private static boolean isMade(Instr function) {
    return function.op() == Opcodes.INVOKEDYNAMIC
        && function.operand() instanceof Operand.Dynamic site
        && site.bootstrap().getOwner().equals(FunctionLinkage.FACTORY);
  }

  private static @Nullable Source source(Instr call, Operand.Method called) {
    if (called.name().equals("stream")
        && called.descriptor().equals("()Ljava/util/stream/Stream;")) {
      return switch (called.owner()) {
        case "java/util/Collection", "java/util/List" ->
            call.op() == Opcodes.INVOKEINTERFACE ? Source.LIST : null;
        case "java/util/ArrayList" -> call.op() == Opcodes.INVOKEVIRTUAL ? Source.LIST : null;
        default -> null;
      };
    }
    return call.op() == Opcodes.INVOKESTATIC
            && called.isInterface()
            && called.owner().equals("java/util/stream/IntStream")
            && called.name().equals("range")
            && called.descriptor().equals("(II)Ljava/util/stream/IntStream;")
        ? Source.RANGE
        : null;
  }

  /** Whether a call is one of the stream's. */
  boolean contains(Instr call) {
    if (call == first || call == last) {
      return true;
    }
    for (int i = 0; i < stages.size(); i++) {
      if (stages.get(i).call() == call) {
        return true;
      }
    }
    return false;
  }

  /** Whether it has to be seen as it runs that the stream is as it is taken to be. */
  boolean isTested() {
    return source == Source.LIST || !given.isEmpty();
  }

  /** Whether not all elements need to be looked at. */
  boolean mayStop() {
    return end.kind().mayStop();
  }
}
