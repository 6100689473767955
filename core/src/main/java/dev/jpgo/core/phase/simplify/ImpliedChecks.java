package dev.jpgo.core.phase.simplify;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Uses;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Leaves a test of an index to the array access behind it, where both fail alike.
 *
 * <pre>
 *   before: if i &lt; 0 goto slow; if i &gt;= a.length goto slow; v = a[i] (RuntimeException: slow)
 *   after:                                                  v = a[i] (RuntimeException: slow)
 * </pre>
 *
 * <p>Sound: if the test would have failed, either the access is reached, or another test on the way
 * leads to the same place as this one; for there is nothing on the way but arithmetic, loads of
 * fields and lengths of arrays, and such tests. The access then throws, whatever the array (JVMS
 * 6.5 baload and its like: null or out of bounds), or a load before it does, of null. What catches
 * that leads to where the test led, with the same values, and forgets the exception. So the slow
 * path, which does the original's work from the start, is come to with nothing changed, by another
 * way. Only tests that never failed go: exceptions are dear.
 *
 * <p>The length of an array that nothing needs any more goes too, if an access of the same array
 * follows with nothing between that could be noticed: null fails there, alike.
 */
public final class ImpliedChecks implements GraphPhase {
  public static final String NAME = "implied-checks";

  /** Most blocks between a test and its access. */
  private static final int FAR = 6;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int run(Graph graph) {
    int removed = 0;
    Uses uses = null;
    for (Block block : graph.blocks()) {
      Test test = test(block);
      if (test == null) {
        continue;
      }
      if (uses == null) {
        uses = Uses.of(graph); // tests that go take uses away, and add none
      }
      if (isImplied(block, test, uses)) {
        block.terminate(graph.newGoto(block.terminator().position()), List.of(test.pass()));
        removed++;
      }
    }
    if (removed > 0) {
      DeadCode.removeUnreachable(graph);
      dropLengths(graph);
    }
    return removed;
  }

  /**
   * A test of an index.
   *
   * @param array the array that it must be below the length of; null if it must not be negative
   */
  private record Test(Instr index, @Nullable Instr array, Block pass, Block fail) {}

  private static @Nullable Test test(Block block) {
    Instr last = block.terminator();
    int op = last.op();
    List<Block> to = block.successors();
    if (op == Opcodes.IFLT || op == Opcodes.IFGE) {
      int fail = op == Opcodes.IFLT ? 0 : 1;
      return new Test(last.input(0), null, to.get(1 - fail), to.get(fail));
    }
    boolean isIndexFirst = op == Opcodes.IF_ICMPGE || op == Opcodes.IF_ICMPLT;
    if (!isIndexFirst && op != Opcodes.IF_ICMPLE && op != Opcodes.IF_ICMPGT) {
      return null;
    }
    Instr index = last.input(isIndexFirst ? 0 : 1);
    Instr length = last.input(isIndexFirst ? 1 : 0);
    if (length.op() != Opcodes.ARRAYLENGTH) {
      return null;
    }
    int fail = op == Opcodes.IF_ICMPGE || op == Opcodes.IF_ICMPLE ? 0 : 1;
    return new Test(index, length.input(0), to.get(1 - fail), to.get(fail));
  }

  private static boolean isImplied(Block block, Test test, Uses uses) {
    Arrival failed = Arrival.of(block, test.fail(), uses);
    boolean never = test.fail().frequency() == 0 || failed.place().frequency() == 0;
    if (test.pass() == test.fail() || !never || !(block.frequency() > 0)) {
      return false;
    }
    Block from = block;
    Block at = test.pass();
    // What has run has its fields resolved, so that loading them can do nothing but fail on null.
    for (int i = 0; i < FAR && at.preds().size() == 1 && at.frequency() > 0; i++) {
      boolean caught = isCaughtBy(at, failed, uses);
      for (Instr instr : at.body()) {
        if (instr.isPure()) {
          continue;
        }
        if (caught && isAccess(instr)) {
          return instr.input(1) == test.index()
              && (test.array() == null || instr.input(0) == test.array());
        }
        if (!caught || (instr.op() != Opcodes.ARRAYLENGTH && instr.op() != Opcodes.GETFIELD)) {
          return false;
        }
      }
      from = at;
      if (from.terminator().op() == Opcodes.GOTO) {
        at = from.successors().get(0);
      } else {
        Block goesOn = besides(from, failed, uses);
        if (goesOn == null) {
          return false;
        }
        at = goesOn;
      }
    }
    return false;
  }

  /** Where a branch leads to whose other side arrives where a failed test does. */
  private static @Nullable Block besides(Block branch, Arrival failed, Uses uses) {
    List<Block> to = branch.successors();
    if (!Op.isBranch(branch.terminator().op())) {
      return null;
    }
    for (int i = 0; i < 2; i++) {
      if (Arrival.of(branch, to.get(i), uses).equals(failed)) {
        return to.get(1 - i);
      }
    }
    return null;
  }

  private static boolean isAccess(Instr instr) {
    return instr.op() >= Opcodes.IALOAD && instr.op() <= Opcodes.SALOAD;
  }

  /** Whether what a block throws arrives where a failed test does. */
  private static boolean isCaughtBy(Block block, Arrival failed, Uses uses) {
    Block handler = catching(block, uses);
    return handler != null && Arrival.of(block, handler, uses).equals(failed);
  }

  /** What catches any RuntimeException of a block, and forgets it; null if nothing does. */
  private static @Nullable Block catching(Block block, Uses uses) {
    if (block.handlers().isEmpty()) {
      return null;
    }
    Block.Handler first = block.handlers().get(0);
    String type = first.catchType();
    boolean all =
        type == null
            || type.equals("java/lang/RuntimeException")
            || type.equals("java/lang/Exception")
            || type.equals("java/lang/Throwable");
    List<Instr> body = first.target().body();
    return all && body.size() == 1 && uses.count(body.get(0)) == 0 ? first.target() : null;
  }

  /**
   * Where a way comes to, past blocks that only lead on, and the values that it brings. A block is
   * passed if its phis are only what it gives those of the next one: others could be seen further
   * on, and are not among the values here.
   *
   * @param values what the phis there are given, in order
   */
  private record Arrival(Block place, List<Instr> values) {
    static Arrival of(Block from, Block to, Uses uses) {
      Block last = from;
      Block at = to;
      List<Instr> given = List.of();
      for (int i = 0; ; i++) {
        List<Instr> values = new ArrayList<>(at.phis().size());
        for (Instr phi : at.phis()) {
          Instr value = at.phiInput(phi, last);
          int same = last == from ? -1 : last.phis().indexOf(value);
          values.add(same < 0 ? value : given.get(same));
        }
        boolean only =
            at.terminator().op() == Opcodes.GOTO
                && (at.body().isEmpty()
                    || (at.body().size() == 1 && at.body().get(0).op() == Op.CATCH));
        if (!only || i == FAR || !endsIn(at, at.successors().get(0), uses)) {
          return new Arrival(at, values);
        }
        given = values;
        last = at;
        at = at.successors().get(0);
      }
    }

    /** Whether a block's phis are what it gives to those of the next one, and nothing else. */
    private static boolean endsIn(Block block, Block next, Uses uses) {
      for (Instr phi : block.phis()) {
        for (Instr user : uses.of(phi)) {
          boolean given = user.isPhi() && user.home() == next && next.phiInput(user, block) == phi;
          if (!given) { // perhaps to the head of a loop, but when its turn ends
            return false;
          }
        }
      }
      return true;
    }
  }

  // --- lengths

  private static void dropLengths(Graph graph) {
    Uses uses = Uses.of(graph);
    for (Block block : graph.blocks()) {
      for (Instr instr : List.copyOf(block.body())) {
        if (instr.op() == Opcodes.ARRAYLENGTH
            && uses.count(instr) == 0
            && isFollowed(block, instr, uses)) {
          block.remove(instr);
        }
      }
    }
  }

  /** Whether a use of the same array, caught alike, is the next thing that could be noticed. */
  private static boolean isFollowed(Block block, Instr length, Uses uses) {
    Block handler = catching(block, uses);
    if (handler == null) {
      return false;
    }
    Arrival caught = Arrival.of(block, handler, uses);
    Block at = block;
    int next = block.body().indexOf(length) + 1;
    for (int i = 0; i < FAR; i++) {
      for (Instr instr : at.body().subList(next, at.body().size())) {
        if (!instr.isPure()) {
          return (isAccess(instr) || instr.op() == Opcodes.ARRAYLENGTH)
              && instr.input(0) == length.input(0)
              && isCaughtBy(at, caught, uses);
        }
      }
      if (at.terminator().op() != Opcodes.GOTO || at.successors().get(0).preds().size() != 1) {
        return false;
      }
      at = at.successors().get(0);
      next = 0;
    }
    return false;
  }
}
