package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Uses;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Functions that nothing uses are not made, and what a slow path alone uses is made there, if that
 * runs at most once for each time the function was made.
 *
 * <p>Making one cannot fail and runs no code of the program: what links it has been checked ({@link
 * FunctionalSite}), and a call of a {@link Combinator} goes only if everything that it requires not
 * to be null is known not to be.
 */
final class UnneededFunctions {
  private final Graph graph;
  private final KnownFunctions functions;
  private final BiPredicate<Instr, Instr> nonNull;
  private final List<FunctionalCalls.Unneeded> calls = new ArrayList<>(0);

  /**
   * @param nonNull whether a value cannot be null where an instruction is about to run
   */
  UnneededFunctions(Graph graph, KnownFunctions functions, BiPredicate<Instr, Instr> nonNull) {
    this.graph = graph;
    this.functions = functions;
    this.nonNull = nonNull;
  }

  /** The calls that were taken out or moved. */
  List<FunctionalCalls.Unneeded> calls() {
    return calls;
  }

  /** Looks until there is nothing left: a function that goes was the last use of others. */
  void sweep() {
    boolean again = true;
    while (again) {
      again = false;
      Uses uses = Uses.of(graph);
      for (Block block : graph.blocks()) {
        for (int i = block.body().size() - 1; i >= 0; i--) {
          again |= sweep(uses, block, block.body().get(i));
        }
      }
    }
  }

  private boolean sweep(Uses uses, Block block, Instr creation) {
    if (!Op.isInvoke(creation.op()) && creation.op() != Opcodes.INVOKEDYNAMIC) {
      return false;
    }
    boolean unused = uses.count(creation) == 0;
    Block only = unused ? null : onlyUser(uses, creation);
    boolean rarely = only != null && only != block && runsOnce(block, only);
    if ((!unused && !rarely) || !cannotFail(creation)) {
      return false;
    }
    block.remove(creation);
    if (only != null) {
      only.insert(firstUse(only, creation), creation);
    }
    Combinator combinator = functions.combinator(creation);
    if (combinator != null) {
      calls.add(new FunctionalCalls.Unneeded(creation, combinator.method()));
    }
    return true;
  }

  private boolean cannotFail(Instr creation) {
    Combinator combinator = functions.combinator(creation);
    if (combinator == null) {
      return functions.site(creation) != null;
    }
    for (int parameter : combinator.required()) {
      Instr value = creation.input(parameter);
      if (functions.type(value) == null && !nonNull.test(value, creation)) {
        return false;
      }
    }
    return true;
  }

  /** The one block in whose body all uses are; null when there is none. */
  private static @Nullable Block onlyUser(Uses uses, Instr creation) {
    Block only = null;
    for (Instr user : uses.of(creation)) {
      Block block = user.block();
      if (block == null || user.isPhi() || (only != null && block != only)) {
        return null;
      }
      only = block;
    }
    return only;
  }

  private static int firstUse(Block block, Instr creation) {
    List<Instr> body = block.body();
    for (int i = 0; i < body.size(); i++) {
      if (body.get(i).inputs().contains(creation)) {
        return i;
      }
    }
    return body.size();
  }

  /** Whether a rare block runs at most once between two runs of another. */
  private boolean runsOnce(Block between, Block block) {
    if (block.frequency() != 0) {
      return false;
    }
    boolean[] seen = new boolean[graph.blockIdBound()];
    List<Block> worklist = new ArrayList<>();
    worklist.add(block);
    while (!worklist.isEmpty()) {
      Block at = worklist.remove(worklist.size() - 1);
      List<Block> next = new ArrayList<>(at.successors());
      for (Block.Handler handler : at.handlers()) {
        next.add(handler.target());
      }
      for (Block each : next) {
        if (each == block) {
          return false;
        }
        if (each != between && !seen[each.id()]) {
          seen[each.id()] = true;
          worklist.add(each);
        }
      }
    }
    return true;
  }
}
