package dev.jpgo.core.phase.inline;

import dev.jpgo.core.collect.Ordering;
import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Reads the assumption flag as rarely as it can.
 *
 * <p>A read that found the flag true vouches for values that were obtained before: at that moment
 * no instance of a class that breaks an assumption existed, so none of them is one, ever. It says
 * nothing about values obtained later. So where every receiver of check B was defined before read A
 * (in a dominator of its block, or above it), and A comes before B on every path,
 *
 * <ul>
 *   <li>B goes altogether, if on every path to it a check of what A read was passed;
 *   <li>else B looks at what A read instead of reading again: a local variable costs a third of a
 *       static field.
 * </ul>
 *
 * <p>(If the definition of a value dominates A and A dominates B, then the value that B sees is the
 * one that A saw, also in loops: a path that defines it anew and reaches B around A would, started
 * at the entry, be a path to B around A.)
 *
 * <p>Parameters are there from the start. If their checks would read more than once a call, in
 * loops or on ways that part, the flag is read once at the start for all of them.
 */
final class FlagCheckElimination {
  /** Reads per call above which one read at the start is better: it costs a store besides. */
  private static final double WORTH_HOISTING = 1.3;

  private final Splice splice;
  private final Dominators dominators;
  private final List<Passed> kept = new ArrayList<>();

  /**
   * A check that was kept.
   *
   * @param read the value it looks at
   * @param branch the block that ends in it; null for a read without a check
   */
  private record Passed(Instr read, @Nullable Block branch) {}

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
    return checks.isEmpty() ? 0 : new FlagCheckElimination(splice).drop(checks);
  }

  private int drop(List<Splice.FlagCheck> checks) {
    checks.removeIf(c -> !dominators.isReachable(home(c.read())));
    Ordering.sort(checks, (a, b) -> Integer.compare(position(a), position(b)));
    hoist(checks);
    int left = 0;
    for (Splice.FlagCheck check : checks) {
      if (!isCovered(check)) {
        kept.add(new Passed(share(check), home(check.read())));
        left++;
      }
    }
    removeReads(checks);
    return left;
  }

  private int position(Splice.FlagCheck check) {
    return dominators.position(home(check.read()));
  }

  private static Block home(Instr read) {
    Block block = read.block();
    if (block == null) {
      throw new IllegalStateException("a flag check without a block");
    }
    return block;
  }

  // --- one read for all parameters

  private void hoist(List<Splice.FlagCheck> checks) {
    Block entry = splice.graph().entry();
    List<Instr> left = new ArrayList<>();
    double reads = 0;
    for (Splice.FlagCheck check : checks) {
      Block home = home(check.read());
      boolean read = isOfParameters(check);
      for (int i = 0; i < left.size() && read; i++) {
        read = !dominators.available(left.get(i), home);
      }
      if (read) {
        left.add(check.read());
        reads += home.frequency();
      }
    }
    if (entry.frequency() > 0 && reads > WORTH_HOISTING * entry.frequency()) {
      Instr read = splice.newFlagRead(checks.get(0).read().position());
      int at = 0;
      while (at < entry.body().size() && entry.body().get(at).op() == Op.PARAM) {
        at++;
      }
      entry.insert(at, read);
      kept.add(new Passed(read, null));
    }
  }

  private boolean isOfParameters(Splice.FlagCheck check) {
    for (Instr receiver : check.receivers()) {
      if (object(receiver).op() != Op.PARAM) {
        return false;
      }
    }
    return true;
  }

  // --- checks

  /** Drops a check that one before it makes superfluous. */
  private boolean isCovered(Splice.FlagCheck check) {
    Block home = home(check.read());
    for (Passed earlier : kept) {
      if (isPassed(earlier, home) && areBefore(check, earlier.read)) {
        Block next = home.successors().get(1);
        home.terminate(splice.graph().newGoto(home.terminator().position()), List.of(next));
        return true;
      }
    }
    return false;
  }

  private boolean isPassed(Passed earlier, Block home) {
    Block branch = earlier.branch;
    if (branch == null) {
      return false;
    }
    Block passed = branch.successors().get(1);
    return passed.preds().size() == 1 && dominators.dominates(passed, home);
  }

  /**
   * Has a check look at what an earlier one read, if that says enough; answers what it looks at.
   */
  private Instr share(Splice.FlagCheck check) {
    Block home = home(check.read());
    for (Passed earlier : kept) {
      if (earlier.read.block() != home
          && dominators.available(earlier.read, home)
          && areBefore(check, earlier.read)) {
        home.terminator().inputs().set(0, earlier.read);
        return earlier.read;
      }
    }
    return check.read();
  }

  private boolean areBefore(Splice.FlagCheck check, Instr read) {
    for (Instr receiver : check.receivers()) {
      if (!isBefore(object(receiver), read)) {
        return false;
      }
    }
    return true;
  }

  /** Where an object was obtained: a cast answers the one that it is given. */
  private Instr object(Instr receiver) {
    Instr value = splice.current(receiver);
    while (value.op() == Opcodes.CHECKCAST) {
      value = splice.current(value.input(0));
    }
    return value;
  }

  private boolean isBefore(Instr value, Instr read) {
    Block home = home(read);
    @Nullable Block defined = value.block();
    if (defined == null) {
      return false;
    }
    return defined == home
        ? value.isPhi() || home.body().indexOf(value) < home.body().indexOf(read)
        : dominators.available(value, home);
  }

  private void removeReads(List<Splice.FlagCheck> checks) {
    for (Splice.FlagCheck check : checks) {
      Block home = home(check.read());
      if (!home.terminator().inputs().contains(check.read()) && !isShared(check.read())) {
        home.remove(check.read());
      }
    }
  }

  private boolean isShared(Instr read) {
    for (Passed each : kept) {
      if (each.read == read) {
        return true;
      }
    }
    return false;
  }
}
