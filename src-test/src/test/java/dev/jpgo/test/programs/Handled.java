package dev.jpgo.test.programs;

import dev.jpgo.api.Jpgo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Accesses variables by handles, its own and inside the JDK, often, from one thread and several,
 * and then so that they throw. Prints all that it gets, traces included.
 */
public final class Handled {
  /** System property: whether there is an agent to be waited for. */
  public static final String AGENT = "handled.agent";

  private static final int ROUNDS = 4;
  private static final int CALLS = 300;
  private static final int THREADS = 4;
  private static final int ADDITIONS = 3000;

  /** Variables. */
  static final class Cell {
    volatile Object item = "";
    volatile Cell next;
    volatile int count;
    long plain;
    final int fixed = CALLS;
  }

  private static final VarHandle ITEM = field("item", Object.class);
  private static final VarHandle NEXT = field("next", Cell.class);
  private static final VarHandle COUNT = field("count", int.class);
  private static final VarHandle PLAIN = field("plain", long.class);
  private static final VarHandle FIXED = field("fixed", int.class);
  private static final VarHandle EXACT = field("count", int.class).withInvokeExactBehavior();
  private static final VarHandle SHORTS = view(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS = view(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle BIG_INTS = view(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONGS = view(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Handled() {}

  private static VarHandle field(String name, Class<?> type) {
    try {
      return MethodHandles.lookup().findVarHandle(Cell.class, name, type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static VarHandle view(Class<?> type, ByteOrder order) {
    return MethodHandles.byteArrayViewVarHandle(type, order);
  }

  // --- what throws for some arguments

  private static int intAt(byte[] bytes, int index) {
    return (int) INTS.get(bytes, index);
  }

  private static int bigIntAt(byte[] bytes, int index) {
    return (int) BIG_INTS.get(bytes, index);
  }

  private static long longAt(byte[] bytes, int index) {
    return (long) LONGS.get(bytes, index);
  }

  private static short shortAt(byte[] bytes, int index) {
    return (short) SHORTS.get(bytes, index);
  }

  private static void intAt(byte[] bytes, int index, int value) {
    INTS.set(bytes, index, value);
  }

  private static void bigIntAt(byte[] bytes, int index, int value) {
    BIG_INTS.set(bytes, index, value);
  }

  private static void longAt(byte[] bytes, int index, long value) {
    LONGS.set(bytes, index, value);
  }

  private static void shortAt(byte[] bytes, int index, short value) {
    SHORTS.set(bytes, index, value);
  }

  private static Object item(Cell cell) {
    return ITEM.getAcquire(cell);
  }

  private static void item(Cell cell, Object value) {
    ITEM.setRelease(cell, value);
  }

  private static Cell next(Cell cell) {
    return (Cell) NEXT.get(cell);
  }

  private static void next(Cell cell, Object value) {
    NEXT.setVolatile(cell, value);
  }

  private static String nextAsText(Cell cell) {
    return (String) NEXT.get(cell);
  }

  private static Object itemOf(Object cell) {
    return ITEM.get(cell);
  }

  private static long count(Cell cell) {
    return (long) COUNT.getOpaque(cell);
  }

  private static long exactCount(Cell cell) {
    return (long) EXACT.get(cell);
  }

  private static boolean exchange(Cell cell, int from, int to) {
    return COUNT.compareAndSet(cell, from, to);
  }

  private static void fix(Cell cell, int value) {
    FIXED.set(cell, value);
  }

  private static Object addToItem(Cell cell) {
    return ITEM.getAndAdd(cell, 1);
  }

  private static long plain(Cell cell) {
    return (long) PLAIN.get(cell);
  }

  private static void plain(Cell cell, long value) {
    PLAIN.set(cell, value);
  }

  private static void tell(String what, Supplier<Object> code) {
    Object result;
    try {
      result = code.get();
    } catch (RuntimeException e) {
      result = Stacks.trace(e);
    }
    System.out.println(what + ": " + result);
  }

  private static void tell(String what, Runnable code) {
    tell(
        what,
        () -> {
          code.run();
          return "done";
        });
  }

  private static void tellOfBytes(byte[] bytes, int index) {
    tell("int " + index, () -> intAt(bytes, index));
    tell("big int " + index, () -> bigIntAt(bytes, index));
    tell("long " + index, () -> longAt(bytes, index));
    tell("short " + index, () -> shortAt(bytes, index));
    tell("set int " + index, () -> intAt(bytes, index, 0x12345678));
    tell("set big int " + index, () -> bigIntAt(bytes, index, 0x12345678));
    tell("set long " + index, () -> longAt(bytes, index, 0x123456789ABCDEF0L));
    tell("set short " + index, () -> shortAt(bytes, index, (short) 0x1234));
    tell("sum", () -> sum(bytes));
  }

  private static long sum(byte[] bytes) {
    long sum = 0;
    for (int i = 0; bytes != null && i < bytes.length; i++) {
      sum = sum * 31 + bytes[i];
    }
    return sum;
  }

  private static void tellOfFields(Cell cell) {
    tell("item", () -> item(cell));
    tell("set item", () -> item(cell, "item"));
    tell("next", () -> next(cell));
    tell("set next", () -> next(cell, null));
    tell("set next to another", () -> next(cell, "text"));
    tell("next as text", () -> nextAsText(cell));
    tell("count", () -> count(cell));
    tell("exact count", () -> exactCount(cell));
    tell("exchange", () -> exchange(cell, 0, 0));
    tell("fix", () -> fix(cell, 1));
    tell("add to item", () -> addToItem(cell));
    tell("plain", () -> plain(cell));
    tell("set plain", () -> plain(cell, 7));
  }

  // --- what gets hot

  private static long views(byte[] bytes) {
    long sum = 0;
    for (int i = 0; i <= bytes.length - 8; i++) {
      longAt(bytes, i, i * 0x123456789ABCL);
      sum = sum * 31 + intAt(bytes, i) + bigIntAt(bytes, i) + longAt(bytes, i) + shortAt(bytes, i);
      intAt(bytes, i, (int) sum);
      bigIntAt(bytes, i, (int) sum);
      shortAt(bytes, i, (short) sum);
    }
    return sum;
  }

  private static long fields(Cell cell) {
    long sum = 0;
    for (int i = 0; i < 20; i++) {
      item(cell, "item" + i);
      plain(cell, i);
      next(cell, i % 3 == 0 ? null : cell);
      sum = sum * 31 + item(cell).hashCode() + plain(cell) + (next(cell) == cell ? 1 : 0);
      sum += count(cell) + (exchange(cell, 0, 0) ? 1 : 0);
    }
    return sum;
  }

  private static long queues(
      ConcurrentLinkedQueue<Object> queue, ConcurrentLinkedDeque<Object> deque) throws Exception {
    AtomicReference<Object> reference = new AtomicReference<>("a");
    AtomicBoolean flag = new AtomicBoolean();
    long sum = 0;
    for (int i = 0; i < 20; i++) {
      queue.offer(i);
      queue.offer("text");
      queue.remove("text");
      deque.addFirst(i);
      deque.addLast(i);
      sum = sum * 31 + (Integer) queue.poll() + (Integer) deque.pollLast();
      sum += reference.compareAndSet("a", "b") ? 1 : 0;
      sum += reference.compareAndSet("c", "a") ? 2 : 0;
      sum += reference.getAndSet("c").hashCode();
      sum += flag.compareAndSet(i % 3 == 0, i % 3 != 0) ? 4 : 0;
      FutureTask<String> task = new FutureTask<>(() -> "done");
      task.run();
      sum += task.get().length();
    }
    deque.clear();
    return sum;
  }

  /** Threads count together; no addition may be lost. */
  private static String together() throws InterruptedException {
    AtomicReference<Integer> counter = new AtomicReference<>(0);
    ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
    Cell cell = new Cell();
    CountDownLatch start = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  start.await();
                } catch (InterruptedException e) {
                  return;
                }
                for (int k = 0; k < ADDITIONS; k++) {
                  Integer before;
                  do {
                    before = counter.get();
                  } while (!counter.compareAndSet(before, before + 1));
                  int count;
                  do {
                    count = (int) COUNT.getVolatile(cell);
                  } while (!exchange(cell, count, count + 1));
                  queue.offer(1);
                }
              });
      thread.start();
      threads.add(thread);
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    int sum = 0;
    for (Integer each = queue.poll(); each != null; each = queue.poll()) {
      sum += each;
    }
    return counter.get() + " " + cell.count + " " + sum;
  }

  public static void main(String[] arguments) throws Exception {
    boolean agent = Boolean.getBoolean(AGENT);
    while (agent && !Jpgo.isPresent()) {
      Thread.onSpinWait();
    }
    for (int round = 0; round < (agent ? ROUNDS : 1); round++) {
      StringBuilder all = new StringBuilder();
      for (int i = 0; i < (agent ? CALLS : 1); i++) {
        all.setLength(0);
        all.append(views(new byte[29])).append(' ').append(fields(new Cell())).append(' ');
        all.append(queues(new ConcurrentLinkedQueue<>(), new ConcurrentLinkedDeque<>()));
      }
      String told = all + " " + together();
      if (agent) {
        Jpgo.awaitIdle(Duration.ofMinutes(1));
      }
      if (round == (agent ? ROUNDS : 1) - 1) {
        System.out.println(told);
      }
    }
    int[] indices = {0, 1, 2, 3, 4, 24, 25, 26, 29, -1, Integer.MAX_VALUE, Integer.MIN_VALUE};
    for (int index : indices) {
      tellOfBytes(new byte[28], index);
    }
    tellOfBytes(null, 0);
    tellOfFields(new Cell());
    tellOfFields(null);
    tell("item of another", () -> itemOf("text"));
    tell("offer nothing", () -> new ConcurrentLinkedQueue<>().offer(null));
  }
}
