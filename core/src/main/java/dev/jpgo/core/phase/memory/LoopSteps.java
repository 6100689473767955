package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * Whether an operation makes something else of a loop's variable, whatever is read meanwhile.
 * {@code n += ready ? 1 : 0}, or {@code n *= factor}, may leave it what it was for long, as much as
 * {@code if (ready) n++} does.
 */
final class LoopSteps {
  private static final int STEPS = 64;

  private final LoopProgress progress;
  private final MemoryAccesses accesses;
  private final Instr variable;
  private final List<Instr> going;
  private final Set<Question> asked = new HashSet<>();

  /** A value that was come to, and what was asked of it. */
  private record Question(Instr value, int neutral, boolean mayRead, boolean nested) {}

  /**
   * @param variable a value of the loop's header that each iteration has anew
   * @param going variables that go on by themselves
   */
  LoopSteps(LoopProgress progress, MemoryAccesses accesses, Instr variable, List<Instr> going) {
    this.progress = progress;
    this.accesses = accesses;
    this.variable = variable;
    this.going = going;
  }

  /** Whether what the variable is taken together with is known to count. */
  boolean isStep(Instr operation) {
    return !isArithmetic(operation) || operandsCount(operation, true, false);
  }

  private boolean operandsCount(Instr operation, boolean mayRead, boolean nested) {
    Instr one = operation.input(0);
    Instr other = operation.input(1);
    boolean oneGoes = progress.depends(one, variable);
    boolean otherGoes = progress.depends(other, variable);
    int neutral = neutral(operation.op());
    return counts(one, neutral, mayRead && !otherGoes, nested)
        && counts(other, neutral, mayRead && !oneGoes, nested);
  }

  /**
   * Whether a value is not what leaves another as it is, as far as can be told: no such constant,
   * not from one on some way, and nothing that is read, unless it is read by way of the variable
   * and what goes on is that.
   *
   * @param mayRead whether the value itself is what the variable goes on by
   * @param nested whether more is computed from it before it is used
   */
  private boolean counts(Instr value, int neutral, boolean mayRead, boolean nested) {
    if (value.isConst()) {
      return !is(value, neutral);
    }
    if (!progress.isIn(value)) {
      return true;
    }
    if (progress.isVariable(value)) {
      return value == variable || going.contains(value);
    }
    if (asked.size() == STEPS) {
      return false;
    }
    if (!asked.add(new Question(value, neutral, mayRead, nested))) {
      return true; // who asked first is told
    }
    int location = accesses.of(value);
    if (progress.isAnew(value) || progress.countOf(value) != null) {
      return true;
    }
    if (value.isPhi()) {
      return waysCount(value, neutral, mayRead, nested);
    }
    if (isArithmetic(value)) {
      return operandsCount(value, mayRead, true);
    }
    if (value.isPure() || LoopProgress.isCopy(value) || value.op() == Opcodes.ARRAYLENGTH) {
      return inputsCount(value, mayRead);
    }
    return (location >= 0 && accesses.isConstant(location))
        || (mayRead && progress.depends(value, variable));
  }

  /** A number on some way may do by itself; what is computed from it may be anything. */
  private boolean waysCount(Instr phi, int neutral, boolean mayRead, boolean nested) {
    boolean hasNumber = false;
    for (Instr input : phi.inputs()) {
      hasNumber |= input.isConst();
      if (is(input, 0) || !counts(input, neutral, mayRead, nested)) {
        return false;
      }
    }
    return !(hasNumber && nested);
  }

  private boolean inputsCount(Instr value, boolean mayRead) {
    for (Instr input : value.inputs()) {
      if (!input.isConst() && !counts(input, 0, mayRead, true)) {
        return false;
      }
    }
    return true;
  }

  private static boolean is(Instr value, int number) {
    return value.isConst()
        && value.operand() instanceof Operand.Constant constant
        && constant.value() instanceof Number given
        && given.doubleValue() == number;
  }

  /** Operations of two numbers, but those that only take bits away or add some. */
  private static boolean isArithmetic(Instr value) {
    int op = value.op();
    return (op >= Opcodes.IADD && op <= Opcodes.DREM)
        || (op >= Opcodes.ISHL && op <= Opcodes.LUSHR)
        || op == Opcodes.IXOR
        || op == Opcodes.LXOR;
  }

  private static int neutral(int op) {
    return op >= Opcodes.IMUL && op <= Opcodes.DDIV ? 1 : 0;
  }
}
