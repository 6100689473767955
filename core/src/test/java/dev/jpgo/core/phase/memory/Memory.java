package dev.jpgo.core.phase.memory;

/**
 * Accesses of memory with something between them. Each method without parameters is run as compiled
 * by javac and as transformed, and must give the same; the others are what they are made of.
 */
public final class Memory {
  static int steps;
  static int late;
  static byte tiny;
  static final int[] TABLE = {3, 1, 4, 1, 5, 9};
  static final long[] LONGS = new long[4];

  int field = 1;
  int other = 10;
  long wide = 1L << 40;
  volatile int ordered;
  boolean stop;
  byte small;
  Memory next;
  Object any;
  int[] array = {5, 6, 7};

  private Memory() {}

  /** Initialized by its first use, long after this class. */
  static final class Late {
    static int value;

    static {
      late++;
      value = 100 + late;
    }

    private Late() {}
  }

  static Memory pair() {
    Memory first = new Memory();
    first.next = new Memory();
    first.next.field = 2;
    return first;
  }

  // --- what may be reused

  static int twice(Memory m) {
    return m.field * m.field + m.field;
  }

  static int afterAStore(Memory m, int x) {
    m.field = x * 3;
    return m.field + m.field;
  }

  static int chain(Memory m) {
    return m.next.field + m.next.other + m.next.field;
  }

  static int acrossOtherFields(Memory m) {
    int a = m.field;
    m.other = 5;
    m.wide = 7;
    return a + m.field + m.field;
  }

  static int sumOfTable() {
    int sum = 0;
    for (int i = 0; i < TABLE.length; i++) {
      sum += TABLE[i] * TABLE[i];
      touch(null);
    }
    return sum;
  }

  static long elements(int[] a, long[] b, int i) {
    int x = a[i];
    b[i] = 8;
    return x + a[i] + a[i] + b[i] + b[i] + a.length + a.length;
  }

  static String reuse() {
    Memory m = pair();
    return twice(m)
        + " "
        + afterAStore(m, 7)
        + " "
        + chain(m)
        + " "
        + acrossOtherFields(m)
        + " "
        + sumOfTable()
        + " "
        + elements(TABLE, LONGS, 2);
  }

  // --- what comes between

  static void touch(Memory m) {
    steps++;
    if (m != null) {
      m.field += 10;
      m.array[1]++;
    }
  }

  static int call(Memory m) {
    int a = m.field;
    touch(m);
    return a + m.field;
  }

  static int callInArray(Memory m, int[] array) {
    int a = array[1];
    touch(m);
    return a + array[1];
  }

  static int alias(Memory m, Memory n) {
    int a = m.field;
    n.field = 50;
    return a + m.field;
  }

  static int aliasAfterAStore(Memory m, Memory n) {
    m.field = 3;
    n.field = 4;
    return m.field;
  }

  static int elementAlias(int[] a, int[] b, int i, int k) {
    int x = a[i];
    b[k] = x + 9;
    return x + a[i];
  }

  static int nextChanges(Memory m) {
    int a = m.next.field;
    m.next = m;
    return a + m.next.field;
  }

  static int onOneWay(Memory m, boolean store) {
    int a = m.field;
    if (store) {
      m.field = 77;
    }
    return a + m.field;
  }

  static int inALoop(Memory m, Memory n, int count) {
    int sum = m.field;
    for (int i = 0; i < count; i++) {
      sum += m.field;
      n.field = i;
    }
    return sum + m.field;
  }

  static int inAnInnerLoop(Memory m, Memory n, int count) {
    int sum = m.field;
    for (int i = 0; i < count; i++) {
      sum += m.field * 3;
      for (int k = 0; k < i; k++) {
        sum += m.field;
        if (k == 2) {
          n.field++;
        }
      }
    }
    return sum;
  }

  static int callOnOneWay(Memory m, boolean touched) {
    int a = m.field;
    if (touched) {
      touch(m);
    }
    return a + m.field;
  }

  static int callInALoop(Memory m, int count) {
    int sum = m.field;
    for (int i = 0; i < count; i++) {
      sum += m.field;
      touch(m);
    }
    return sum;
  }

  static int callInAnInnerLoop(Memory m, int count) {
    int sum = m.field;
    for (int i = 0; i < count; i++) {
      sum += m.field;
      for (int k = 0; k < i; k++) {
        touch(m);
      }
    }
    return sum;
  }

  static int initialization() {
    int a = late;
    int b = Late.value;
    return a * 1000 + late * 10 + b;
  }

  static int volatileRead(Memory m) {
    int a = m.field;
    int b = m.ordered;
    return a + b + m.field;
  }

  static int volatileWrite(Memory m) {
    int a = m.field;
    m.ordered = a;
    return a + m.field;
  }

  static int volatileTwice(Memory m) {
    return m.ordered + m.ordered + m.ordered;
  }

  static int monitor(Memory m) {
    int a = m.field;
    synchronized (m) {
      a += m.field;
    }
    return a + m.field;
  }

  static int allocation(Memory m) {
    int a = m.field;
    int[] fresh = new int[a];
    return m.field + m.field + fresh.length;
  }

  static int waiting(Memory m) {
    int turns = m.stop ? 1 : 0;
    while (!m.stop) {
      turns++;
    }
    return turns;
  }

  /** What was read in front of a loop that may wait is known beside it. */
  static int besideWaiting(Memory m, boolean wait) {
    int turns = m.stop ? 1 : 0;
    if (wait) {
      while (!m.stop) {
        turns++;
      }
      return turns;
    }
    return turns + (m.stop ? 2 : 0);
  }

  static int besideWaitingFirst(Memory m, boolean wait) {
    int turns = m.stop ? 1 : 0;
    if (!wait) {
      return turns + (m.stop ? 2 : 0);
    }
    while (!m.stop) {
      turns++;
    }
    return turns;
  }

  static int searching(Memory m, int count) {
    int turns = m.stop ? 1 : 0;
    for (int i = 0; i < count && !m.stop; i++) {
      turns++;
    }
    return turns;
  }

  static int truncation(Memory m, byte value) {
    m.small = value;
    return m.small + m.small;
  }

  static int truncated(int x) {
    tiny = (byte) x;
    return tiny + tiny;
  }

  static String between() {
    Memory m = pair();
    m.small = 3;
    String text =
        call(m)
            + " "
            + callInArray(m, m.array)
            + " "
            + alias(m, m)
            + " "
            + alias(m, m.next)
            + " "
            + aliasAfterAStore(m, m)
            + " "
            + elementAlias(TABLE, TABLE, 1, 1)
            + " "
            + elementAlias(TABLE, new int[9], 1, 1)
            + " "
            + nextChanges(pair())
            + " "
            + onOneWay(m, true)
            + " "
            + onOneWay(pair(), false);
    text +=
        " "
            + callOnOneWay(m, true)
            + " "
            + callOnOneWay(m, false)
            + " "
            + callInALoop(m, 3)
            + " "
            + callInAnInnerLoop(m, 3);
    return text
        + " "
        + inALoop(m, m, 5)
        + " "
        + inALoop(m, pair(), 5)
        + " "
        + inAnInnerLoop(m, m, 6)
        + " "
        + initialization()
        + " "
        + volatileRead(m)
        + " "
        + volatileWrite(m)
        + " "
        + volatileTwice(m)
        + " "
        + monitor(m)
        + " "
        + allocation(m)
        + " "
        + searching(m, 4)
        + " "
        + truncation(m, (byte) -3)
        + " "
        + steps;
  }

  // --- exceptions

  static int nullTwice(Memory m) {
    int step = 1;
    try {
      int a = m.field;
      step = 2;
      a += m.field;
      step = 3;
      touch(m);
      step = 4;
      return a + m.field + m.next.next.field;
    } catch (NullPointerException e) {
      return -step;
    }
  }

  static int handlerSeesTheStore(Memory m, int divisor) {
    int a = m.field;
    try {
      m.field = a + 5;
      a = 100 / divisor;
      m.field = 0;
      return a;
    } catch (ArithmeticException e) {
      return m.field;
    }
  }

  static int divisions(int a, int b) {
    try {
      return a / b + a / b * (a / b) + a % b + a % b;
    } catch (ArithmeticException e) {
      return -1;
    }
  }

  static int bounds(int[] a, int i) {
    int step = 0;
    try {
      step += a[i];
      step += a[i];
      return step + a[i + 1] + a[i + 1];
    } catch (ArrayIndexOutOfBoundsException e) {
      return -step;
    }
  }

  static String covariance(Object[] array) {
    Object first = array[0];
    try {
      array[0] = 7;
    } catch (ArrayStoreException e) {
      return first + " " + array[0];
    }
    return array[0] + " " + array[0];
  }

  static int length(String[] strings, Object value) {
    Object[] same = strings;
    same[0] = value;
    return strings[0].length();
  }

  static int finallyBlock(Memory m, Memory n) {
    int a = m.field;
    try {
      n.field = 30 / (a - 1);
      return m.field;
    } finally {
      n.field++;
      a = m.field;
      touch(n);
      m.other = a + m.field;
    }
  }

  static String exceptions() {
    Memory m = pair();
    m.field = 4;
    String text =
        nullTwice(null)
            + " "
            + nullTwice(m)
            + " "
            + nullTwice(m.next)
            + " "
            + handlerSeesTheStore(m, 0)
            + " "
            + handlerSeesTheStore(m, 3)
            + " "
            + divisions(17, 5)
            + " "
            + divisions(1, 0)
            + " "
            + bounds(TABLE, 2)
            + " "
            + bounds(TABLE, 5)
            + " "
            + bounds(TABLE, 6);
    String[] strings = {"one"};
    return text
        + " "
        + covariance(new Object[] {"a"})
        + " "
        + covariance(new String[] {"b"})
        + " "
        + length(strings, "three")
        + " "
        + finallyBlock(m, m)
        + " "
        + m.other
        + " "
        + finallyBlock(m, m.next)
        + " "
        + m.other
        + " "
        + m.field;
  }
}
