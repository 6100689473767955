package dev.jpgo.core.phase.targets;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Variables that are accessed by handles. */
@SuppressWarnings("unused")
public final class Handles {
  private static final VarHandle TEXT = field("text", Object.class);
  private static final VarHandle NEXT = field("next", Handles.class);
  private static final VarHandle COUNT = field("count", int.class);
  private static final VarHandle PLAIN = field("plain", long.class);
  private static final VarHandle SHARED = field("shared", Runnable.class);
  private static final VarHandle LITTLE_SHORTS = view(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LITTLE_INTS = view(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LITTLE_LONGS = view(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle BIG_SHORTS = view(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle BIG_INTS = view(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle BIG_LONGS = view(long[].class, ByteOrder.BIG_ENDIAN);
  private static VarHandle replaced = COUNT;

  private volatile Object text = "";
  private volatile Handles next;
  private volatile int count;
  private long plain;
  private volatile Runnable shared;

  private static VarHandle field(String name, Class<?> type) {
    try {
      return MethodHandles.lookup().findVarHandle(Handles.class, name, type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static VarHandle view(Class<?> type, ByteOrder order) {
    return MethodHandles.byteArrayViewVarHandle(type, order);
  }

  // --- fields

  Object ownText() {
    return TEXT.getAcquire(this);
  }

  void ownText(Object value) {
    TEXT.setRelease(this, value);
  }

  static int countOf(Handles of) {
    return (int) COUNT.getOpaque(of);
  }

  static void countOf(Handles of, int value) {
    COUNT.set(of, value);
  }

  static Handles nextOf(Handles of) {
    return (Handles) NEXT.getVolatile(of);
  }

  static Object anyNextOf(Handles of) {
    return NEXT.get(of);
  }

  static void nextOf(Handles of, Handles value) {
    NEXT.setVolatile(of, value);
  }

  static void noNextOf(Handles of) {
    NEXT.setVolatile(of, null);
  }

  static long plainOf(Handles of) {
    return (long) PLAIN.get(of);
  }

  static void plainOf(Handles of, long value) {
    PLAIN.set(of, value);
  }

  // --- what is left alone

  static long plainOrderedOf(Handles of) {
    return (long) PLAIN.getVolatile(of);
  }

  static void nextOfAnything(Handles of, Object value) {
    NEXT.set(of, value);
  }

  static Object ofAnything(Object of) {
    return TEXT.get(of);
  }

  static Object textAsNumber(Handles of) {
    return (Integer) TEXT.get(of);
  }

  static long wideCountOf(Handles of) {
    return (long) COUNT.get(of);
  }

  static Runnable sharedOf(Handles of) {
    return (Runnable) SHARED.get(of);
  }

  static void sharedOf(Handles of, Runnable value) {
    SHARED.set(of, value);
  }

  static boolean exchanged(Handles of) {
    return COUNT.compareAndSet(of, 0, 1);
  }

  static int replacedOf(Handles of) {
    return (int) replaced.get(of);
  }

  static int unheld(VarHandle handle, Handles of) {
    return (int) handle.get(of);
  }

  static int tooFew() {
    return (int) COUNT.get();
  }

  // --- bytes

  static short littleShort(byte[] bytes, int index) {
    return (short) LITTLE_SHORTS.get(bytes, index);
  }

  static void littleShort(byte[] bytes, int index, short value) {
    LITTLE_SHORTS.set(bytes, index, value);
  }

  static int littleInt(byte[] bytes, int index) {
    return (int) LITTLE_INTS.get(bytes, index);
  }

  static void littleInt(byte[] bytes, int index, int value) {
    LITTLE_INTS.set(bytes, index, value);
  }

  static long littleLong(byte[] bytes, int index) {
    return (long) LITTLE_LONGS.get(bytes, index);
  }

  static void littleLong(byte[] bytes, int index, long value) {
    LITTLE_LONGS.set(bytes, index, value);
  }

  static short bigShort(byte[] bytes, int index) {
    return (short) BIG_SHORTS.get(bytes, index);
  }

  static void bigShort(byte[] bytes, int index, short value) {
    BIG_SHORTS.set(bytes, index, value);
  }

  static int bigInt(byte[] bytes, int index) {
    return (int) BIG_INTS.get(bytes, index);
  }

  static void bigInt(byte[] bytes, int index, int value) {
    BIG_INTS.set(bytes, index, value);
  }

  static long bigLong(byte[] bytes, int index) {
    return (long) BIG_LONGS.get(bytes, index);
  }

  static void bigLong(byte[] bytes, int index, long value) {
    BIG_LONGS.set(bytes, index, value);
  }

  static int orderedInt(byte[] bytes, int index) {
    return (int) LITTLE_INTS.getVolatile(bytes, index);
  }

  static long wideInt(byte[] bytes, int index) {
    return (int) LITTLE_INTS.get(bytes, (short) index);
  }

  // --- what is run

  private static String thrown(Runnable code) {
    try {
      code.run();
      return "";
    } catch (NullPointerException e) {
      return "null ";
    } catch (RuntimeException e) {
      return e + " ";
    }
  }

  static String fields() {
    Handles one = new Handles();
    Handles two = new Handles();
    String all = "";
    one.ownText("text");
    two.ownText(one);
    all += one.ownText() + " " + (two.ownText() == one);
    countOf(one, -7);
    all += countOf(one) + countOf(two);
    nextOf(one, two);
    all += (nextOf(one) == two) + " " + nextOf(two) + (anyNextOf(one) == two);
    noNextOf(one);
    plainOf(one, 1L << 40);
    all += plainOf(one) + " " + plainOrderedOf(two) + nextOf(one);
    nextOfAnything(two, two);
    return all + (two.next == two) + ofAnything(one) + wideCountOf(one) + exchanged(two);
  }

  static String failures() {
    Handles one = new Handles();
    return thrown(() -> countOf(null))
        + thrown(() -> countOf(null, 1))
        + thrown(() -> nextOf(null))
        + thrown(() -> nextOf(null, one))
        + thrown(() -> noNextOf(null))
        + thrown(() -> plainOf(null))
        + thrown(() -> plainOf(null, 1))
        + thrown(() -> nextOfAnything(one, ""))
        + thrown(() -> ofAnything(""))
        + thrown(() -> textAsNumber(one))
        + thrown(Handles::tooFew);
  }

  static String bytes() {
    byte[] bytes = new byte[40];
    StringBuilder all = new StringBuilder();
    for (int i = -2; i <= bytes.length; i++) {
      int at = i;
      long value = 0x8123_4567_89AB_CDEFL * (i + 3);
      all.append(thrown(() -> littleShort(bytes, at, (short) value)));
      all.append(thrown(() -> all.append(littleShort(bytes, at)).append(bigShort(bytes, at))));
      all.append(thrown(() -> bigShort(bytes, at, (short) value)));
      all.append(thrown(() -> littleInt(bytes, at, (int) value)));
      all.append(thrown(() -> all.append(littleInt(bytes, at)).append(bigInt(bytes, at))));
      all.append(thrown(() -> bigInt(bytes, at, (int) value)));
      all.append(thrown(() -> littleLong(bytes, at, value)));
      all.append(thrown(() -> all.append(littleLong(bytes, at)).append(bigLong(bytes, at))));
      all.append(thrown(() -> bigLong(bytes, at, value)));
      for (byte each : bytes) {
        all.append(each);
      }
    }
    for (int at : new int[] {Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE - 3}) {
      for (byte[] some : new byte[][] {{}, bytes, null}) {
        all.append(thrown(() -> all.append(littleInt(some, at))));
        all.append(thrown(() -> bigLong(some, at, 1)));
      }
    }
    all.append(thrown(() -> littleShort(null, 0))).append(thrown(() -> bigInt(null, 0, 1)));
    return all.append(orderedInt(bytes, 0)).append(wideInt(bytes, 4)).toString();
  }

  static String handled() {
    byte[] bytes = new byte[6];
    String all = "";
    for (int i = 0; i < 5; i++) {
      int sum = i;
      try {
        sum += littleInt(bytes, i);
        sum += 10;
        bigInt(bytes, i + 1, sum);
        sum += 100;
      } catch (IndexOutOfBoundsException e) {
        sum = -sum;
      } finally {
        all += sum + " ";
      }
    }
    return all;
  }

  /** Waits for another thread. */
  static int awaited(Handles of) {
    int rounds = 0;
    while ((int) COUNT.getVolatile(of) == 0) {
      rounds++;
    }
    return rounds;
  }
}
