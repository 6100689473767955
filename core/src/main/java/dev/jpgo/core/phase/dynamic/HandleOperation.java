package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.ir.Operand;
import org.jspecify.annotations.Nullable;

/**
 * What a method of {@code VarHandle} that accesses a variable does.
 *
 * @param kind the operation
 * @param plain whether it orders no memory: only then may the variable not be volatile
 */
public record HandleOperation(Kind kind, boolean plain) {
  /** The class of all handles. */
  static final String OWNER = "java/lang/invoke/VarHandle";

  /** The operations. */
  public enum Kind {
    GET("", 0),
    SET("", 1),
    COMPARE_AND_SET("compareAndSet", 2),
    COMPARE_AND_EXCHANGE("compareAndExchange", 2),
    GET_AND_SET("getAndSet", 1),
    GET_AND_ADD("getAndAdd", 1);

    private final String unsafeName;
    private final int operands;

    Kind(String unsafeName, int operands) {
      this.unsafeName = unsafeName;
      this.operands = operands;
    }

    /** Begins the names of the methods of Unsafe that do so. */
    String unsafeName() {
      return unsafeName;
    }

    /** How many values it is given. */
    int operands() {
      return operands;
    }

    /** Whether its result is the variable's value, of before. */
    boolean givesValue() {
      return this != SET && this != COMPARE_AND_SET;
    }
  }

  /** Whether a method is one of {@code VarHandle} that accesses a variable in a known way. */
  public static boolean isAccess(Operand.Method method) {
    return method.owner().equals(OWNER) && of(method.name()) != null;
  }

  /**
   * The operation of a method; null when it is none of those that are known. Those that may fail
   * for no reason are taken for those that do not.
   */
  static @Nullable HandleOperation of(String method) {
    return switch (method) {
      case "get" -> new HandleOperation(Kind.GET, true);
      case "getOpaque", "getAcquire", "getVolatile" -> new HandleOperation(Kind.GET, false);
      case "set" -> new HandleOperation(Kind.SET, true);
      case "setOpaque", "setRelease", "setVolatile" -> new HandleOperation(Kind.SET, false);
      case "compareAndSet",
          "weakCompareAndSetPlain",
          "weakCompareAndSet",
          "weakCompareAndSetAcquire",
          "weakCompareAndSetRelease" ->
          new HandleOperation(Kind.COMPARE_AND_SET, false);
      case "compareAndExchange", "compareAndExchangeAcquire", "compareAndExchangeRelease" ->
          new HandleOperation(Kind.COMPARE_AND_EXCHANGE, false);
      case "getAndSet", "getAndSetAcquire", "getAndSetRelease" ->
          new HandleOperation(Kind.GET_AND_SET, false);
      case "getAndAdd", "getAndAddAcquire", "getAndAddRelease" ->
          new HandleOperation(Kind.GET_AND_ADD, false);
      default -> null;
    };
  }
}
