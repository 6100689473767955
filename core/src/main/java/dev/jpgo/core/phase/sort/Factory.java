package dev.jpgo.core.phase.sort;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.world.KnownJdkMethod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A method of the JDK that makes a comparator, and what it comes to. */
enum Factory {
  COMPARING(
      Does.KEY,
      making("comparing", Types.FUNCTION, 0x02061be3cd1e4de3L),
      comparing("comparing$77a9974f$1", Types.FUNCTION, 0x2303989bd79db8c4L)),
  COMPARING_INT(
      Does.KEY,
      making("comparingInt", Types.TO_INT, 0x8ba5fdbcf68dbf54L),
      comparing("comparingInt$7b0bb60$1", Types.TO_INT, 0x880f860ef5598cf9L)),
  COMPARING_LONG(
      Does.KEY,
      making("comparingLong", Types.TO_LONG, 0xcbf34f381fea7888L),
      comparing("comparingLong$6043328a$1", Types.TO_LONG, 0xd312ece32ad7edf1L)),
  COMPARING_DOUBLE(
      Does.KEY,
      making("comparingDouble", Types.TO_DOUBLE, 0x283106907cdd3353L),
      comparing("comparingDouble$8dcf42ea$1", Types.TO_DOUBLE, 0xc63c094ba70b499aL)),
  REVERSED(
      Does.REVERSE,
      making("reversed", "", 0x51bd1f0690ef6ef2L),
      reverseOrder(),
      reverseCompares(),
      reverseReversed()),
  REVERSE_ORDER(Does.REVERSE, reverseOrder(), reverseCompares()),
  THEN(Does.THEN, then(), thenCompares()),
  THEN_COMPARING(
      Does.THEN_KEY,
      making("thenComparing", Types.FUNCTION, 0xa543936a19891413L),
      then(),
      thenCompares(),
      COMPARING.rests.get(0),
      COMPARING.rests.get(1)),
  THEN_COMPARING_INT(
      Does.THEN_KEY,
      making("thenComparingInt", Types.TO_INT, 0x7e598a5a9ce85c12L),
      then(),
      thenCompares(),
      COMPARING_INT.rests.get(0),
      COMPARING_INT.rests.get(1)),
  THEN_COMPARING_LONG(
      Does.THEN_KEY,
      making("thenComparingLong", Types.TO_LONG, 0xfd0fc02b20f39693L),
      then(),
      thenCompares(),
      COMPARING_LONG.rests.get(0),
      COMPARING_LONG.rests.get(1)),
  THEN_COMPARING_DOUBLE(
      Does.THEN_KEY,
      making("thenComparingDouble", Types.TO_DOUBLE, 0xcbe5b3184094de65L),
      then(),
      thenCompares(),
      COMPARING_DOUBLE.rests.get(0),
      COMPARING_DOUBLE.rests.get(1));

  /** What the comparator that is made does. */
  enum Does {
    /** Compares what the function that is given says of both. */
    KEY,
    /** Asks the one that is given the other way round. */
    REVERSE,
    /** Asks the receiver, and if that finds both equal the one that is given. */
    THEN,
    /** Asks the receiver, and if that finds both equal what the given function says. */
    THEN_KEY
  }

  /** Descriptors of what is given. */
  private static final class Types {
    static final String FUNCTION = "Ljava/util/function/Function;";
    static final String TO_INT = "Ljava/util/function/ToIntFunction;";
    static final String TO_LONG = "Ljava/util/function/ToLongFunction;";
    static final String TO_DOUBLE = "Ljava/util/function/ToDoubleFunction;";
    static final String COMPARATOR = "Ljava/util/Comparator;";
  }

  private static final List<Factory> ALL = List.of(values());

  private final Does does;
  private final List<KnownJdkMethod> rests;

  /**
   * @param rests the method, and what else it rests on
   */
  Factory(Does does, KnownJdkMethod... rests) {
    this.does = does;
    this.rests = List.of(rests);
  }

  /** One of {@code Comparator}'s that makes one of a function or another one. */
  private static KnownJdkMethod making(String name, String taken, long hash) {
    return KnownJdkMethod.of(
        "java/util/Comparator", name, "(" + taken + ")Ljava/util/Comparator;", hash);
  }

  /** What implements a comparator that {@code Comparator} makes. */
  private static KnownJdkMethod comparing(String name, String captured, long hash) {
    return KnownJdkMethod.of(
        "java/util/Comparator",
        "lambda$" + name,
        "(" + captured + "Ljava/lang/Object;Ljava/lang/Object;)I",
        hash);
  }

  private static KnownJdkMethod then() {
    return making("thenComparing", Types.COMPARATOR, 0x5e7bc9ba89c6d618L);
  }

  private static KnownJdkMethod thenCompares() {
    return comparing("thenComparing$36697e65$1", Types.COMPARATOR, 0xb145195d1a614127L);
  }

  private static KnownJdkMethod reverseOrder() {
    return KnownJdkMethod.of(
        "java/util/Collections",
        "reverseOrder",
        "(Ljava/util/Comparator;)Ljava/util/Comparator;",
        0x5aa5eda3076c10e6L);
  }

  private static KnownJdkMethod reverseCompares() {
    return KnownJdkMethod.of(
        "java/util/Collections$ReverseComparator2",
        "compare",
        "(Ljava/lang/Object;Ljava/lang/Object;)I",
        0x9fa3fc25d362cc7cL);
  }

  private static KnownJdkMethod reverseReversed() {
    return KnownJdkMethod.of(
        "java/util/Collections$ReverseComparator2",
        "reversed",
        "()Ljava/util/Comparator;",
        0x324960f7877e0b2bL);
  }

  /** The factory that an instruction calls, or null. */
  static @Nullable Factory calledBy(Instr instr) {
    if (!Op.isInvoke(instr.op()) || !(instr.operand() instanceof Operand.Method called)) {
      return null;
    }
    MethodId id = new MethodId(called.owner(), called.name(), called.descriptor());
    for (Factory each : ALL) {
      if (each.rests.get(0).id().equals(id)) {
        return each;
      }
    }
    return null;
  }

  Does does() {
    return does;
  }

  /** Name of the method that it calls of the function which it is given; empty if that is none. */
  String asks() {
    String taken = rests.get(0).id().descriptor();
    taken = taken.substring(1, taken.indexOf(')'));
    return switch (taken) {
      case Types.FUNCTION -> "apply";
      case Types.TO_INT -> "applyAsInt";
      case Types.TO_LONG -> "applyAsLong";
      case Types.TO_DOUBLE -> "applyAsDouble";
      default -> "";
    };
  }

  /** The methods whose code says that it does that. */
  List<KnownJdkMethod> rests() {
    return rests;
  }
}
