package dev.jpgo.core.phase.stream;

import dev.jpgo.core.ir.Operand;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An operation that ends a stream. */
enum Terminal {
  SUM(
      "IntStream.sum()I",
      Kind.SUM,
      List.of(
          Step.same("IntPipeline", "sum", "()I", "IntPipeline.reduce", 0x7dce24460a1aac89L),
          Step.same(
              "IntPipeline",
              "reduce",
              "(ILjava/util/function/IntBinaryOperator;)I",
              "IntPipeline.evaluate",
              0x51d36106bc52513fL),
          Step.EVALUATE,
          Step.REDUCE),
      null,
      "",
      0),
  LONG_SUM(
      "LongStream.sum()J",
      Kind.SUM,
      List.of(
          Step.same("LongPipeline", "sum", "()J", "LongPipeline.reduce", 0x86cefde33b6378adL),
          Step.same(
              "LongPipeline",
              "reduce",
              "(JLjava/util/function/LongBinaryOperator;)J",
              "LongPipeline.evaluate",
              0xf427e37088a1d972L),
          Step.EVALUATE,
          Step.REDUCE),
      null,
      "",
      0),
  REDUCE(
      "Stream.reduce(Ljava/lang/Object;Ljava/util/function/BinaryOperator;)Ljava/lang/Object;",
      Kind.REDUCE,
      List.of(
          Step.same(
              "ReferencePipeline",
              "reduce",
              "(Ljava/lang/Object;Ljava/util/function/BinaryOperator;)Ljava/lang/Object;",
              "ReferencePipeline.evaluate",
              0xfdc8ecda3ae4dac8L),
          Step.EVALUATE,
          Step.REDUCE),
      new Function(
          "BiFunction", "apply", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"),
      "ReduceOps$1ReducingSink.Ljava/lang/Object;",
      0xbd1e67ab08e98bf1L),
  INT_REDUCE(
      "IntStream.reduce(ILjava/util/function/IntBinaryOperator;)I",
      Kind.REDUCE,
      List.of(
          Step.same(
              "IntPipeline",
              "reduce",
              "(ILjava/util/function/IntBinaryOperator;)I",
              "IntPipeline.evaluate",
              0x51d36106bc52513fL),
          Step.EVALUATE,
          Step.REDUCE),
      new Function("IntBinaryOperator", "applyAsInt", "(II)I"),
      "ReduceOps$5ReducingSink.I",
      0xf4aa25ec490c9050L),
  COLLECT(
      "Stream.collect(Ljava/util/stream/Collector;)Ljava/lang/Object;",
      Kind.COLLECT,
      List.of(Step.COLLECT, Step.EVALUATE, Step.REDUCE),
      new Function("BiConsumer", "accept", "(Ljava/lang/Object;Ljava/lang/Object;)V"),
      "ReduceOps$3ReducingSink.Ljava/lang/Object;",
      0xc1cfe4ca61dc198aL),
  FOR_EACH(
      "Stream.forEach(Ljava/util/function/Consumer;)V",
      Kind.FOR_EACH,
      List.of(
          Step.same(
              "ReferencePipeline",
              "forEach",
              "(Ljava/util/function/Consumer;)V",
              "ReferencePipeline.evaluate",
              0x84226c1b9bd49b5fL),
          Step.EVALUATE,
          Step.FOR_EACH_REF,
          Step.FOR_EACH),
      new Function("Consumer", "accept", "(Ljava/lang/Object;)V"),
      "ForEachOps$ForEachOp$OfRef.Ljava/lang/Object;",
      0x71510b832c4c3819L),
  INT_FOR_EACH(
      "IntStream.forEach(Ljava/util/function/IntConsumer;)V",
      Kind.FOR_EACH,
      List.of(
          Step.same(
              "IntPipeline",
              "forEach",
              "(Ljava/util/function/IntConsumer;)V",
              "IntPipeline.evaluate",
              0xc8afd3db8c0214d3L),
          Step.EVALUATE,
          Step.FOR_EACH_INT,
          Step.FOR_EACH),
      new Function("IntConsumer", "accept", "(I)V"),
      "ForEachOps$ForEachOp$OfInt.I",
      0x3a6850c770ec77c2L),
  ANY("anyMatch", false, Kind.ANY, 0x58a16e1ff6636115L),
  ALL("allMatch", false, Kind.ALL, 0x08a68c33b0464281L),
  NONE("noneMatch", false, Kind.NONE, 0x42240490f57bc38L),
  INT_ANY("anyMatch", true, Kind.ANY, 0x13bc14f64083f120L),
  INT_ALL("allMatch", true, Kind.ALL, 0x753d59aa02c9eba7L),
  INT_NONE("noneMatch", true, Kind.NONE, 0x22285d68a5987b9bL);

  /** What comes of the elements. */
  enum Kind {
    /** Their sum. */
    SUM,
    /** What the function makes of the last result and each. */
    REDUCE,
    /** A container that the function adds each to, as the collector finishes it. */
    COLLECT,
    /** Nothing; each is given to the function. */
    FOR_EACH,
    /** Whether the function says true of one; it is not asked about those after that. */
    ANY,
    /** Whether it says true of each; it is not asked about those after one of which it does not. */
    ALL,
    /** Whether it says true of none; it is not asked about those after one of which it does. */
    NONE;

    /** Whether elements may be left over. */
    boolean mayStop() {
      return this == ANY || this == ALL || this == NONE;
    }
  }

  private static final String PACKAGE = "java/util/stream/";
  private static final List<Terminal> EACH = List.of(values());

  private final String operation;
  private final Kind kind;
  private final List<Step> path;
  private final @Nullable Function function;
  private final @Nullable Step calls;

  Terminal(
      String operation,
      Kind kind,
      List<Step> path,
      @Nullable Function function,
      String sink,
      long hash) {
    this.operation = operation;
    this.kind = kind;
    this.path = path;
    this.function = function;
    int dot = sink.indexOf('.');
    this.calls =
        function == null
            ? null
            : Step.accept(
                sink.substring(0, dot), sink.substring(dot + 1), function.target(), hash, hash);
  }

  Terminal(String name, boolean ints, Kind kind, long hash) {
    String type = ints ? "IntPredicate" : "Predicate";
    String element = ints ? "I" : "Ljava/lang/Object;";
    String descriptor = "(Ljava/util/function/" + type + ";)Z";
    String pipeline = ints ? "IntPipeline" : "ReferencePipeline";
    this.operation = (ints ? "IntStream." : "Stream.") + name + descriptor;
    this.kind = kind;
    this.path =
        List.of(
            Step.same(pipeline, name, descriptor, pipeline + ".evaluate", hash),
            Step.EVALUATE,
            Step.MATCH_BRIDGE,
            Step.MATCH);
    this.function = new Function(type, "test", "(" + element + ")Z");
    long sink = ints ? 0xc4598bca115c857eL : 0xfe9f93e1b361b81aL;
    this.calls =
        Step.accept(
            ints ? "MatchOps$2MatchSink" : "MatchOps$1MatchSink",
            element,
            function.target(),
            sink,
            sink);
  }

  /** What ends a stream by a call of an interface's method, or null. */
  static @Nullable Terminal of(Operand.Method called) {
    String name = operation(called);
    for (int i = 0; name != null && i < EACH.size(); i++) {
      if (EACH.get(i).operation.equals(name)) {
        return EACH.get(i);
      }
    }
    return null;
  }

  /** A method of an interface of {@code java.util.stream} as the operations here name it. */
  static @Nullable String operation(Operand.Method called) {
    return called.isInterface() && called.owner().startsWith(PACKAGE)
        ? called.owner().substring(PACKAGE.length()) + '.' + called.name() + called.descriptor()
        : null;
  }

  Kind kind() {
    return kind;
  }

  /** What is on the stack below the copying of elements. */
  List<Step> path() {
    return path;
  }

  /** What is called for each element; null where it is the JDK's own addition. */
  @Nullable Function function() {
    return function;
  }

  /** The last stage's method where it calls the function. */
  @Nullable Step calls() {
    return calls;
  }
}
