package dev.jpgo.core.emit;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One step of a chain, in the order of the graph, before operands are arranged on the stack. */
final class Entry {
  /** What a step is. */
  enum Kind {
    /** An instruction of a block's body. */
    BODY,
    /** The start of a join: defines its phis. */
    JOIN,
    /** A terminator; where a chain goes on at a join, it defines the join's phis. */
    TERMINATOR,
    /** A parallel copy. */
    COPY
  }

  /** Place in its chain. */
  final int index;

  final Kind kind;
  final Block block;
  final Segment segment;

  /** The instruction; the block's terminator for copies and joins, for its position. */
  final Instr instr;

  /** What it pops, deepest first. */
  List<Instr> operands = List.of();

  /**
   * What a copy, or a GOTO with copies, stores: in the order of the last operands. Operands before
   * those stay on the stack.
   */
  List<Instr> destinations = List.of();

  /** The join whose phis this step defines, or null. */
  @Nullable Block join;

  /** For a constructor call that completes an allocation: the allocation's step. */
  @Nullable Entry allocation;

  /** Whether a constructor call leaves the object on the stack, so that NEW is duplicated. */
  boolean keepsObject;

  /** The stores of {@link #destinations}, in the same order. */
  Item[] stores = {};

  /** The value of this step that a written step waits for, while what lies between is written. */
  @Nullable Instr awaited;

  /** The block that it is written in: its own, unless it is pure and was moved down. */
  Block place;

  boolean consumed;

  Entry(int index, Kind kind, Block block, Segment segment, Instr instr) {
    this.index = index;
    this.kind = kind;
    this.block = block;
    place = block;
    this.segment = segment;
    this.instr = instr;
  }

  /** The value that it pushes, phis aside; null when none. */
  @Nullable Instr value() {
    if (kind != Kind.BODY) {
      return null;
    }
    if (allocation != null) {
      return operands.get(0);
    }
    return instr.type().kind() == dev.jpgo.core.ir.Kind.VOID ? null : instr;
  }
}
