package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Whether the next value of a loop's variable comes from the one before, on whichever way. {@code
 * if (full) start = end; end = start + 1;} makes {@code end} what it was wherever nothing is full.
 */
final class Recurrence {
  private static final int STEPS = 64;

  private final LoopForest.Loop loop;
  private final Predicate<Instr> inside;
  private final Instr variable;
  private final Instr next;
  private final Map<Visit, Boolean> outcomes = new HashMap<>();

  /**
   * A value that was come to.
   *
   * @param earlier whether that of the iteration before is meant
   */
  private record Visit(Instr value, boolean earlier) {}

  /**
   * @param inside whether a value is computed in the loop
   * @param variable a value of the loop's header that each iteration has anew
   * @param next what the variable is to be, computed in the loop
   */
  Recurrence(LoopForest.Loop loop, Predicate<Instr> inside, Instr variable, Instr next) {
    this.loop = loop;
    this.inside = inside;
    this.variable = variable;
    this.next = next;
  }

  boolean goesOn() {
    return anyInput(next, false);
  }

  private boolean reaches(Instr value, boolean earlier) {
    if (value == variable || value == next) {
      return true;
    }
    if (!inside.test(value)) {
      return false;
    }
    Visit visit = new Visit(value, earlier);
    Boolean known = outcomes.get(visit);
    if (known != null || outcomes.size() == STEPS) {
      return known != null && known;
    }
    outcomes.put(visit, !earlier); // round an inner loop it is what it begins with
    boolean reached = value.isPhi() ? allInputs(value, earlier) : anyInput(value, earlier);
    outcomes.put(visit, reached);
    return reached;
  }

  private boolean allInputs(Instr phi, boolean earlier) {
    boolean isVariable = phi.block() == loop.header();
    for (Instr input : phi.inputs()) {
      boolean isStart = isVariable && !inside.test(input);
      if (!isStart && !reaches(input, earlier || isVariable)) {
        return false;
      }
    }
    return true;
  }

  private boolean anyInput(Instr value, boolean earlier) {
    for (Instr input : value.inputs()) {
      if (reaches(input, earlier)) {
        return true;
      }
    }
    return false;
  }
}
