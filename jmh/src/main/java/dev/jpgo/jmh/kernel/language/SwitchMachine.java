package dev.jpgo.jmh.kernel.language;

import dev.jpgo.jmh.workload.Workload;

/** A stack machine: a switch on the instruction, and small methods for the stack and the code. */
public final class SwitchMachine implements Workload {
  static final int PUSH = 0;
  static final int LOAD = 1;
  static final int STORE = 2;
  static final int ADD = 3;
  static final int MULTIPLY = 4;
  static final int MODULO = 5;
  static final int LESS = 6;
  static final int JUMP = 7;
  static final int JUMP_IF_ZERO = 8;
  static final int HALT = 9;

  /**
   * Sums up the primes below 500:
   *
   * <pre>{@code
   * for (n = 2; n < 500; n++) {
   *   for (d = 2; d < n && n % d != 0; d++) {}
   *   if (d == n) { sum = sum * 31 + n; }
   * }
   * }</pre>
   */
  static final int[] PRIMES = {
    PUSH,
    2,
    STORE,
    0, // 0: n = 2
    LOAD,
    0,
    PUSH,
    500,
    LESS,
    JUMP_IF_ZERO,
    57, // 4: while n < 500
    PUSH,
    2,
    STORE,
    1, // 11: d = 2
    LOAD,
    1,
    LOAD,
    0,
    LESS,
    JUMP_IF_ZERO,
    38, // 15: while d < n
    LOAD,
    0,
    LOAD,
    1,
    MODULO,
    JUMP_IF_ZERO,
    48, // 22: leave if n % d == 0
    LOAD,
    1,
    PUSH,
    1,
    ADD,
    STORE,
    1, // 29: d++
    JUMP,
    15, // 36
    LOAD,
    2,
    PUSH,
    31,
    MULTIPLY,
    LOAD,
    0,
    ADD,
    STORE,
    2, // 38: sum = sum * 31 + n
    LOAD,
    0,
    PUSH,
    1,
    ADD,
    STORE,
    0, // 48: n++
    JUMP,
    4, // 55
    HALT // 57
  };

  /** Code, and where in it the machine is. */
  static final class Code {
    private final int[] code;
    private int counter;

    Code(int[] code) {
      this.code = code;
    }

    int fetch() {
      return code[counter++];
    }

    void jump(int target) {
      counter = target;
    }
  }

  /** Where instructions take their operands from and leave their results. */
  static final class Stack {
    private final long[] values = new long[16];
    private int size;

    void push(long value) {
      values[size++] = value;
    }

    long pop() {
      return values[--size];
    }
  }

  /** Named values. */
  static final class Variables {
    private final long[] values = new long[8];

    long get(int index) {
      return values[index];
    }

    void set(int index, long value) {
      values[index] = value;
    }
  }

  @Override
  public long iterate() {
    Variables variables = new Variables();
    run(new Code(PRIMES), new Stack(), variables);
    return variables.get(2) * 31 + variables.get(0);
  }

  private static void run(Code code, Stack stack, Variables variables) {
    while (true) {
      switch (code.fetch()) {
        case PUSH -> stack.push(code.fetch());
        case LOAD -> stack.push(variables.get(code.fetch()));
        case STORE -> variables.set(code.fetch(), stack.pop());
        case ADD -> stack.push(stack.pop() + stack.pop());
        case MULTIPLY -> stack.push(stack.pop() * stack.pop());
        case MODULO -> {
          long divisor = stack.pop();
          stack.push(stack.pop() % divisor);
        }
        case LESS -> {
          long right = stack.pop();
          stack.push(stack.pop() < right ? 1 : 0);
        }
        case JUMP -> code.jump(code.fetch());
        case JUMP_IF_ZERO -> {
          int target = code.fetch();
          if (stack.pop() == 0) {
            code.jump(target);
          }
        }
        case HALT -> {
          return;
        }
        default -> throw new IllegalStateException("unknown instruction");
      }
    }
  }
}
