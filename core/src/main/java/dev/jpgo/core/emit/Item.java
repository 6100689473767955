package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * One instruction of the code to be, in the list of its {@link Segment}. Local variables are still
 * values here: {@link SlotAllocation} says which slot each has.
 */
final class Item {
  /** What an item does. */
  enum Kind {
    /** Pushes a value from its slot. */
    LOAD,
    /** Pops a value into its slot. */
    STORE,
    /** Pushes a constant. */
    CONST,
    /** An operation of the graph: pops its inputs, pushes its result if it has one. */
    OP,
    /** Moves operands: DUP, POP, SWAP and their like. */
    STACK,
    /** Adds {@link Item#operand} to the slot of a value. */
    INCREMENT,
    /** Stores null to slot {@link Item#operand}. */
    CLEAR
  }

  final Kind kind;

  /**
   * The value loaded, stored, pushed or incremented; the operation itself, or that which a slot is
   * cleared for.
   */
  final Instr value;

  /** Opcode of a STACK item, amount of an INCREMENT, slot of a CLEAR. */
  final int operand;

  /** Block whose handlers protect the operation. */
  final Block block;

  /** The other half of a copy from slot to slot: a LOAD of a STORE, or the reverse. */
  @Nullable Item mate;

  /**
   * For a STORE of a parallel copy: the value or constant that it copies, if it is just that. For
   * an INCREMENT: the sum.
   */
  @Nullable Instr copied;

  /** Whether it can throw to a handler of its block. */
  boolean throwing;

  /** Last item of its block that can throw to a handler of the block. */
  boolean lastThrowing;

  @Nullable Item previous;
  @Nullable Item next;

  Item(Kind kind, Instr value, int operand, Block block) {
    this.kind = kind;
    this.value = value;
    this.operand = operand;
    this.block = block;
  }

  static Item load(Instr value, Block block) {
    return new Item(Kind.LOAD, value, 0, block);
  }

  static Item store(Instr value, Block block) {
    return new Item(Kind.STORE, value, 0, block);
  }

  static Item constant(Instr value, Block block) {
    return new Item(Kind.CONST, value, 0, block);
  }

  static Item operation(Instr value, Block block) {
    return new Item(Kind.OP, value, 0, block);
  }

  static Item stack(int opcode, Instr value, Block block) {
    return new Item(Kind.STACK, value, opcode, block);
  }

  static Item clear(int slot, Instr operation, Block block) {
    return new Item(Kind.CLEAR, operation, slot, block);
  }

  /** Forgets that this is half of a copy. */
  void part() {
    if (mate != null) {
      mate.mate = null;
      mate = null;
    }
  }

  boolean is(Kind other) {
    return kind == other;
  }

  boolean isStack(int opcode) {
    return kind == Kind.STACK && operand == opcode;
  }

  /** Words of the operand stack that it takes or looks at. */
  int pops() {
    return switch (kind) {
      case LOAD, CONST, INCREMENT, CLEAR -> 0;
      case STORE -> value.type().kind().slots();
      case OP -> {
        int words = 0;
        for (int i = 0; i < value.inputs().size(); i++) {
          words += value.input(i).type().kind().slots();
        }
        yield words;
      }
      case STACK ->
          switch (operand) {
            case Opcodes.POP, Opcodes.DUP -> 1;
            case Opcodes.POP2, Opcodes.DUP2, Opcodes.SWAP, Opcodes.DUP_X1 -> 2;
            case Opcodes.DUP_X2, Opcodes.DUP2_X1 -> 3;
            default -> 4;
          };
    };
  }

  /** Words that it leaves in their place. */
  int pushes() {
    return switch (kind) {
      case LOAD, CONST -> value.type().kind().slots();
      case STORE, INCREMENT, CLEAR -> 0;
      case OP -> value.op() == Op.CATCH ? 0 : value.type().kind().slots();
      case STACK ->
          switch (operand) {
            case Opcodes.POP, Opcodes.POP2 -> 0;
            case Opcodes.SWAP -> 2;
            case Opcodes.DUP, Opcodes.DUP_X1, Opcodes.DUP_X2 -> pops() + 1;
            default -> pops() + 2;
          };
    };
  }

  @Override
  public String toString() {
    return kind + (kind == Kind.STACK ? "(" + operand + ")" : "") + " " + value;
  }
}
