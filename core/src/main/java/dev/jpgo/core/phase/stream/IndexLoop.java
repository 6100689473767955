package dev.jpgo.core.phase.stream;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.CodeAppender;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/** A loop over indices from one number up to another, perhaps with a result that grows. */
final class IndexLoop {
  /** How many elements a stream is taken to have: what runs often is in the loop. */
  private static final double ELEMENTS = 16;

  private final CodeAppender code;
  private final Block header;
  private final Block next;
  private final Block exit;
  private final Instr index;
  private final @Nullable Instr result;
  private final List<Block> leaving = new ArrayList<>();
  private final List<@Nullable Instr> results = new ArrayList<>();

  /**
   * Begins the loop; what is added from now on is done for each index.
   *
   * @param start the result before the first index, or null if there is none
   * @param type of results
   */
  IndexLoop(CodeAppender code, Instr from, Instr to, @Nullable Instr start, ValueType type) {
    this.code = code;
    double frequency = code.frequency() < 0 ? -1 : code.frequency() * ELEMENTS;
    Block entry = code.at();
    header = code.newBlock(frequency);
    next = code.newBlock(frequency);
    exit = code.newBlock(code.frequency());
    code.jump(header);
    code.place(header);
    index = code.phi(header, ValueType.INT);
    header.setPhiInput(index, entry, from);
    if (start == null) {
      result = null;
    } else {
      result = code.phi(header, type);
      header.setPhiInput(result, entry, start);
    }
    code.branch(Opcodes.IF_ICMPGE, exit, index, to);
  }

  Instr index() {
    return index;
  }

  /** The result before this index; behind the loop, that of all. */
  @Nullable Instr result() {
    return result;
  }

  /** Where the next index is taken. */
  Block next() {
    return next;
  }

  /** Where all indices have been taken. */
  Block exit() {
    return exit;
  }

  /** Has the block that is added to lead to the next index, with the result so far. */
  void leave(@Nullable Instr soFar) {
    leaving.add(code.at());
    results.add(soFar);
  }

  /** Goes on where all ways to the next index meet; returns the result there. */
  @Nullable Instr collect() {
    code.place(next);
    if (result == null || leaving.size() == 1) {
      return results.get(0);
    }
    Instr merged = code.phi(next, result.type());
    for (int i = 0; i < leaving.size(); i++) {
      next.setPhiInput(merged, leaving.get(i), Objects.requireNonNull(results.get(i)));
    }
    return merged;
  }

  /** Ends the loop with the result up to the next index. */
  void close(@Nullable Instr soFar) {
    Instr following = code.compute(Opcodes.IADD, ValueType.INT, index, code.constant(1));
    Block last = code.at();
    code.jump(header);
    header.setPhiInput(index, last, following);
    if (result != null) {
      header.setPhiInput(result, last, Objects.requireNonNull(soFar));
    }
  }
}
