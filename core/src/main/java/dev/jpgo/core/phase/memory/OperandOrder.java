package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.phase.simplify.GraphPhase;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Puts loads where the operand stack wants them. What is inlined has its arguments first and loads
 * of its own behind them: {@code values[slot]} of a method {@code get(slot)} pushes the index
 * before the array, so the index has to be stored and loaded again. In the order of operands it
 * stays on the stack.
 *
 * <p>A value that one instruction uses is computed right in front of that, later than before, if it
 * is pure or a load that cannot fail ({@link SafeLoads}); or, where a value in front of which it is
 * to be pushed has to stay, in front of that, earlier than before. Each stays in its block.
 *
 * <p>Sound: nothing is passed but pure operations, plain loads, divisions and casts to loaded
 * classes. None of these writes memory or makes writes of other threads visible, so what is read is
 * the same, or what a plain read may see as well (JLS 17.4.5). What moves cannot throw, so which
 * exception is thrown, and what is done before it, stays the same. No flag of the optimizer is
 * passed: what a flag vouches for is read in front of it, what relies on it behind it.
 */
public final class OperandOrder implements GraphPhase {
  public static final String NAME = "operand-order";

  /** Instructions that a value is moved over at most, and operations that nest. */
  private static final int LIMIT = 64;

  /** Operations in operations that are looked at to see what cannot be moved. */
  private static final int NESTING = 16;

  private final MemoryContext context;

  public OperandOrder(MemoryContext context) {
    this.context = context;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int run(Graph graph) {
    Arrangement arrangement = new Arrangement(graph);
    for (Block block : graph.blocks()) {
      arrangement.run(block);
    }
    return arrangement.moved;
  }

  /** One graph; each block from its end to its start. */
  private final class Arrangement {
    private final Graph graph;
    private final Uses uses;

    /** By instruction id: whether its operands have been brought in front of it. */
    private final boolean[] arranged;

    /** By instruction id: its place in the block before anything was moved. */
    private final int[] places;

    private @Nullable SafeLoads loads;
    private Block block;
    private List<Instr> body;
    private int depth;
    private int moved;

    Arrangement(Graph graph) {
      this.graph = graph;
      uses = Uses.of(graph);
      arranged = new boolean[graph.instrIdBound()];
      places = new int[graph.instrIdBound()];
      block = graph.entry();
      body = block.body();
    }

    void run(Block next) {
      block = next;
      body = next.body();
      for (int at = 0; at < body.size(); at++) {
        places[body.get(at).id()] = at;
      }
      operands(block.terminator(), body.size());
      for (int at = body.size() - 1; at >= 0; at--) {
        if (!arranged[body.get(at).id()]) {
          operands(body.get(at), at);
        }
      }
    }

    private SafeLoads loads() {
      SafeLoads known = loads;
      if (known == null) {
        known = new SafeLoads(context, graph);
        loads = known;
      }
      return known;
    }

    /**
     * Brings operands in front of what uses them.
     *
     * @param at place of the user
     * @return the place where the user's expression begins
     */
    private int operands(Instr user, int at) {
      if (depth == LIMIT) {
        return at; // its operands get their turn when the block's walk comes to them
      }
      depth++;
      arranged[user.id()] = true;
      exchange(user);
      int start = at;
      int end = at;
      for (int i = user.inputs().size() - 1; i >= 0; i--) {
        Instr operand = user.input(i);
        int place = isComputed(operand) ? lastIndexBefore(end, operand) : -1;
        if (place < 0) {
          continue;
        }
        while (start > 0 && body.get(start - 1).isConst()) {
          start--; // constants are pushed where they are used
        }
        boolean only = uses.count(operand) == 1;
        if (place >= start) {
          if (only && mayRise(operand, place, start)) {
            move(operand, place, start);
            start = operands(operand, start);
          }
        } else if (place == start - 1) {
          start = operands(operand, place);
        } else if (only && maySink(operand, place, start)) {
          move(operand, place, start - 1);
          start = operands(operand, start - 1);
        } else if (only) {
          start = operands(operand, place);
        }
      }
      depth--;
      return start;
    }

    /** Exchanges operands if what the second is computed from has to come before the first's. */
    private void exchange(Instr user) {
      int mirrored = user.inputs().size() == 2 ? Op.mirrored(user.op()) : -1;
      if (mirrored < 0) {
        return;
      }
      Instr first = user.input(0);
      Instr second = user.input(1);
      int earlier = anchor(second, 0);
      if (earlier >= 0 && anchor(first, 0) > earlier) {
        user.become(mirrored, user.operand(), user.type(), List.of(second, first));
        moved++;
      }
    }

    /**
     * The last place that something stays at which a value is computed from; -1 if nothing does.
     */
    private int anchor(Instr value, int nesting) {
      if (!isComputed(value)) {
        return -1;
      }
      if (!Op.isPure(value.op()) || uses.count(value) > 1 || nesting == NESTING) {
        return places[value.id()];
      }
      int last = -1;
      for (Instr input : value.inputs()) {
        last = Math.max(last, anchor(input, nesting + 1));
      }
      return last;
    }

    /**
     * How many values, two at most, stay behind if an operation moves down.
     *
     * @param end place of the operation, or of one that it is computed for
     */
    private int leftBehind(Instr operation, int end, int nesting) {
      int left = 0;
      for (int i = 0; i < operation.inputs().size() && left < 2; i++) {
        Instr input = operation.input(i);
        if (!isComputed(input) || uses.count(input) > 1) {
          continue;
        }
        if (Op.isPure(input.op()) && nesting < NESTING) {
          left += leftBehind(input, end, nesting + 1);
        } else if (!follows(input, end)) {
          left++;
        }
      }
      return left;
    }

    private boolean follows(Instr load, int end) {
      int at = SafeLoads.isLoad(load.op()) ? lastIndexBefore(end, load) : -1;
      return at >= 0 && loads().cannotFail(block, load, at);
    }

    private void move(Instr value, int from, int to) {
      block.remove(value);
      block.insert(to, value);
      moved++;
    }

    private boolean isComputed(Instr value) {
      return value.block() == block && !value.isPhi() && !value.isConst() && value.op() != Op.PARAM;
    }

    private int lastIndexBefore(int end, Instr value) {
      for (int i = end - 1; i >= 0 && i >= end - LIMIT; i--) {
        if (body.get(i) == value) {
          return i;
        }
      }
      return -1;
    }

    /** Whether a value can be computed right in front of a place that is further down. */
    private boolean maySink(Instr value, int from, int to) {
      boolean pure = Op.isPure(value.op());
      if (!pure && !SafeLoads.isLoad(value.op())) {
        return false;
      }
      boolean overLoads = false;
      for (int i = from + 1; i < to; i++) {
        Instr passed = body.get(i);
        if (!mayBePassed(passed) || continues(passed, value)) {
          return false;
        }
        overLoads |= !Op.isPure(passed.op());
      }
      return pure
          ? !overLoads || leftBehind(value, from, 0) <= 1
          : loads().cannotFail(block, value, from);
    }

    /** Whether a load can be made at a place that is further up. */
    private boolean mayRise(Instr load, int from, int to) {
      if (!SafeLoads.isLoad(load.op())) {
        return false;
      }
      for (int i = to; i < from; i++) {
        Instr passed = body.get(i);
        if (!mayBePassed(passed) || load.inputs().contains(passed)) {
          return false;
        }
      }
      return loads().cannotFail(block, load, to);
    }

    private boolean mayBePassed(Instr instr) {
      int op = instr.op();
      if (Op.isPure(op) || op == Opcodes.ARRAYLENGTH || Op.divides(op)) {
        return true;
      }
      int access = loads().accesses().of(instr);
      return MemoryAccesses.isLoad(op) && access >= 0
          || (op == Opcodes.CHECKCAST || op == Opcodes.INSTANCEOF) && access == MemoryAccesses.NONE;
    }

    /** Whether an instruction gives a variable its next value that a moved one still reads. */
    private boolean continues(Instr next, Instr value) {
      for (Instr input : value.inputs()) {
        if (input.isPhi() && input.inputs().contains(next)) {
          return true;
        }
      }
      return false;
    }
  }
}
