package dev.jpgo.core.phase.stream;

import dev.jpgo.core.ir.Operand;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An intermediate operation that keeps nothing from one element to the next. */
enum Stage {
  FILTER(
      "Stream.filter(Ljava/util/function/Predicate;)Ljava/util/stream/Stream;",
      Kind.FILTER,
      new Function("Predicate", "test", "(Ljava/lang/Object;)Z"),
      "ReferencePipeline$2$1",
      0x205c466d5ecbcc35L,
      0x0d2330fae6547cc2L),
  MAP(
      "Stream.map(Ljava/util/function/Function;)Ljava/util/stream/Stream;",
      Kind.MAP,
      new Function("Function", "apply", "(Ljava/lang/Object;)Ljava/lang/Object;"),
      "ReferencePipeline$3$1",
      0xdd18d20e6b8c131cL,
      0x36622bdffb9fae09L),
  MAP_TO_INT(
      "Stream.mapToInt(Ljava/util/function/ToIntFunction;)Ljava/util/stream/IntStream;",
      Kind.MAP,
      new Function("ToIntFunction", "applyAsInt", "(Ljava/lang/Object;)I"),
      "ReferencePipeline$4$1",
      0xf18de7ce70bfdd70L,
      0x9eaf2360e65452d3L),
  MAP_TO_LONG(
      "Stream.mapToLong(Ljava/util/function/ToLongFunction;)Ljava/util/stream/LongStream;",
      Kind.MAP,
      new Function("ToLongFunction", "applyAsLong", "(Ljava/lang/Object;)J"),
      "ReferencePipeline$5$1",
      0x75cd9ff48c3f6e86L,
      0xb8b4fa7b662e1a38L),
  PEEK(
      "Stream.peek(Ljava/util/function/Consumer;)Ljava/util/stream/Stream;",
      Kind.PEEK,
      new Function("Consumer", "accept", "(Ljava/lang/Object;)V"),
      "ReferencePipeline$15$1",
      0x57e5c1f9f855d483L,
      0x7724d2ca3f386b46L),
  INT_FILTER(
      "IntStream.filter(Ljava/util/function/IntPredicate;)Ljava/util/stream/IntStream;",
      Kind.FILTER,
      new Function("IntPredicate", "test", "(I)Z"),
      "IntPipeline$10$1",
      0xde0f686d55c926e5L,
      0xb22b175cceaf111eL),
  INT_MAP(
      "IntStream.map(Ljava/util/function/IntUnaryOperator;)Ljava/util/stream/IntStream;",
      Kind.MAP,
      new Function("IntUnaryOperator", "applyAsInt", "(I)I"),
      "IntPipeline$4$1",
      0xe940551015065eaaL,
      0xd87dac30fadf4669L),
  INT_TO_LONG(
      "IntStream.mapToLong(Ljava/util/function/IntToLongFunction;)Ljava/util/stream/LongStream;",
      Kind.MAP,
      new Function("IntToLongFunction", "applyAsLong", "(I)J"),
      "IntPipeline$5$1",
      0x81482ab84eae1ef7L,
      0xea90ca4cf04fc013L),
  INT_TO_OBJECT(
      "IntStream.mapToObj(Ljava/util/function/IntFunction;)Ljava/util/stream/Stream;",
      Kind.MAP,
      new Function("IntFunction", "apply", "(I)Ljava/lang/Object;"),
      "IntPipeline$1$1",
      0xb6011136caf108eeL,
      0xab3dc8e31eb1763fL),
  BOXED(
      "IntStream.boxed()Ljava/util/stream/Stream;",
      Kind.BOX,
      new Function("IntFunction", "apply", "(I)Ljava/lang/Object;"),
      "IntPipeline$1$1",
      0xb6011136caf108eeL,
      0xab3dc8e31eb1763fL);

  /** What becomes of an element. */
  enum Kind {
    /** Dropped unless the function says true. */
    FILTER,
    /** Replaced by the function's result. */
    MAP,
    /** Shown to the function. */
    PEEK,
    /** Boxed by {@code Integer.valueOf}. */
    BOX
  }

  private static final List<Stage> ALL = List.of(values());

  private final String operation;
  private final Kind kind;
  private final Function function;
  private final Step calls;
  private final Step begins;

  Stage(String operation, Kind kind, Function function, String sink, long hash17, long hash25) {
    this.operation = operation;
    this.kind = kind;
    this.function = function;
    String element = function.descriptor().substring(1, function.descriptor().indexOf(')'));
    this.calls = Step.accept(sink, element, function.target(), hash17, hash25);
    boolean ints = element.equals("I");
    this.begins =
        kind == Kind.FILTER
            ? Step.begin(sink, ints ? 0xc9499d40de2fc7fdL : 0xd9dd8bcd41f9b9afL)
            : ints
                ? Step.begin("Sink$ChainedInt", 0xfe7715d914bd1f6bL)
                : Step.begin("Sink$ChainedReference", 0x1dd6ea3a08438f05L);
  }

  /** The operation that a call of an interface's method is, or null. */
  static @Nullable Stage of(Operand.Method called) {
    String name = Terminal.operation(called);
    for (int i = 0; name != null && i < ALL.size(); i++) {
      if (ALL.get(i).operation.equals(name)) {
        return ALL.get(i);
      }
    }
    return null;
  }

  Kind kind() {
    return kind;
  }

  Function function() {
    return function;
  }

  /** The stage's method where it calls the function. */
  Step calls() {
    return calls;
  }

  /** Where the stage tells the next that elements come. */
  Step begins() {
    return begins;
  }

  /** The stage's method where it hands an element on. */
  Step handsOn() {
    return calls.to("Sink.accept");
  }
}
