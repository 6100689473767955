package dev.jpgo.test.programs;

import dev.jpgo.api.Jpgo;
import java.time.Duration;

/**
 * Exceptions and errors from the arguments of constructors, from their bodies and from calls beside
 * them, while objects stay that handlers read. Prints what each of its methods gave after each
 * round.
 */
@SuppressWarnings("UnusedVariable")
public final class StayingThrows {
  /** System property: whether there is an agent to be waited for. */
  public static final String AGENT = "staying.agent";

  private static final int ROUNDS = 4;
  private static final int CALLS = 100;

  private StayingThrows() {}

  static class Base {
    final int first;

    Base(int[] numbers, int index) {
      first = numbers[index];
    }
  }

  /** Throws at several places, and has stored something before each. */
  static final class Picky extends Base {
    int second = 5;
    final long third;

    Picky(int[] numbers, int index) {
      super(numbers, index);
      second += 60 / (index - 2);
      if (index == 3) {
        throw new IllegalStateException("three, and " + second);
      }
      third = second * 7L;
    }
  }

  /** Takes more memory than there can be. */
  static final class Greedy {
    int state = 1;
    final long[] numbers;

    Greedy(int size) {
      state = 2;
      numbers = new long[size];
      state = 3;
    }
  }

  /** What handlers read. */
  static final class State {
    int step;
    byte low;
    char wide;
    boolean odd;
    long sum;
    float half;
    double third;
    Object last;

    void at(int number) {
      step = number;
      low = (byte) (number * 100);
      wide += (char) (number * 30_000);
      odd = !odd;
      sum += number;
      half = number / 2f;
      third += number / 3d;
      last = number > 2 ? "late" : null;
    }

    int all() {
      return step
          + low * 3
          + wide * 5
          + (odd ? 7 : 11)
          + (int) sum * 13
          + (int) (half * 17)
          + (int) (third * 19)
          + (last == null ? 23 : 29);
    }
  }

  /** What is hot. */
  static final class Subject {
    private static int ended;
    private static int deepest;

    private Subject() {}

    /** An argument throws, or the constructor does, or what follows. */
    static int inTurn(int[] numbers, int index) {
      State state = new State();
      int result = 0;
      try {
        state.at(1);
        Picky one = new Picky(numbers, numbers[index & 3] + index);
        state.at(2);
        result = one.first + one.second + (int) one.third;
        state.at(100 / (index - 6));
        Picky two = new Picky(index == 8 ? null : numbers, index);
        state.sum += two.third;
        state.at(4);
      } catch (ArithmeticException e) {
        return result * 31 + state.all();
      } catch (IndexOutOfBoundsException | IllegalStateException e) {
        result += state.all() * 3;
        state.at(5);
      } finally {
        ended += state.all();
      }
      return result + state.all();
    }

    /** An object of each turn, and one of all. */
    static int inLoop(int[] numbers, int index) {
      State all = new State();
      for (int i = 0; i < 4; i++) {
        State turn = new State();
        try {
          turn.at(i);
          all.at(new Picky(numbers, index - i).second);
          turn.at(i + 10);
        } catch (RuntimeException e) {
          all.sum += turn.all();
          turn.at(20);
        } finally {
          all.third += turn.all();
        }
      }
      return all.all();
    }

    /** The last object that was made before one could not be. */
    static int lastOfLoop(int[] numbers, int index) {
      Picky last = null;
      int step = 0;
      try {
        for (step = 4; step < 8; step++) {
          Picky next = new Picky(numbers, step + index);
          if (last != null && last.first > next.first) {
            return -step;
          }
          last = next;
        }
      } catch (IndexOutOfBoundsException e) {
        return last == null ? step : last.first * 10 + step;
      }
      return last.second;
    }

    static int withoutMemory(int size) {
      State state = new State();
      try {
        state.at(1);
        Greedy greedy = new Greedy(size);
        state.at(greedy.state);
        state.at(new Greedy(greedy.numbers.length * 2).state + 7);
      } catch (OutOfMemoryError e) {
        return state.step * 10 + state.low + e.getMessage().length();
      }
      return state.all();
    }

    static int argumentWithoutMemory(int size) {
      State state = new State();
      try {
        state.at(1);
        state.at(new Base(new int[size], size / 2).first + 2);
      } catch (OutOfMemoryError | NegativeArraySizeException e) {
        state.at(state.step + 3);
      } finally {
        ended += state.step;
      }
      return state.all();
    }

    /** As deep as it goes, if it is to, and back. Nothing depends on how deep that is. */
    static int withoutStack(int depth, int down) {
      State state = new State();
      state.step = depth;
      int result;
      try {
        state.low = 1;
        result = depth == down ? 0 : withoutStack(depth + 1, down);
        state.low = 2;
      } catch (StackOverflowError e) {
        deepest = state.step;
        result = state.low - 1;
      }
      return result + state.step - depth + (state.low & 4);
    }
  }

  /** Prints the same with and without an agent. */
  public static void main(String[] arguments) {
    while (Boolean.getBoolean(AGENT) && !Jpgo.isPresent()) {
      Thread.onSpinWait(); // where the VM compiles it begins on a thread of its own
    }
    int[] numbers = {0, 1, -1, 2, 7, 5, 3, 9, 4};
    for (int round = 0; round < ROUNDS; round++) {
      Jpgo.awaitIdle(Duration.ofMinutes(1));
      Subject.ended = 0;
      StringBuilder seen = new StringBuilder();
      for (int call = 0; call < CALLS; call++) {
        seen.setLength(0);
        for (int i = -1; i < 10; i++) {
          seen.append(thrown(numbers, i)).append(' ').append(Subject.inLoop(numbers, i));
          seen.append(' ').append(last(numbers, i)).append(", ");
        }
        seen.append(Subject.withoutMemory(3)).append(' ');
        seen.append(Subject.argumentWithoutMemory(call % 3 == 0 ? -1 : 3)).append(' ');
        seen.append(Subject.withoutStack(0, 5));
      }
      System.out.println(seen + " " + Subject.ended);
      System.out.println(errors());
    }
  }

  private static String thrown(int[] numbers, int index) {
    try {
      return Integer.toString(Subject.inTurn(numbers, index));
    } catch (NullPointerException e) {
      return "null";
    }
  }

  private static String last(int[] numbers, int index) {
    try {
      return Integer.toString(Subject.lastOfLoop(numbers, index));
    } catch (IllegalStateException e) {
      return e.getMessage();
    }
  }

  private static String errors() {
    Subject.deepest = 0;
    int size = Integer.MAX_VALUE;
    return Subject.withoutMemory(size)
        + " "
        + Subject.withoutMemory(size / 2 + 1)
        + " "
        + Subject.argumentWithoutMemory(size)
        + " "
        + Subject.withoutStack(0, -1)
        + (Subject.deepest > 1000);
  }
}
