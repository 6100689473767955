package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Instr;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Drops a check of the assumption flag where an earlier one says enough.
 *
 * <p>A check vouches for values that were obtained before the flag was read: at that moment no
 * instance of a class that breaks an assumption existed, so none of them is one, ever. It says
 * nothing about values obtained later. So check B may go when another check A was passed on every
 * path to B, and every receiver of B was defined before A read the flag: in a dominator of A, or
 * above the read in A's block. (If the definition of a value dominates A and A dominates B, then
 * the value that B sees is the one that A saw, also in loops: a path that defines it anew and
 * reaches B around A would, started at the entry, be a path to B around A.)
 */
final class FlagCheckElimination {
  private final Splice splice;
  private final Dominators dominators;

  private FlagCheckElimination(Splice splice) {
    this.splice = splice;
    this.dominators = Dominators.of(splice.graph());
  }

  /** Drops what can be dropped; returns how many checks are left. */
  static int run(Splice splice) {
    List<Splice.FlagCheck> checks = new ArrayList<>();
    for (Splice.FlagCheck check : splice.flagChecks()) {
      Block block = check.read().block();
      if (block != null && splice.graph().blocks().contains(block)) {
        checks.add(check);
      }
    }
    if (checks.size() < 2) {
      return checks.size();
    }
    return new FlagCheckElimination(splice).drop(checks);
  }

  private int drop(List<Splice.FlagCheck> checks) {
    checks.removeIf(c -> !dominators.isReachable(home(c)));
    checks.sort((a, b) -> Integer.compare(position(a), position(b)));
    List<Splice.FlagCheck> kept = new ArrayList<>();
    for (Splice.FlagCheck check : checks) {
      boolean covered = false;
      for (int i = 0; i < kept.size() && !covered; i++) {
        covered = covers(kept.get(i), check);
      }
      if (covered) {
        Block block = home(check);
        Block next = block.successors().get(1);
        block.terminate(splice.graph().newGoto(block.terminator().position()), List.of(next));
        block.remove(check.read());
      } else {
        kept.add(check);
      }
    }
    return kept.size();
  }

  private int position(Splice.FlagCheck check) {
    return dominators.position(home(check));
  }

  private static Block home(Splice.FlagCheck check) {
    Block block = check.read().block();
    if (block == null) {
      throw new IllegalStateException("a flag check without a block");
    }
    return block;
  }

  private boolean covers(Splice.FlagCheck first, Splice.FlagCheck second) {
    Block home = home(first);
    Block passed = home.successors().get(1);
    if (passed.preds().size() != 1 || !dominators.dominates(passed, home(second))) {
      return false;
    }
    for (Instr receiver : second.receivers()) {
      if (!isBefore(splice.current(receiver), first.read(), home)) {
        return false;
      }
    }
    return true;
  }

  private boolean isBefore(Instr value, Instr read, Block home) {
    @Nullable Block defined = value.block();
    if (defined == null) {
      return false;
    }
    return defined == home
        ? value.isPhi() || home.body().indexOf(value) < home.body().indexOf(read)
        : dominators.available(value, home);
  }
}
