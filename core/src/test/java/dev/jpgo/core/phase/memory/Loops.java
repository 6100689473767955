package dev.jpgo.core.phase.memory;

/**
 * Loops over memory. Each method without parameters is run as compiled by javac and as transformed;
 * the others are what they are made of.
 */
public final class Loops {
  static int total;
  static int[] shared = {2, 7, 1, 8};
  static int touched;

  int sum;
  int limit = 5;
  int scale = 3;
  boolean stop;
  byte tiny;
  int[] data = {4, 5, 6, 7};
  volatile int ordered = 2;
  Loops next;

  private Loops() {}

  // --- invariant

  int scaled() {
    int result = 0;
    for (int i = 0; i < data.length; i++) {
      result += data[i] * scale;
    }
    return result;
  }

  static int lengthOf(int[] array) {
    int result = 0;
    for (int i = 0; i < array.length; i++) {
      result += array[i];
    }
    return result;
  }

  static int limitOf(Loops loops) {
    int result = 0;
    for (int i = 0; i < loops.limit; i++) {
      result += i;
    }
    return result;
  }

  static int arithmetic(int a, int b, int count) {
    int result = 0;
    for (int i = 0; i < count; i++) {
      result += (a * 7 + b) ^ i;
    }
    return result;
  }

  static int halves(int a, int count) {
    int result = 0;
    for (int i = 0; i < count; i++) {
      result += (a / 2) ^ i;
    }
    return result;
  }

  static long restsOfLongs(long a, int count) {
    long result = 0;
    for (int i = 0; i < count; i++) {
      result += (a % -1000L) ^ i;
    }
    return result;
  }

  static int statics(int count) {
    int result = 0;
    for (int i = 0; i < count; i++) {
      result += shared[i & 3];
    }
    return result;
  }

  int nested(int count) {
    int result = 0;
    for (int i = 0; i < count; i++) {
      for (int k = 0; k < limit; k++) {
        result += scale * i + k;
      }
    }
    return result;
  }

  static String invariants() {
    Loops loops = new Loops();
    return loops.scaled()
        + " "
        + lengthOf(shared)
        + " "
        + limitOf(loops)
        + " "
        + arithmetic(3, 4, 9)
        + " "
        + halves(-7, 9)
        + " "
        + restsOfLongs(Long.MIN_VALUE, 9)
        + " "
        + statics(7)
        + " "
        + loops.nested(4)
        + " "
        + lengthOf(new int[0]);
  }

  // --- written in the loop

  int accumulate(int[] values) {
    for (int i = 0; i < values.length; i++) {
      sum += values[i];
    }
    return sum;
  }

  int accumulateAliased(Loops other, int[] values) {
    for (int i = 0; i < values.length; i++) {
      sum += values[i];
      other.sum *= 2;
    }
    return sum;
  }

  int growing(int count) {
    for (int i = 0; i < limit; i++) {
      if (i < count) {
        limit++;
      }
    }
    return limit;
  }

  int narrowed(int count) {
    for (int i = 0; i < count; i++) {
      tiny += 100;
    }
    return tiny;
  }

  int replaced(int count) {
    int result = 0;
    for (int i = 0; i < count; i++) {
      result += data[0] + data[1];
      if (i == 2) {
        data = shared;
      }
    }
    return result;
  }

  static int walk(Loops first, int count) {
    int result = 0;
    Loops at = first;
    for (int i = 0; i < count; i++) {
      result += at.limit + first.scale;
      first.scale++;
      at = at.next;
    }
    return result;
  }

  static int chase(Loops first) {
    int result = 0;
    Loops at = first;
    while (at.limit > result) {
      result++;
      at = at.next;
    }
    return result;
  }

  static String written() {
    Loops loops = new Loops();
    Loops other = new Loops();
    loops.next = other;
    other.next = loops;
    return loops.accumulate(shared)
        + " "
        + loops.accumulateAliased(other, shared)
        + " "
        + loops.accumulateAliased(loops, shared)
        + " "
        + loops.cursor()
        + " "
        + loops.growing(9)
        + " "
        + loops.narrowed(5)
        + " "
        + loops.replaced(6)
        + " "
        + walk(loops, 7)
        + " "
        + chase(loops);
  }

  // --- rarely called

  void touch() {
    touched++;
    scale++;
    limit--;
    data = new int[] {touched, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  }

  int rareCall(int count, int when) {
    int result = 0;
    for (int i = 0; i < count; i++) {
      result += scale * limit + data[i & 3];
      if (i == when) {
        touch();
        result += scale;
      }
      result ^= scale;
    }
    return result;
  }

  int rareVolatile(int count, int when) {
    int result = 0;
    for (int i = 0; i < count; i++) {
      result += scale + scale;
      if (i == when) {
        result += ordered;
      }
      result ^= scale;
    }
    return result;
  }

  int rareHandler(int count, int[] divisors) {
    int result = 0;
    for (int i = 0; i < count; i++) {
      try {
        result += scale;
        touchIf(i == 3);
        result += 100 / divisors[i & 3];
        scale += 2;
      } catch (ArithmeticException e) {
        result += scale * 1000;
      } catch (IllegalStateException e) {
        result -= scale;
      }
      result ^= scale;
    }
    return result;
  }

  void touchIf(boolean now) {
    if (now) {
      scale = 50;
      throw new IllegalStateException();
    }
  }

  int synchronizedRarely(int count) {
    int result = 0;
    for (int i = 0; i < count; i++) {
      result += scale;
      if (i == 2) {
        synchronized (this) {
          result += scale;
        }
      }
    }
    return result;
  }

  static String rare() {
    Loops loops = new Loops();
    return loops.rareCall(8, 3)
        + " "
        + loops.rareCall(8, 9)
        + " "
        + loops.rareVolatile(5, 2)
        + " "
        + loops.rareHandler(9, new int[] {1, 2, 0, 4})
        + " "
        + loops.synchronizedRarely(5);
  }

  // --- exceptions

  static int nullObject(Loops loops, int count) {
    int step = 0;
    try {
      for (int i = 0; i < count; i++) {
        step++;
        total += loops.limit;
      }
      return -step;
    } catch (NullPointerException e) {
      return step;
    }
  }

  static int nullInHeader(Loops loops) {
    int step = 0;
    try {
      step = 1;
      for (int i = 0; i < loops.limit; i++) {
        step++;
      }
      return -step;
    } catch (NullPointerException e) {
      return step;
    }
  }

  static int nullAfterAStore(Loops loops, int[] array) {
    int i = 0;
    while (true) {
      array[i] = 9;
      if (i++ >= loops.limit) {
        return i;
      }
    }
  }

  static int nullAfterBounds(Loops loops, int[] array) {
    int result = 0;
    int i = 0;
    while (array[i] < loops.limit) {
      result += loops.limit;
      i++;
    }
    return result;
  }

  static int tested(Loops loops, int[] array, int count) {
    int result = 0;
    if (loops == null) {
      for (int i = 0; i < count; i++) {
        result += array[i] + (i > 1 ? loops.limit : 0);
      }
    } else {
      for (int i = 0; i < count; i++) {
        result += array[i] + loops.limit;
      }
    }
    return result;
  }

  static int testedOnOneWay(Loops loops, int[] array, int count) {
    int result = 0;
    if (loops == null) {
      result = 5;
    }
    for (int i = 0; i < count; i++) {
      result += array[i] + (i > 1 ? loops.limit : 0);
    }
    return result;
  }

  static String outcome(Loops loops, int[] array, boolean store) {
    try {
      return "" + (store ? nullAfterAStore(loops, array) : nullAfterBounds(loops, array));
    } catch (RuntimeException e) {
      return e.getClass().getSimpleName() + array.length + (array.length > 0 ? array[0] : -1);
    }
  }

  static int quotients(int a, int b, int count) {
    int result = 0;
    for (int i = 0; i < count; i++) {
      result++;
      result += (a / b) ^ i;
    }
    return result;
  }

  @SuppressWarnings("divzero")
  static int quotientsByZero(int a, int count) {
    int result = 0;
    for (int i = 0; i < count; i++) {
      result++;
      result += (a / 0) ^ i;
    }
    return result;
  }

  private static String quotients(int divisor, int count) {
    try {
      return "" + quotients(7, divisor, count);
    } catch (ArithmeticException e) {
      return e.getMessage();
    }
  }

  private static String quotientsByZero(int count) {
    try {
      return "" + quotientsByZero(7, count);
    } catch (ArithmeticException e) {
      return e.getMessage();
    }
  }

  static String divisions() {
    return quotients(0, 0)
        + quotients(0, 3)
        + quotients(2, 3)
        + quotientsByZero(0)
        + quotientsByZero(3);
  }

  static String exceptions() {
    Loops loops = new Loops();
    String text =
        nullObject(null, 0)
            + " "
            + nullObject(null, 3)
            + " "
            + nullObject(loops, 3)
            + " "
            + nullInHeader(null)
            + " "
            + nullInHeader(loops);
    text +=
        " "
            + tested(null, shared, 2)
            + " "
            + tested(loops, shared, 2)
            + " "
            + testedOnOneWay(null, shared, 2)
            + " "
            + testedOnOneWay(loops, shared, 3);
    for (int size = 0; size < 3; size++) {
      text +=
          " "
              + outcome(null, new int[size], true)
              + " "
              + outcome(null, new int[size], false)
              + " "
              + outcome(loops, new int[size], true)
              + " "
              + outcome(loops, new int[size], false);
    }
    return text;
  }

  // --- other threads

  static int waiting(Loops loops) {
    int turns = 0;
    while (!loops.stop) {
      turns++;
    }
    return turns;
  }

  static int waitingAndCounting(Loops loops) {
    while (!loops.stop) {
      loops.sum++;
    }
    return loops.sum;
  }

  /** So many turns, and then until it is told. */
  static int waitingAtLeast(Loops loops, int turns) {
    int turn = 0;
    while (!loops.stop || turn < turns) {
      turn++;
    }
    return turn;
  }

  static int waitingAndThenCounting(Loops loops, int turns) {
    int turn = 0;
    for (; ; ) {
      turn++;
      if (loops.stop && turn > turns) {
        return turn;
      }
    }
  }

  /** No further, as long as nobody says so. */
  int waitingInPlace(int turns) {
    int turn = 0;
    while (turn < turns) {
      if (stop) {
        turn++;
      } else {
        turn = Math.max(turn, 0);
      }
    }
    return turn;
  }

  /** Until it is told, if there is no limit. */
  static long waitingUpTo(Loops loops, long limit) {
    long turn = 0;
    while (!loops.stop && turn < limit) {
      turn++;
    }
    return turn;
  }

  static int waitingBelow(Loops loops, long limit) {
    int turn = 0;
    while (!loops.stop && turn < limit) {
      turn++;
    }
    return turn;
  }

  /** There are not so many. */
  static long turnsOf(Loops loops, int[] numbers) {
    long turn = 0;
    while (!loops.stop && turn < numbers.length) {
      turn++;
    }
    return turn;
  }

  static int waitingForItsOwn(Loops loops) {
    loops.sum++;
    while (!loops.stop) {
      if (loops.ordered > 9) {
        loops.stop = true;
      }
    }
    return loops.sum;
  }

  /** What is shown changes with what was told, and not by itself. */
  int waitingInPercent() {
    int done = 0;
    int percent = 0;
    while (percent < 100) {
      if (stop) {
        stop = false;
        done++;
      }
      percent = done * 100 / 2;
    }
    return percent;
  }

  int waitingForAWindow() {
    int start = 0;
    int end = 0;
    while (end < 100) {
      if (stop) {
        stop = false;
        start = end;
      }
      end = start + 10;
    }
    return end;
  }

  /** Looks at the same places again and again, of an array that may become another one. */
  int waitingForAnElement() {
    int found = 0;
    int at = 0;
    while (found == 0) {
      found = data[at & 3];
      at++;
    }
    return found;
  }

  /** Counts on another object, if it is one. */
  int waitingForTheOther(Loops other) {
    while (next.sum < 10) {
      other.sum++;
    }
    return sum;
  }

  /** One more is none more, as long as nobody says so. */
  int waitingForOneMore() {
    int count = 0;
    while (count < 5) {
      count += stop ? 1 : 0;
    }
    return count;
  }

  int waitingForOneLess() {
    int count = 5;
    while (count > 0) {
      count = count - (stop ? 1 : 0) - (tiny > 0 ? 1 : 0);
    }
    return count;
  }

  int waitingForOneOfTwo() {
    int count = 0;
    while (count < 5) {
      count = count + 1 - (stop ? 0 : 1);
    }
    return count;
  }

  int waitingForAStep(int step) {
    int count = 0;
    while (count < 5) {
      count = count + (stop ? step : 1) - 1;
    }
    return count;
  }

  int waitingForMoreOfBoth() {
    int count = 0;
    while (count < 5) {
      count += (stop ? 1 : 0) * (tiny > 0 ? 1 : 0);
    }
    return count;
  }

  long waitingForALong() {
    long count = 0;
    while (count < 5) {
      count += stop ? 1L : 0L;
    }
    return count;
  }

  int waitingForAFactor() {
    int product = 1;
    while (product < 100) {
      product *= stop ? 3 : 1;
    }
    return product;
  }

  int waitingForAQuotient() {
    int quotient = 100;
    while (quotient > 0) {
      quotient /= scale;
    }
    return quotient;
  }

  int waitingForAShift() {
    int shifted = 1;
    while (shifted < 100) {
      shifted <<= stop ? 1 : 0;
    }
    return shifted;
  }

  int waitingForADistance() {
    int shifted = 100;
    while (shifted > 0) {
      shifted >>= scale;
    }
    return shifted;
  }

  int waitingForANegative() {
    int count = 0;
    while (count < 2) {
      count -= -scale;
    }
    return count;
  }

  /** Of what was read last it may still have to count something. */
  int waitingForAChange() {
    int last = scale;
    int changes = 0;
    while (changes < 1) {
      int now = scale;
      changes += now != last ? 1 : 0;
      last = now;
    }
    return changes;
  }

  int waitingForTheLast() {
    int last = 0;
    int count = 0;
    while (count < 5) {
      count += last;
      last = scale;
    }
    return count;
  }

  /** Adds more, and counts by the way. */
  int added(int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      sum += stop ? 1 : 0;
      sum += scale;
    }
    return sum;
  }

  int pairs(int[] text) {
    int result = 0;
    int at = 0;
    while (at < text.length) {
      result += scale;
      at += text[at] == 1 ? 2 : 1;
    }
    return result;
  }

  int strides(int stride, int count) {
    int result = 0;
    for (int i = 0; i < count; i += stride) {
      result += scale;
    }
    return result;
  }

  int growingStrides(int count) {
    int result = 0;
    int stride = 1;
    for (int i = 0; i < count; i += stride) {
      result += scale;
      stride++;
    }
    return result;
  }

  int bisected(int[] sorted, int wanted) {
    int low = 0;
    int high = sorted.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int found = sorted[middle] * scale;
      if (found < wanted) {
        low = middle + 1;
      } else if (found > wanted) {
        high = middle - 1;
      } else {
        return middle;
      }
    }
    return -low;
  }

  /** Stays at 2^24. */
  float waitingAlong() {
    float along = 0;
    while (along < 3e7f) {
      along++;
      if (stop) {
        return -along;
      }
    }
    return along;
  }

  /** Each way round leads through the handler. */
  int waitingBehindAHandler(int[] array) {
    int before = sum;
    while (true) {
      if (sum + before != 0) {
        return sum + before;
      }
      try {
        return array[7];
      } catch (ArrayIndexOutOfBoundsException e) {
        // again
      }
    }
  }

  /** As text is read that has escapes. */
  int escaped(int[] text) {
    int result = 0;
    int at = 0;
    while (at < text.length) {
      result += scale;
      if (text[at] == 1) {
        at++;
      }
      at++;
    }
    return result;
  }

  int cursor() {
    int result = 0;
    while (data[sum++] != 6) {
      result += scale;
    }
    return result + sum;
  }

  int hotCall(int count) {
    int result = 0;
    for (int i = 0; i < count; i++) {
      result += scale;
      touch();
    }
    return result;
  }

  static int volatileLimit(Loops loops, int[] array) {
    int result = 0;
    for (int i = 0; i < loops.ordered; i++) {
      result += array[i];
    }
    return result;
  }
}
