package dev.jpgo.core.phase.targets;

/** A loop, longer than what is inlined, over objects that its caller has made for it. */
public final class GivenObjects {
  private static final int[] CODE = {0, 5, 0, 7, 1, 3, 2, 0, 1, 4, 3, 9, 1, 2, 4, 3, 1, 1, 5};
  private static Stack shown;
  private static Code read;

  private GivenObjects() {}

  private static final class Code {
    private final int[] code;
    private int counter;

    Code(int[] code) {
      this.code = code;
    }

    int fetch() {
      return code[counter++];
    }
  }

  private static final class Stack {
    private final long[] values = new long[8];
    private int size;

    void push(long value) {
      values[size++] = value;
    }

    long pop() {
      return values[--size];
    }
  }

  private static long run(Code code, Stack stack) {
    stack.push(1);
    while (true) {
      switch (code.fetch()) {
        case 0 -> stack.push(code.fetch());
        case 1 -> stack.push(stack.pop() + code.fetch());
        case 2 -> stack.push(stack.pop() * code.fetch());
        case 3 -> stack.push(stack.pop() ^ code.fetch());
        case 4 -> stack.push(stack.pop() - code.fetch());
        default -> {
          return stack.pop() * 31 + stack.pop();
        }
      }
    }
  }

  static long kept() {
    return run(new Code(CODE), new Stack());
  }

  static long shown() {
    Stack stack = new Stack();
    shown = stack;
    Code code = new Code(CODE);
    read = code;
    return run(code, stack) + shown.size + read.counter;
  }

  static String all() {
    return kept() + " " + shown();
  }
}
