package dev.jpgo.core.instrument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Small programs by shape of control flow. Each static method {@code (int) -> long} is one; the
 * parameter sets how long it runs.
 */
final class Samples {
  private Samples() {}

  static long straight(int n) {
    return n * 31L + 7;
  }

  static long whileLoop(int n) {
    long sum = 0;
    int i = 0;
    while (i < n) {
      sum += i * (long) i;
      i++;
    }
    return sum;
  }

  static long doWhile(int n) {
    long sum = 1;
    do {
      sum = sum * 31 + n;
    } while (n-- > 0);
    return sum;
  }

  static long nested(int n) {
    long sum = 0;
    outer:
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i % 7; j++) {
        if ((i ^ j) % 5 == 0) {
          continue outer;
        }
        if (i * j > 100_000) {
          break outer;
        }
        sum += i - j;
      }
      sum ^= i;
    }
    return sum;
  }

  @SuppressWarnings("fallthrough")
  static long switches(int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      switch (i % 6) {
        case 0:
          sum += 1;
          break;
        case 1:
        case 2:
          sum += 10;
        // fall through
        case 4:
          sum += 100;
          break;
        default:
          sum += 1000;
      }
      switch (i % 4000) {
        case 1000 -> sum -= 3;
        case 2000, 3000 -> sum -= 5;
        default -> {
          if (sum < 0) {
            sum = 0;
          }
        }
      }
    }
    return sum;
  }

  static long conditions(int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      boolean a = i % 2 == 0 && i % 3 != 0 || i % 7 == 1;
      sum += a ? i : i % 5 == 0 ? -1 : 2;
      while (!a && sum % 2 == 1) {
        sum /= 2;
      }
    }
    return sum;
  }

  static long kinds(int n) {
    float f = 1.5f;
    double d = 2.25;
    long l = 3;
    short s = 4;
    byte b = 5;
    char c = 6;
    boolean z = false;
    int[] array = new int[8];
    for (int i = 0; i < n; i++) {
      f = f * 1.0001f + s;
      d = d / 1.0001 - f;
      l = l * 7 + i;
      s += 3;
      b += 1;
      c ^= (char) i;
      z = !z;
      array[i & 7] += z ? b : c;
    }
    return Float.floatToRawIntBits(f)
        ^ Double.doubleToRawLongBits(d)
        ^ l
        ^ s
        ^ b
        ^ c
        ^ (z ? 1 : 0)
        ^ java.util.Arrays.hashCode(array);
  }

  static long caught(int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      try {
        if (i % 3 == 0) {
          throw new IllegalStateException();
        }
        sum += i;
      } catch (IllegalStateException e) {
        sum -= 1;
      } finally {
        sum ^= 1;
      }
    }
    return sum;
  }

  static long handlerAround(int n) {
    long sum = 0;
    int[] some = new int[Math.max(1, n / 2)];
    try {
      for (int i = 0; i < n; i++) {
        sum += i;
        some[i] = i;
      }
    } catch (ArrayIndexOutOfBoundsException e) {
      sum = -sum;
    } finally {
      sum *= 3;
    }
    return sum;
  }

  static long monitor(int n) {
    Object lock = new Object();
    long sum = 0;
    for (int i = 0; i < n; i++) {
      synchronized (lock) {
        for (int j = 0; j < 3; j++) {
          sum += j;
        }
      }
      sum += Thread.holdsLock(lock) ? 1 : 0;
    }
    return sum;
  }

  static synchronized long ownMonitor(int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += Thread.holdsLock(Samples.class) ? 1 : 0;
    }
    return sum;
  }

  static long stackNotEmpty(int n) {
    int[] array = new int[1];
    for (int i = 0; i < n; i++) {
      array[i > 5 ? 0 : 0] += i % 3 == 0 ? i : new StringBuilder(i % 2 == 0 ? "a" : "bc").length();
    }
    return array[0];
  }

  static long lists(int n) {
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      list.add(i % 2 == 0 ? (Object) i : Long.valueOf(i));
    }
    long sum = 0;
    for (Object o : list) {
      sum += o.hashCode();
    }
    return sum;
  }

  static long walk(int n) {
    Node head = new Node(null, 0);
    for (int i = 1; i < n; i++) {
      head = new Node(head, i);
    }
    long sum = 0;
    Node node = head;
    while (node != null) {
      sum += node.value;
      node = node.next;
    }
    return sum;
  }

  /** A reference that the loop replaces, in a loop that calls nothing. */
  static long circle(int n) {
    Node last = new Node(null, 1);
    last.next = new Node(new Node(last, 2), 3);
    long sum = 0;
    Node node = last;
    for (int i = 0; i < n; i++) {
      sum = sum * 7 + node.value;
      node = node.next;
    }
    return sum;
  }

  static long recursion(int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += i % 5000 == 1023 ? recursion(n / 3) : i;
    }
    return sum;
  }

  static long instance(int n) {
    return new Accumulator(3).run(n, "x", 2.5, (byte) 7)
        + new Tripled(4).run(n, "yy", -1.5, (byte) 1);
  }

  static long defaultMethod(int n) {
    Stepping stepping = i -> i % 9;
    return stepping.sum(n) + Stepping.twice(n);
  }

  /** Lengths of 0 to 4, of which those of the last array are constant. */
  static long lengths(int n) {
    long sum = 0;
    int[] from = {5, 6, 7, 8};
    for (int i = 0; i < n; i++) {
      int[] numbers = new int[i % 2];
      String[] texts = new String[i % 2 + 1];
      int[] to = Arrays.copyOf(from, i % 2 + 3);
      System.arraycopy(from, 0, to, 0, i % 3);
      sum = sum * 31 + numbers.length + texts.length + Arrays.hashCode(to) + new int[9].length;
    }
    return sum;
  }

  /** A length that is not allowed. */
  static long negativeLength(int n) {
    try {
      return new long[-n].length;
    } catch (NegativeArraySizeException e) {
      return e.getMessage().hashCode();
    }
  }

  /** A monitor that is free, then one that is the thread's own three times of four. */
  static long locks(int n) {
    Object[] monitors = {"text", new int[0]};
    long sum = 0;
    for (int i = 0; i < n; i++) {
      synchronized (monitors[i % 2]) {
        synchronized (monitors[i % 4 == 0 ? 1 : i % 2]) {
          sum += i;
        }
      }
    }
    return sum;
  }

  /** What the exception says, and where it is from. */
  static long lockOfNothing(int n) {
    Node head = new Node(null, n);
    try {
      synchronized (head.next) {
        return 0;
      }
    } catch (NullPointerException e) {
      return e.getMessage().hashCode() * 31L + e.getStackTrace()[0].getLineNumber();
    }
  }

  static long lockedMethods(int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += new Locked().add(i) + new Unlocked().add(i) + Locked.ofClass(i);
    }
    return sum;
  }

  /** A text, two numbers and nothing, in turn. */
  static long typeTests(int n) {
    Object[] things = {"text", 1, 2L, null};
    long sum = 0;
    for (int i = 0; i < n; i++) {
      Object thing = things[i % 4];
      if (thing instanceof String) {
        sum += ((String) thing).length();
      } else if (thing instanceof Number) {
        sum += ((Number) thing).longValue();
      }
    }
    return sum;
  }

  /** Objects that know the next. */
  private static final class Node {
    Node next;
    final int value;

    Node(Node next, int value) {
      this.next = next;
      this.value = value;
    }
  }

  /** Synchronized methods. */
  static class Locked {
    private int total;

    synchronized int add(int i) {
      total += i;
      return Thread.holdsLock(this) ? total : -1;
    }

    static synchronized int ofClass(int i) {
      return Thread.holdsLock(Locked.class) ? i * 2 : -1;
    }
  }

  /** Inherits one. */
  static final class Unlocked extends Locked {}

  /** Loops in an instance method, called from a subclass too. */
  static class Accumulator {
    private final int step;
    private long total;

    Accumulator(int step) {
      this.step = step;
      for (int i = 0; i < step; i++) {
        total += i;
      }
    }

    long run(int n, String text, double factor, byte b) {
      long local = b;
      for (int i = 0; i < n; i += step) {
        total += text.length() + increment(i);
        local += (long) (factor * i);
      }
      return total * 31 + local;
    }

    int increment(int i) {
      return i;
    }
  }

  /** Overrides the loop method, and calls the one it overrides. */
  static final class Tripled extends Accumulator {
    Tripled(int step) {
      super(step);
    }

    @Override
    long run(int n, String text, double factor, byte b) {
      long sum = 0;
      for (int i = 0; i < 3; i++) {
        sum += super.run(n, text, factor, b);
      }
      return sum;
    }

    @Override
    int increment(int i) {
      return 3 * i;
    }
  }

  /** Loops in interface methods. */
  interface Stepping {
    int at(int i);

    default long sum(int n) {
      long sum = 0;
      for (int i = 0; i < n; i++) {
        sum += at(i) + half(i % 4);
      }
      return sum;
    }

    private int half(int n) {
      int sum = 0;
      for (int i = 0; i < n; i++) {
        sum += i / 2;
      }
      return sum;
    }

    static long twice(int n) {
      long sum = 0;
      for (int i = 0; i < n; i++) {
        sum += 2;
      }
      return sum;
    }
  }
}
