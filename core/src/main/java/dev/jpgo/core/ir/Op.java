package dev.jpgo.core.ir;

import org.objectweb.asm.Opcodes;

/**
 * Operations of an {@link Instr}. They are the JVM's opcodes (ASM's {@link Opcodes}) without the
 * loads, stores, stack shuffles and constant pushes, plus the pseudo operations below, which are
 * above 255. IINC becomes IADD; every return opcode is kept by kind; every switch is LOOKUPSWITCH
 * (the emitter chooses).
 */
public final class Op {
  /**
   * A parameter of the method, receiver first; operand {@link Operand.Int}. Only in the entry
   * block.
   */
  public static final int PARAM = 256;

  /** A constant that neither throws nor resolves anything; operand Constant or Null. Pure. */
  public static final int CONST = 257;

  /** A phi; its inputs are in the order of {@link Block#preds()}. */
  public static final int PHI = 258;

  /** The caught exception; first instruction of a handler entry, which has exception edges only. */
  public static final int CATCH = 259;

  /**
   * The place right behind a MONITORENTER. HotSpot's interpreters look whether there is room for
   * another monitor once they have entered one, and throw a StackOverflowError as if the
   * instruction behind it did, as javac's exception ranges, which begin there, have it: whoever
   * leaves the monitor must handle this place. Without inputs or a result; emitted as NOP.
   */
  public static final int LOCKED = 260;

  private Op() {}

  /** Whether the operation ends a block. GOTO has no inputs. */
  public static boolean isTerminator(int op) {
    return (op >= Opcodes.IFEQ && op <= Opcodes.GOTO)
        || op == Opcodes.IFNULL
        || op == Opcodes.IFNONNULL
        || op == Opcodes.TABLESWITCH
        || op == Opcodes.LOOKUPSWITCH
        || (op >= Opcodes.IRETURN && op <= Opcodes.RETURN)
        || op == Opcodes.ATHROW;
  }

  /** Whether the operation is a two-way branch; successor 0 is taken, successor 1 falls through. */
  public static boolean isBranch(int op) {
    return (op >= Opcodes.IFEQ && op <= Opcodes.IF_ACMPNE)
        || op == Opcodes.IFNULL
        || op == Opcodes.IFNONNULL;
  }

  /** Whether the operation is a call of a method by name. */
  public static boolean isInvoke(int op) {
    return op >= Opcodes.INVOKEVIRTUAL && op <= Opcodes.INVOKEINTERFACE;
  }

  /** Whether the operation returns from the method. */
  public static boolean isReturn(int op) {
    return op >= Opcodes.IRETURN && op <= Opcodes.RETURN;
  }

  /**
   * Whether the operation throws {@code NullPointerException} when its first input is null: once it
   * has completed, that is known not to be null.
   */
  public static boolean dereferences(int op) {
    return (op >= Opcodes.IALOAD && op <= Opcodes.SALOAD)
        || (op >= Opcodes.IASTORE && op <= Opcodes.SASTORE)
        || op == Opcodes.GETFIELD
        || op == Opcodes.PUTFIELD
        || (isInvoke(op) && op != Opcodes.INVOKESTATIC)
        || op == Opcodes.ARRAYLENGTH
        || op == Opcodes.MONITORENTER
        || op == Opcodes.MONITOREXIT;
  }

  /**
   * Whether the operation always gives the same result for the same inputs, cannot throw, and
   * neither reads nor writes memory: it can be removed when unused, merged and moved anywhere its
   * inputs reach.
   */
  public static boolean isPure(int op) {
    if (op >= Opcodes.IADD && op <= Opcodes.DCMPG) {
      return !divides(op) && op != Opcodes.IINC;
    }
    return op == CONST || op == PARAM || op == PHI || op == Opcodes.NOP;
  }

  /** Whether the operation throws {@code ArithmeticException} when its second input is zero. */
  public static boolean divides(int op) {
    return op == Opcodes.IDIV || op == Opcodes.LDIV || op == Opcodes.IREM || op == Opcodes.LREM;
  }

  /**
   * Whether exchanging the two inputs gives the same result. Floating-point sums and products are
   * left alone: which NaN they give may depend on the order.
   */
  public static boolean isCommutative(int op) {
    return switch (op) {
      case Opcodes.IADD,
          Opcodes.LADD,
          Opcodes.IMUL,
          Opcodes.LMUL,
          Opcodes.IAND,
          Opcodes.LAND,
          Opcodes.IOR,
          Opcodes.LOR,
          Opcodes.IXOR,
          Opcodes.LXOR ->
          true;
      default -> false;
    };
  }

  /** The opcode that gives the same result for exchanged inputs, or -1. */
  public static int mirrored(int op) {
    return switch (op) {
      case Opcodes.IF_ICMPEQ, Opcodes.IF_ICMPNE, Opcodes.IF_ACMPEQ, Opcodes.IF_ACMPNE -> op;
      case Opcodes.IF_ICMPLT -> Opcodes.IF_ICMPGT;
      case Opcodes.IF_ICMPLE -> Opcodes.IF_ICMPGE;
      case Opcodes.IF_ICMPGE -> Opcodes.IF_ICMPLE;
      case Opcodes.IF_ICMPGT -> Opcodes.IF_ICMPLT;
      default -> isCommutative(op) ? op : -1;
    };
  }
}
