package dev.jpgo.core.phase.sort;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.world.KnownJdkMethod;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * A call that sorts by a comparator.
 *
 * @param source what is sorted: a list, an array, or the list that a stream is of
 */
record SortSite(Kind kind, Instr call, Instr source) {
  private static final String STREAM = "()Ljava/util/stream/Stream;";
  private static final String SORTED = "(Ljava/util/Comparator;)Ljava/util/stream/Stream;";
  private static final String SORT = "(Ljava/util/Comparator;)V";

  /** What is sorted, and the methods of the JDK that sort it. */
  enum Kind {
    LIST(lists()),
    LIST_BY_COLLECTIONS(
        KnownJdkMethod.of(
            "java/util/Collections",
            "sort",
            "(Ljava/util/List;Ljava/util/Comparator;)V",
            0xfcdf97d892d704c2L),
        lists()),
    ARRAY(arrays()),
    STREAM(streams());

    private final List<KnownJdkMethod> rests;

    Kind(KnownJdkMethod... rests) {
      this.rests = List.of(rests);
    }

    private static KnownJdkMethod lists() {
      return new KnownJdkMethod(
          new MethodId("java/util/ArrayList", "sort", SORT),
          0x7bb5d40cb0e983a8L,
          0xe056a6d01cfe0168L);
    }

    private static KnownJdkMethod arrays() {
      return KnownJdkMethod.of(
          "java/util/Arrays",
          "sort",
          "([Ljava/lang/Object;Ljava/util/Comparator;)V",
          0x11a7472fd18e6f87L);
    }

    private static KnownJdkMethod[] streams() {
      return new KnownJdkMethod[] {
        KnownJdkMethod.of("java/util/Collection", "stream", SortSite.STREAM, 0x9f2431666a254c11L),
        KnownJdkMethod.of(
            "java/util/ArrayList", "spliterator", "()Ljava/util/Spliterator;", 0x8f63fd27803b1fdbL),
        KnownJdkMethod.of(
            "java/util/stream/ReferencePipeline", "sorted", SORTED, 0xd6317ef0e68faeefL),
        KnownJdkMethod.of(
            "java/util/stream/SortedOps",
            "makeRef",
            "(Ljava/util/stream/AbstractPipeline;" + SORTED.substring(1),
            0x5779a53e024605b1L),
        sink("accept", "(Ljava/lang/Object;)V", 0x7e0a0363c2cec460L),
        sink("end", "()V", 0x854f68cfb02b05deL),
        KnownJdkMethod.of(
            "java/util/ArrayList$ArrayListSpliterator",
            "forEachRemaining",
            "(Ljava/util/function/Consumer;)V",
            0x160acafd62bfc5c8L)
      };
    }

    private static KnownJdkMethod sink(String name, String descriptor, long hash) {
      return KnownJdkMethod.of(
          "java/util/stream/SortedOps$SizedRefSortingSink", name, descriptor, hash);
    }

    List<KnownJdkMethod> rests() {
      return rests;
    }
  }

  /** What a call sorts, as far as it tells by itself; null if it does not. */
  static @Nullable SortSite of(Instr call) {
    if (!Op.isInvoke(call.op()) || !(call.operand() instanceof Operand.Method called)) {
      return null;
    }
    return switch (called.owner() + "." + called.name() + called.descriptor()) {
      case "java/util/List.sort" + SORT ->
          call.op() == Opcodes.INVOKEINTERFACE ? sorting(Kind.LIST, call) : null;
      case "java/util/ArrayList.sort" + SORT ->
          call.op() == Opcodes.INVOKEVIRTUAL ? sorting(Kind.LIST, call) : null;
      case "java/util/Collections.sort(Ljava/util/List;Ljava/util/Comparator;)V" ->
          sorting(Kind.LIST_BY_COLLECTIONS, call);
      case "java/util/Arrays.sort([Ljava/lang/Object;Ljava/util/Comparator;)V" ->
          sorting(Kind.ARRAY, call);
      case "java/util/stream/Stream.sorted" + SORTED ->
          isOfList(call.input(0)) ? new SortSite(Kind.STREAM, call, call.input(0).input(0)) : null;
      default -> null;
    };
  }

  private static SortSite sorting(Kind kind, Instr call) {
    return new SortSite(kind, call, call.input(0));
  }

  /** Whether a stream is that of what may be a list. */
  private static boolean isOfList(Instr made) {
    if (!Op.isInvoke(made.op()) || !(made.operand() instanceof Operand.Method called)) {
      return false;
    }
    boolean collection =
        switch (called.owner()) {
          case "java/util/Collection", "java/util/List" -> made.op() == Opcodes.INVOKEINTERFACE;
          case "java/util/ArrayList" -> made.op() == Opcodes.INVOKEVIRTUAL;
          default -> false;
        };
    return collection && called.name().equals("stream") && called.descriptor().equals(STREAM);
  }

  Instr comparator() {
    return call.input(1);
  }
}
