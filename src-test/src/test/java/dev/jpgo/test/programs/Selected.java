package dev.jpgo.test.programs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/**
 * Three classes that make functions in loops: one that is called again and again, one whose loop
 * goes on in another thread, and one that is hardly used; and one that makes none. Arguments: see
 * {@link Awaited}. Prints what does not hang on how long that was.
 */
public final class Selected {
  private static int apply(IntUnaryOperator operator, int value) {
    return operator.applyAsInt(value);
  }

  /** Called again and again. */
  static final class Called {
    private Called() {}

    static int sum(List<Integer> numbers) {
      int sum = 0;
      for (Integer number : numbers) {
        int captured = number;
        sum += apply(x -> x * 31 + captured, sum);
      }
      return sum;
    }
  }

  /** Called once. */
  static final class Staying {
    private Staying() {}

    static boolean work(AtomicBoolean done) {
      int sum = 1;
      while (!done.get()) {
        int captured = sum;
        sum = apply(x -> x ^ captured << 1, sum) | 1;
      }
      return sum != 0;
    }
  }

  /** Called now and then. */
  static final class Seldom {
    private Seldom() {}

    static int sum(int count) {
      IntBinaryOperator add = Integer::sum;
      int sum = 0;
      for (int i = 0; i < count; i++) {
        sum = add.applyAsInt(sum, i);
      }
      return sum;
    }
  }

  /** Makes no functions, and takes as long as {@link Called}. */
  static final class Plain {
    private Plain() {}

    static int mix(int start) {
      int value = start;
      for (int i = 0; i < 20_000; i++) {
        value = value * 31 + (value >>> 7);
      }
      return value;
    }
  }

  private Selected() {}

  /** Runs. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    AtomicBoolean done = new AtomicBoolean();
    AtomicBoolean right = new AtomicBoolean();
    Thread stays = new Thread(() -> right.set(Staying.work(done)));
    stays.start();
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      numbers.add(i);
    }
    int expected = Called.sum(numbers);
    int mixed = Plain.mix(expected);
    boolean same = true;
    Awaited awaited = new Awaited(arguments);
    for (int round = 0; awaited.goesOn(); round++) {
      same &= Called.sum(numbers) == expected;
      same &= Plain.mix(expected) == mixed;
      same &= round % 1000 != 0 || Seldom.sum(10) == 45;
    }
    done.set(true);
    stays.join();
    System.out.println(expected + " " + mixed + " " + same + " " + right);
  }
}
