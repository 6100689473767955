package dev.jpgo.core.phase.targets;

/** Methods that let go of what they had, or do not, before another thread may run. */
@SuppressWarnings({"unused", "UnusedAssignment"})
public final class LettingGo {
  private LettingGo() {}

  static String all() {
    return ""
        + nulled(3)
        + nulledParameter(new int[3])
        + ofInlined(3)
        + keptUntilTheEnd(3)
        + stillRead(3)
        + readByHandler(3)
        + readByHandler(0)
        + nothingFollows(3)
        + inLoop(3)
        + temporary(3)
        + temporaryOfField(3)
        + ofVariable(3)
        + inOneLine(3)
        + chained(3)
        + takenInLoop(3)
        + takenByInlined(3);
  }

  /** Is inlined everywhere, so that every method is made anew. */
  private static int twice(int number) {
    return 2 * number;
  }

  /** Has an array of its own. */
  private static int ofOwn(int length) {
    int[] own = new int[length];
    for (int i = 0; i < own.length; i++) {
      own[i] = i + own[0];
    }
    return own[length / 2] + own.length;
  }

  static int nulled(int length) {
    int[] array = new int[twice(length)];
    array[1] = length;
    int sum = array[0] + array[1] + array.length;
    array = null;
    Thread.yield();
    Thread.yield();
    return sum;
  }

  static int nulledParameter(int[] array) {
    int sum = twice(array[0]) + array[1] + array.length;
    array = null;
    Thread.yield();
    return sum;
  }

  static int ofInlined(int length) {
    int sum = ofOwn(length);
    Thread.yield();
    Thread.yield();
    return sum;
  }

  /** As long as the method runs, as far as anybody knows. */
  static int keptUntilTheEnd(int length) {
    int[] array = new int[twice(length)];
    array[1] = length;
    int sum = array[0] + array[1] + array.length;
    Thread.yield();
    return sum;
  }

  static int stillRead(int length) {
    int[] array = new int[twice(length)];
    int[] other = array;
    array = null;
    Thread.yield();
    other[1] = length;
    return other[0] + other[1] + other.length;
  }

  static int readByHandler(int length) {
    int[] array = new int[3];
    int[] other = array;
    array = null;
    try {
      other[1] = 100 / twice(length);
      Thread.yield();
    } catch (ArithmeticException e) {
      return other[0] + other[2] + other.length;
    }
    return 7;
  }

  static int nothingFollows(int length) {
    int[] array = new int[twice(length)];
    array[1] = length;
    int sum = array[0] + array[1] + array.length;
    array = null;
    return sum;
  }

  /** The last round's is no more while another thread may run. */
  static int inLoop(int length) {
    int sum = 0;
    for (int i = 1; i < length; i++) {
      Thread.yield();
      sum += ofOwn(i);
    }
    return sum;
  }

  private static int[] field = {1, 2, 3};

  /** Reads more than once what it is given, so that it is in a slot. */
  private static int ends(int[] array) {
    return array[0] + array[array.length - 1];
  }

  private static int[] first(int[] array) {
    array[0] = array.length;
    return array;
  }

  /** Nothing but the operand stack has the array, and the call takes it from there. */
  static int temporary(int length) {
    int sum = ends(new int[length]);
    Thread.yield();
    return sum;
  }

  /** The field has it still. */
  static int temporaryOfField(int length) {
    int sum = ends(field) + twice(length);
    Thread.yield();
    return sum;
  }

  /** A variable has it, as long as the method runs. */
  static int ofVariable(int length) {
    int[] array = new int[length];
    int sum = ends(array);
    Thread.yield();
    return sum;
  }

  /** The first call of a method has returned when the second allocates. */
  static int inOneLine(int length) {
    return ofOwn(length) + ofOwn(length + 1);
  }

  /** What one call returns is the next one's alone. */
  static int chained(int length) {
    int sum = ends(first(first(new int[length])));
    Thread.yield();
    return sum;
  }

  /** The last round's is no more while this one's is waited for. */
  static int takenInLoop(int length) {
    for (int i = 1; i < length; i++) {
      fill(field.clone(), i);
    }
    return filled;
  }

  private static int filled;

  private static void fill(int[] array, int number) {
    for (int i = 0; i < array.length; i++) {
      array[i] = i + number;
    }
    filled = array[0];
  }

  /** The same, where what waits is called by an inlined method. */
  static int takenByInlined(int length) {
    for (int i = 1; i < length; i++) {
      fill(taken(i), i);
    }
    return filled;
  }

  private static int[] taken(int first) {
    int[] taken = field.clone();
    taken[0] = first;
    return taken;
  }
}
