package dev.jpgo.core.phase.stream;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.world.KnownJdkMethod;

/**
 * A method of the JDK that a stream has on the stack, and where in it the next one is called.
 *
 * @param method it
 * @param target what it calls there: the simple name of the class that the first such call names,
 *     and the method; {@code aaload} for the first load from an array; nothing for its start
 */
record Step(KnownJdkMethod method, String target) {
  private static final String STREAM = "java/util/stream/";
  private static final String SPLITERATOR = "Ljava/util/Spliterator;";
  private static final String SEQUENTIAL =
      "(Ljava/util/stream/PipelineHelper;" + SPLITERATOR + ")Ljava/lang/";
  private static final String SINK = "(Ljava/util/stream/Sink;" + SPLITERATOR + ")";
  private static final String CANCEL_TYPE = "(" + SPLITERATOR + "Ljava/util/stream/Sink;)Z";
  private static final String LIST = "java/util/ArrayList$ArrayListSpliterator";
  private static final String RANGE = "Streams$RangeIntSpliterator";

  static final Step EVALUATE =
      same(
          "AbstractPipeline",
          "evaluate",
          "(Ljava/util/stream/TerminalOp;)Ljava/lang/Object;",
          "TerminalOp.evaluateSequential",
          0x4b3f9cac6f68f888L);
  static final Step WRAP =
      same(
          "AbstractPipeline",
          "wrapAndCopyInto",
          SINK + "Ljava/util/stream/Sink;",
          "AbstractPipeline.copyInto",
          0x1bae9b5eb092ce81L);
  static final Step COPY =
      same(
          "AbstractPipeline",
          "copyInto",
          SINK + "V",
          "Spliterator.forEachRemaining",
          0xdf224ba83eea4d29L);
  static final Step COPY_SOME = COPY.to("AbstractPipeline.copyIntoWithCancel");
  static final Step CANCEL =
      same(
          "AbstractPipeline",
          "copyIntoWithCancel",
          SINK + "Z",
          "AbstractPipeline.forEachWithCancel",
          0xcb04edcd346afcf6L);

  static final Step REDUCE =
      same(
          "ReduceOps$ReduceOp",
          "evaluateSequential",
          SEQUENTIAL + "Object;",
          "PipelineHelper.wrapAndCopyInto",
          0x1e08b29b2394916dL);
  static final Step COLLECT =
      new Step(
          STREAM + "ReferencePipeline",
          "collect",
          "(Ljava/util/stream/Collector;)Ljava/lang/Object;",
          "ReferencePipeline.evaluate",
          0x1fa5704935e6566dL,
          0x8040f7055f8387abL);
  static final Step MAKE =
      same(
          "ReduceOps",
          "makeRef",
          "(Ljava/util/stream/Collector;)Ljava/util/stream/TerminalOp;",
          "Collector.supplier",
          0x78e3d180538f28b3L);
  static final Step SUPPLY =
      same("ReduceOps$3ReducingSink", "begin", "(J)V", "Supplier.get", 0x39913a0bb64bbc89L);
  static final Step FOR_EACH_REF =
      same(
          "ForEachOps$ForEachOp$OfRef",
          "evaluateSequential",
          SEQUENTIAL + "Object;",
          "ForEachOps$ForEachOp.evaluateSequential",
          0x916a94dee5fd1b3aL);
  static final Step FOR_EACH_INT =
      same(
          "ForEachOps$ForEachOp$OfInt",
          "evaluateSequential",
          SEQUENTIAL + "Object;",
          "ForEachOps$ForEachOp.evaluateSequential",
          0x916a94dee5fd1b3aL);
  static final Step FOR_EACH =
      same(
          "ForEachOps$ForEachOp",
          "evaluateSequential",
          SEQUENTIAL + "Void;",
          "PipelineHelper.wrapAndCopyInto",
          0xb202e87c8066187cL);
  static final Step MATCH_BRIDGE =
      same(
          "MatchOps$MatchOp",
          "evaluateSequential",
          SEQUENTIAL + "Object;",
          "MatchOps$MatchOp.evaluateSequential",
          0x33b8667fec7b57f7L);
  static final Step MATCH =
      same(
          "MatchOps$MatchOp",
          "evaluateSequential",
          SEQUENTIAL + "Boolean;",
          "PipelineHelper.wrapAndCopyInto",
          0x70aab0f8d169ee5dL);

  static final Step LIST_ALL =
      new Step(
          LIST,
          "forEachRemaining",
          "(Ljava/util/function/Consumer;)V",
          "Consumer.accept",
          0x160acafd62bfc5c8L,
          0x160acafd62bfc5c8L);
  static final Step LIST_NEXT =
      new Step(
          LIST,
          "tryAdvance",
          "(Ljava/util/function/Consumer;)Z",
          "Consumer.accept",
          0x4c45afbf6e4e3fadL,
          0x4c45afbf6e4e3fadL);
  static final Step LIST_CANCEL =
      same(
          "ReferencePipeline",
          "forEachWithCancel",
          CANCEL_TYPE,
          "Spliterator.tryAdvance",
          0xc4de117360bb0461L);
  static final Step INT_ALL =
      new Step(
          "java/util/Spliterator$OfInt",
          "forEachRemaining",
          "(Ljava/util/function/Consumer;)V",
          "Spliterator$OfInt.forEachRemaining",
          0xec62280e939b9216L,
          0x36c41eb1e2506db7L);
  static final Step RANGE_ALL =
      same(
          RANGE,
          "forEachRemaining",
          "(Ljava/util/function/IntConsumer;)V",
          "IntConsumer.accept",
          0x97d942752570a9d4L);
  static final Step RANGE_NEXT =
      same(
          RANGE,
          "tryAdvance",
          "(Ljava/util/function/IntConsumer;)Z",
          "IntConsumer.accept",
          0x811bbafcb737ceefL);
  static final Step INT_CANCEL =
      same(
          "IntPipeline",
          "forEachWithCancel",
          CANCEL_TYPE,
          "Spliterator$OfInt.tryAdvance",
          0xeb0914a803d309a1L);

  static final Step BEGIN = COPY.to("Sink.begin");

  // Not on the stack when functions run, but what the loops rest on.
  static final Step LIST_STREAM =
      new Step(
          "java/util/Collection",
          "stream",
          "()Ljava/util/stream/Stream;",
          "Collection.spliterator",
          0x9f2431666a254c11L,
          0x9f2431666a254c11L);
  static final Step LIST_SPLITERATOR =
      new Step(
          "java/util/ArrayList",
          "spliterator",
          "()Ljava/util/Spliterator;",
          "ArrayList$ArrayListSpliterator.<init>",
          0x8f63fd27803b1fdbL,
          0x8f63fd27803b1fdbL);
  static final Step LIST_SIZE =
      new Step(
          LIST,
          "estimateSize",
          "()J",
          "ArrayList$ArrayListSpliterator.getFence",
          0x70084758bc6d2ff1L,
          0x70084758bc6d2ff1L);
  static final Step LIST_FENCE =
      new Step(LIST, "getFence", "()I", "", 0xd674a2d8bcaaee5eL, 0xd674a2d8bcaaee5eL);
  static final Step RANGE_STREAM =
      same(
          "IntStream",
          "range",
          "(II)Ljava/util/stream/IntStream;",
          "StreamSupport.intStream",
          0x1771d278a5e21ceeL);

  private Step(
      String owner, String name, String descriptor, String target, long hash17, long hash25) {
    this(new KnownJdkMethod(new MethodId(owner, name, descriptor), hash17, hash25), target);
  }

  /** A method of {@code java.util.stream} whose code is the same in both. */
  static Step same(String owner, String name, String descriptor, String target, long hash) {
    return new Step(STREAM + owner, name, descriptor, target, hash, hash);
  }

  /** The method by which a stage takes an element. */
  static Step accept(String owner, String element, String target, long hash17, long hash25) {
    return new Step(STREAM + owner, "accept", "(" + element + ")V", target, hash17, hash25);
  }

  /** The method by which a stage is told that elements come, where it tells the next. */
  static Step begin(String owner, long hash) {
    return same(owner, "begin", "(J)V", "Sink.begin", hash);
  }

  /** The same method where it calls something else. */
  Step to(String other) {
    return new Step(method, other);
  }
}
