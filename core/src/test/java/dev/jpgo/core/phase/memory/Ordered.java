package dev.jpgo.core.phase.memory;

/** Operands that are loaded in another order than they are pushed. */
public final class Ordered {
  static volatile int fenced = 1;
  static int shared = 1;

  private final int[] numbers = {3, 4, 5};
  private int slot = 1;
  private int size = 6;
  private int weight = 7;
  private volatile int guarded = 2;
  Ordered next;

  private Ordered() {}

  /** As flags of the optimizer are: the test gives it another owner. */
  static final class Flags {
    static volatile boolean up = true;

    private Flags() {}
  }

  /** A class that nobody initializes but by reading from it. */
  static final class Late {
    static int value = log("late");
  }

  static StringBuilder log = new StringBuilder();

  static int log(String text) {
    log.append(text);
    return 1;
  }

  static int sum(int first, int second) {
    return first * 10 + second;
  }

  int index() {
    int index = slot;
    return numbers[index];
  }

  int indexAfter() {
    int index = slot + 1;
    return numbers[index];
  }

  /** The index may fail, so the array comes first. */
  int ofElement(int[] indices, int at) {
    int index = indices[at];
    return numbers[index];
  }

  int swapped() {
    int second = slot;
    int first = shared;
    return sum(first, second);
  }

  /** What is added up may be so in either order. */
  int joined(int[] numbers, int at) {
    int low = numbers[at] | numbers[at + 1] << 8;
    int high = numbers[at + 2] | numbers[at + 3] << 8;
    return high << 16 | low;
  }

  /** A comparison is turned round with its operands. */
  int compared(int[] numbers, int at) {
    int seen = 0;
    int low = numbers[at] * 3;
    int high = numbers[at + 1];
    if (high < low) {
      seen |= 1;
    }
    low = numbers[at] * 3;
    high = numbers[at + 1];
    if (high <= low) {
      seen |= 2;
    }
    low = numbers[at] * 3;
    high = numbers[at + 1];
    if (high > low) {
      seen |= 4;
    }
    low = numbers[at] * 3;
    high = numbers[at + 1];
    if (high >= low) {
      seen |= 8;
    }
    low = numbers[at] * 3;
    high = numbers[at + 1];
    return high == low ? seen + 16 : seen;
  }

  /** Of two elements and their sum the sum has to wait. */
  int oneWaits(int[] numbers, int at) {
    int low = numbers[at] * 3 + numbers[at + 1];
    int high = numbers[at + 2];
    return high - low;
  }

  int oneWaitsForAStore(int[] numbers, int at) {
    int low = numbers[at] * 3 + numbers[at + 1];
    weight = 2;
    int high = shared;
    return high - low;
  }

  static int known(Ordered object) {
    int known = object.slot;
    int second = object.size;
    return sum(object.weight, second) + known;
  }

  /** Either may fail, and what fails first tells which is null. */
  static int unknown(Ordered object, Ordered other) {
    int index = object.slot;
    return other.numbers[index];
  }

  int overACall() {
    int second = slot;
    int first = log("call");
    return sum(first, second);
  }

  int overAStore(Ordered other) {
    int second = slot;
    other.slot = 2;
    int first = shared;
    return sum(first, second);
  }

  int overAVolatile() {
    int second = slot;
    int first = fenced;
    return sum(first, second);
  }

  int ofAVolatile() {
    int second = guarded;
    int first = shared;
    return sum(first, second);
  }

  int overInitialization() {
    int second = slot;
    int first = Late.value;
    return sum(first, second);
  }

  int overALock() {
    int second = slot;
    int first;
    synchronized (this) {
      first = shared;
    }
    return sum(first, second);
  }

  /** What the flag vouches for is read before it. */
  int overAFlag() {
    Ordered second = next;
    boolean up = Flags.up;
    return taken(up, second);
  }

  static int taken(boolean up, Ordered object) {
    return up && object == null ? 1 : 0;
  }

  /** Read by a handler. */
  int handled(int[] indices, int at) {
    int index = slot;
    try {
      int other = indices[at];
      return sum(other, index);
    } catch (IndexOutOfBoundsException e) {
      return index;
    }
  }

  /** Moved behind what comes next, the variable would need two slots. */
  static int chained(Ordered object) {
    int sum = 0;
    while (object.next != null) {
      int second = object.slot;
      object = object.next;
      sum += sum(object.slot, second);
    }
    return sum;
  }

  /** A field of what never ran may not be there. */
  int never(int index) {
    if (index > 5) {
      times(0);
      int second = slot;
      return sum(shared, second);
    }
    return slot;
  }

  static void times(int count) {}

  static String run() {
    StringBuilder text = new StringBuilder();
    Ordered object = new Ordered();
    object.next = new Ordered();
    object.next.slot = 2;
    text.append(object.index()).append(' ').append(object.indexAfter());
    text.append(' ').append(object.swapped()).append(' ').append(known(object));
    text.append(' ').append(object.overACall()).append(' ').append(object.overAVolatile());
    text.append(' ').append(object.ofAVolatile()).append(' ').append(object.overInitialization());
    text.append(' ').append(object.overALock()).append(' ').append(object.overAFlag());
    text.append(' ').append(chained(object)).append(' ').append(object.never(1));
    text.append(' ').append(object.never(6)).append(' ').append(object.overAStore(object));
    int[][] indices = {{0, 2, 7, 9}, {2, 6, 1, 4}, null};
    for (int[] each : indices) {
      for (int at = 0; at < 4; at++) {
        text.append(' ').append(outcome(object, each, at));
      }
    }
    text.append(outcome(null, object)).append(outcome(object, null)).append(outcome(null, null));
    return text.append(log).toString();
  }

  private static String outcome(Ordered object, int[] indices, int at) {
    String text;
    try {
      text = "" + object.ofElement(indices, at);
    } catch (RuntimeException e) {
      text = message(e);
    }
    try {
      text += object.joined(indices, at) + " " + object.compared(indices, at);
    } catch (RuntimeException e) {
      text += message(e);
    }
    try {
      text += object.oneWaits(indices, at) + object.oneWaitsForAStore(indices, at);
    } catch (RuntimeException e) {
      text += message(e);
    }
    try {
      return text + object.handled(indices, at);
    } catch (RuntimeException e) {
      return text + message(e);
    }
  }

  /** Without what a variable is called, which transformed code does not tell. */
  private static String message(RuntimeException thrown) {
    return thrown.getMessage().replaceAll("because .* is", "because it is");
  }

  private static String outcome(Ordered object, Ordered other) {
    try {
      return "" + unknown(object, other);
    } catch (NullPointerException e) {
      return message(e);
    }
  }
}
