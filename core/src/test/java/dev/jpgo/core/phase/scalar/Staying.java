package dev.jpgo.core.phase.scalar;

import java.util.Objects;

/** Objects that stay in their methods, and others that only seem to. */
@SuppressWarnings({"ReferenceEquality", "UnusedVariable"})
final class Staying {
  static Object kept;
  static int same;
  static int number = 3;

  private Staying() {}

  /** Keeps what it is given, and says how often it had it already. */
  static int rare(Object object) {
    if (object == kept) {
      same++;
    }
    kept = object;
    return same;
  }

  static int rareChange(Cell cell) {
    cell.value += 7;
    return rare(cell);
  }

  // --- classes

  /** A field of each type. */
  static final class Cell {
    boolean z;
    byte b;
    char c;
    short s;
    int value;
    long l;
    float f;
    double d;
    Object object;
    Cell other;
  }

  record Pair(int a, int b) {}

  static class Above {
    private final int high;
    int free = 4;

    Above(int high) {
      this.high = high * 2;
    }
  }

  static final class Below extends Above {
    private final long low;

    Below(int high) {
      this(high, high > 3 ? high : 1);
      free++;
    }

    private Below(int high, long low) {
      super(high + 1);
      this.low = free + low;
    }
  }

  static final class Picky {
    final int part;

    Picky(int x) {
      int sum = 0;
      for (int i = 0; i < (x & 7); i++) {
        sum += 10 / (3 - i);
      }
      if (x == 9) {
        throw new IllegalArgumentException("nine");
      }
      part = sum;
    }
  }

  static final class Checking {
    final Object object;

    Checking(Object object) {
      this.object = Objects.requireNonNull(object, "checked");
    }
  }

  static final class Leaking {
    int k;

    Leaking(int k) {
      this.k = k;
      kept = this;
    }
  }

  static class Calling {
    int k;

    Calling(int k) {
      this.k = k;
      init();
    }

    void init() {
      k++;
    }
  }

  static final class Handling {
    int k;

    Handling(int k) {
      try {
        this.k = 10 / k;
      } catch (ArithmeticException e) {
        this.k = -1;
      }
    }
  }

  static final class Finished {
    int k;

    Finished(int k) {
      this.k = k;
    }

    @Override
    @SuppressWarnings({"deprecation", "removal", "Finalize"})
    protected void finalize() {
      kept = this;
    }
  }

  static final class Seen {
    volatile int k;

    Seen(int k) {
      this.k = k;
    }
  }

  static final class Late {
    int k;

    Late(int k) {
      this.k = k;
    }
  }

  static final class Fixed {
    final int k;

    Fixed(int k) {
      this.k = k + 1;
    }

    @Override
    public String toString() {
      return "fixed " + k;
    }
  }

  record Firm(int k) {
    Firm {
      k++;
    }
  }

  static final class Counting {
    final int k;

    Counting(int k) {
      this.k = k + number++;
    }
  }

  static final class Holder {
    final int number;
    final Object object;

    Holder(int first, int second, Object object) {
      number = first + second;
      this.object = object;
    }
  }

  static final class Woe extends RuntimeException {
    private static final long serialVersionUID = 1;
    final int k;

    Woe(int k) {
      super(null, null, false, false);
      this.k = k;
    }
  }

  // --- what stays

  static String types(int x) {
    Cell cell = new Cell();
    String before =
        cell.z
            + ""
            + cell.b
            + cell.c
            + cell.s
            + cell.value
            + cell.l
            + cell.f
            + cell.d
            + cell.object;
    cell.z = x > 3;
    cell.b = (byte) x;
    cell.c = (char) x;
    cell.s = (short) x;
    cell.value = x;
    cell.l = x * 5L;
    cell.f = x / 3f;
    cell.d = x / 7d;
    cell.object = before;
    return before
        + cell.z
        + cell.b
        + (int) cell.c
        + cell.s
        + cell.value
        + cell.l
        + cell.f
        + cell.d
        + cell.object;
  }

  static int pair(int x) {
    Pair pair = new Pair(x, 3);
    return pair.a * 10 + pair.b;
  }

  static long below(int x) {
    Below below = new Below(x);
    below.free += 100;
    Above above = below;
    return below.low * 1000 + above.high + above.free;
  }

  static int loop(int x) {
    Cell cell = new Cell();
    int sum = 0;
    for (int i = 0; i < (x & 15); i++) {
      Cell inner = new Cell();
      sum += inner.value;
      if ((i & 1) == 0) {
        inner.value = i;
        cell.value += inner.value;
      } else {
        cell.l = cell.value - inner.b;
      }
      sum = sum * 3 + inner.value;
    }
    return sum + cell.value + (int) cell.l;
  }

  static int inHandler(int x) {
    Cell cell = new Cell();
    try {
      cell.value = 1;
      cell.b = (byte) (100 / x);
      cell.value = 2;
      cell.value += 100 / (x - 1);
      cell.b = 9;
    } catch (ArithmeticException e) {
      return cell.value * 10 + cell.b;
    } finally {
      number = cell.value;
    }
    return cell.b;
  }

  static int linked(int x) {
    Cell first = new Cell();
    Cell second = new Cell();
    first.other = second;
    second.value = x;
    first.other.value += 4;
    return second.value;
  }

  static int asked(int x) {
    Object below = new Below(x);
    Object pair = new Pair(x, x);
    int result = below == pair ? 1 : 2;
    result += below != null ? 10 : 20;
    result += below instanceof Above ? 100 : 200;
    result += below instanceof Comparable ? 1000 : 2000;
    Object again = below;
    result += below == again ? 10000 : 20000;
    return result + ((Above) below).free;
  }

  static int picky(int x) {
    try {
      return new Picky(x).part;
    } catch (ArithmeticException e) {
      return -1;
    }
  }

  static int checking(String text) {
    return new Checking(text).object == null ? 1 : 2;
  }

  // --- what rare code needs

  static int rareUse(int x) {
    Fixed fixed = new Fixed(x);
    if (x > 100) {
      return rare(fixed);
    }
    return fixed.k;
  }

  static String rareUseInALoop(int x) {
    same = 0;
    kept = null;
    Firm fixed = new Firm(x);
    int sum = 0;
    for (int i = 0; i < 5; i++) {
      if (((x + i) & 1) == 0) {
        sum += rare(fixed);
      }
      sum += fixed.k;
    }
    return sum + " " + same + kept;
  }

  static String madeAnewInALoop(int x) {
    same = 0;
    kept = null;
    int sum = 0;
    for (int i = 0; i < 5; i++) {
      Firm fixed = new Firm(i);
      if (((x >> i) & 1) == 0) {
        sum += rare(fixed);
        sum += rare(fixed) * 10;
      }
      sum += fixed.k;
    }
    return sum + " " + same;
  }

  static Object rareReturn(int x) {
    Fixed fixed = new Fixed(x);
    if (fixed.k > 4) {
      rare(null);
      return fixed;
    }
    return null;
  }

  static String rareHandler(int x) {
    same = 0;
    kept = null;
    Firm fixed = new Firm(x);
    int sum = 0;
    for (int i = 0; i < 3; i++) {
      try {
        sum += 10 / (x + i);
      } catch (ArithmeticException e) {
        sum += rare(fixed) + fixed.k;
      }
    }
    return sum + " " + same;
  }

  static int rareUseOfWhatMayChange(int x) {
    Cell cell = new Cell();
    if (x > 3) {
      rareChange(cell);
    }
    return cell.value;
  }

  static int rareUseOfWhatReflectionMayChange(int x) {
    Fixed fixed = new Fixed(x);
    if (x > 3) {
      rare(fixed);
    }
    return fixed.k;
  }

  static int heldByAnother(int x) {
    Firm firm = new Firm(x);
    return new Holder(firm.k, x > 3 ? 3 : 2, firm).number;
  }

  static int rarelyConstructedWithAnother(int x) {
    Firm firm = new Firm(x);
    if (firm.k > 3) {
      return new Holder(firm.k > 100 ? 1 : 2, rare(null), firm).object == null ? 1 : 2;
    }
    return firm.k;
  }

  static int changedBeforeARareUse(int x) {
    Cell cell = new Cell();
    cell.value = x;
    if (x > 3) {
      rare(cell);
      return ((Cell) kept).value;
    }
    return x;
  }

  static int comparedAfterARareUse(int x) {
    Fixed fixed = new Fixed(x);
    kept = null;
    if (x > 3) {
      rare(fixed);
    }
    return kept == fixed ? 1 : 2;
  }

  static int rareUseOfWhatCounts(int x) {
    number = 3;
    Counting counting = new Counting(x);
    number = 10;
    if (x > 3) {
      rare(counting);
      return ((Counting) kept).k * 100 + number;
    }
    return counting.k;
  }

  static int lockedRarely(int x) {
    Fixed fixed = new Fixed(x);
    if (x > 3) {
      synchronized (fixed) {
        rare(null);
      }
    }
    return fixed.k;
  }

  // --- what leaves

  static int stored(int x) {
    Cell cell = new Cell();
    kept = cell;
    cell.value = x;
    return ((Cell) kept).value;
  }

  static int storedInAnArray(int x) {
    Cell[] all = {new Cell()};
    all[0].value = x;
    return all[0].value;
  }

  static int storedInItself(int x) {
    Cell cell = new Cell();
    cell.other = cell;
    cell.other.value = x;
    return cell.value;
  }

  static int storedInItselfBehindACast(int x) {
    Cell cell = new Cell();
    Object same = cell;
    cell.other = (Cell) same;
    cell.other.value = x;
    return cell.value;
  }

  static int passed(int x) {
    Pair pair = new Pair(x, 1);
    return pair.a + Objects.hashCode(pair);
  }

  static Object returned(int x) {
    return new Pair(x, 5);
  }

  static int thrown(int x) {
    Woe woe = new Woe(x);
    try {
      if (x > 3) {
        throw woe;
      }
    } catch (Woe e) {
      return e.k;
    }
    return woe.k + 1;
  }

  static int locked(int x) {
    Cell cell = new Cell();
    synchronized (cell) {
      cell.value = x + (Thread.holdsLock(cell) ? 10 : 20);
    }
    return cell.value;
  }

  static int merged(int x) {
    Cell cell = x > 3 ? new Cell() : null;
    return cell == null ? 1 : cell.value;
  }

  static int swapped(int x) {
    Cell first = new Cell();
    Cell second = new Cell();
    for (int i = 0; i < (x & 3); i++) {
      Cell third = first;
      first = second;
      second = third;
      first.value += i + 1;
    }
    return first.value * 10 + second.value;
  }

  static int seenInAHandler(int x) {
    Picky picky = null;
    try {
      picky = new Picky(x);
      number = 10 / (x - 1);
    } catch (ArithmeticException e) {
      return picky == null ? -1 : picky.part;
    }
    return 0;
  }

  static int wrongCast(int x) {
    Object cell = new Cell();
    try {
      return ((Pair) cell).a;
    } catch (ClassCastException e) {
      return x;
    }
  }

  static int leaking(int x) {
    Leaking leaking = new Leaking(x);
    return ((Leaking) kept).k + leaking.k;
  }

  static int calling(int x) {
    return new Calling(x).k;
  }

  static int handling(int x) {
    return new Handling(x).k;
  }

  static int finished(int x) {
    return new Finished(x).k;
  }

  static int seen(int x) {
    return new Seen(x).k;
  }

  static int late(int x) {
    return new Late(x).k;
  }
}
