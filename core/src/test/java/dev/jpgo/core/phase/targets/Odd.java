package dev.jpgo.core.phase.targets;

import java.util.Objects;
import java.util.function.Function;

/** An interface with combinators and such that are none. A test has it be one of the JDK's. */
@SuppressWarnings("unused")
public interface Odd {
  int step(int x);

  default Odd then(Odd next) {
    Objects.requireNonNull(next);
    return x -> next.step(step(x));
  }

  static Odd both(Odd first, Odd second) {
    Objects.requireNonNull(first);
    Objects.requireNonNull(second);
    return x -> first.step(x) + second.step(x);
  }

  /** Has an effect. */
  default Odd counted(Odd next) {
    Counter.calls++;
    return x -> next.step(step(x));
  }

  /** Has one, and does nothing else beside. */
  default Odd asked(Odd next) {
    next.step(1);
    return x -> next.step(step(x));
  }

  /** Makes one of two. */
  default Odd either(Odd next) {
    return next == null ? this : x -> next.step(step(x));
  }

  /** Captures what is not given. */
  default Odd plus(int number) {
    int more = number + 1;
    return x -> step(x) + more;
  }

  /** Does not return what it makes. */
  default Odd other(Odd next) {
    Odd made = x -> next.step(step(x));
    return next;
  }

  /** Captures the result of a call. */
  default Odd result(Odd next) {
    Odd same = Objects.requireNonNull(next);
    return x -> same.step(step(x));
  }

  /** No combinator; its name is not that of the functional method. */
  default int thrice(int x) {
    return step(x) * 3;
  }

  /** Its implementation may be overridden. */
  default Odd open() {
    return this::thrice;
  }

  /** Its implementation is given casts of what comes. */
  default Function<Integer, Integer> converted() {
    return x -> step(x);
  }

  /** Its implementation is no method of its own. */
  default Odd itself(Odd next) {
    return next::step;
  }

  /** Its implementation is called on another object, which may be null or no such object. */
  default Odd elsewhere(Odd next) {
    return next::twice;
  }

  private int twice(int x) {
    return step(step(x));
  }

  /** Its implementation may not stand elsewhere. */
  default Odd secret() {
    return x -> hidden(step(x));
  }

  private static int hidden(int x) {
    int result = x;
    for (int i = 0; i < 3; i++) {
      result += Counter.calls++;
    }
    return result;
  }

  /** Its implementation is long. */
  default Odd lengthy(Odd next) {
    return x -> {
      int y = next.step(step(x));
      y = y * 3 + next.step(step(y)) * next.step(step(x)) - step(y) * step(x);
      y = y * 5 + next.step(step(y)) * next.step(step(x)) - step(y) * step(x);
      y = y * 7 + next.step(step(y)) * next.step(step(x)) - step(y) * step(x);
      y = y * 9 + next.step(step(y)) * next.step(step(x)) - step(y) * step(x);
      return y;
    };
  }

  /** What has effects. */
  final class Counter {
    static int calls;

    private Counter() {}
  }

  /** What calls them. */
  @SuppressWarnings("unused")
  final class User {
    private User() {}

    static int then(int k) {
      Odd one = x -> x * 2;
      return one.then(x -> x + k).step(k);
    }

    static int both(int k) {
      return Odd.both(x -> x + 1, x -> x + k).step(k);
    }

    static int idle(int k) {
      Odd one = x -> x * 2;
      Odd.both(one, one);
      return one.step(k);
    }

    static int counted(int k) {
      Odd one = x -> x * 2;
      return one.counted(x -> x + k).step(k);
    }

    static int asked(int k) {
      Odd one = x -> x * 2;
      return one.asked(x -> x + k).step(k);
    }

    static int either(int k) {
      Odd one = x -> x * 2;
      return one.either(x -> x + k).step(k);
    }

    static int plus(int k) {
      Odd one = x -> x * 2;
      return one.plus(k).step(k);
    }

    static int other(int k) {
      Odd one = x -> x * 2;
      return one.other(x -> x + k).step(k);
    }

    static int result(int k) {
      Odd one = x -> x * 2;
      return one.result(x -> x + k).step(k);
    }

    static int thrice(int k) {
      Odd one = x -> x * 2;
      return one.then(x -> x + k).thrice(k);
    }

    static int open(int k) {
      Odd one = x -> x * 2;
      return one.open().step(k);
    }

    static int converted(int k) {
      Odd one = x -> x * 2;
      return one.converted().apply(k);
    }

    static int itself(int k) {
      Odd one = x -> x * 2;
      return one.itself(x -> x + k).step(k);
    }

    static int elsewhere(int k) {
      Odd one = x -> x * 2;
      return one.elsewhere(x -> x + k).step(k);
    }

    static int secret(int k) {
      Odd one = x -> x * 2;
      return one.secret().step(k);
    }

    static int lengthy(int k) {
      Odd one = x -> x * 2;
      return one.lengthy(x -> x + k).step(k);
    }
  }
}
