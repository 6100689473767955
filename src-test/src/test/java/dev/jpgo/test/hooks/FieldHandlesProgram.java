package dev.jpgo.test.hooks;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicStampedReference;

/** Has several threads use the JDK's queues, futures and atomics, and checks what comes of it. */
public final class FieldHandlesProgram {
  private static final int THREADS = 4;

  private FieldHandlesProgram() {}

  public static void main(String[] arguments) throws Exception {
    int rounds = Integer.parseInt(arguments[0]);
    for (int round = 0; round < rounds; round++) {
      references();
      flags();
      marksAndStamps();
      futures();
      task();
      together(200);
    }
    System.out.println("all the same");
  }

  private static void references() {
    Object first = new Object();
    Object second = "second";
    AtomicReference<Object> reference = new AtomicReference<>(first);
    check(!reference.compareAndSet(null, second) && reference.get() == first);
    check(reference.compareAndSet(first, second) && reference.getPlain() == second);
    check(reference.getAndSet(null) == second && reference.getOpaque() == null);
    reference.setPlain(first);
    check(reference.getAcquire() == first);
    reference.setOpaque(second);
    check(reference.compareAndExchange(first, null) == second && reference.get() == second);
    reference.setRelease(first);
    check(reference.compareAndExchangeAcquire(first, second) == first);
    check(reference.compareAndExchangeRelease(second, null) == second && reference.get() == null);
    reference.lazySet(first);
    while (!reference.weakCompareAndSetPlain(first, second)) {
      check(reference.get() == first);
    }
    while (!reference.weakCompareAndSetAcquire(second, first)) {
      check(reference.get() == second);
    }
    while (!reference.weakCompareAndSetRelease(first, null)) {
      check(reference.get() == first);
    }
    while (!reference.weakCompareAndSetVolatile(null, second)) {
      check(reference.get() == null);
    }
    check(!reference.weakCompareAndSetVolatile(first, first) && reference.get() == second);
    check(reference.updateAndGet(before -> before == second ? first : null) == first);
  }

  private static void flags() {
    AtomicBoolean flag = new AtomicBoolean();
    check(!flag.compareAndSet(true, false) && flag.compareAndSet(false, true) && flag.get());
    check(flag.getAndSet(false) && !flag.getPlain());
    flag.setPlain(true);
    check(flag.getOpaque() && flag.getAcquire());
    flag.setOpaque(false);
    check(!flag.compareAndExchange(false, true));
    check(flag.compareAndExchangeAcquire(true, false));
    flag.setRelease(true);
    check(flag.compareAndExchangeRelease(true, false) && !flag.get());
    flag.lazySet(true);
    while (!flag.weakCompareAndSetPlain(true, false)) {
      check(flag.get());
    }
    while (!flag.weakCompareAndSetVolatile(false, true)) {
      check(!flag.get());
    }
    check(flag.get());
  }

  private static void marksAndStamps() {
    AtomicMarkableReference<String> marked = new AtomicMarkableReference<>("a", false);
    check(!marked.compareAndSet("a", "b", true, true));
    check(marked.compareAndSet("a", "b", false, true) && marked.isMarked());
    check(marked.attemptMark("b", false) && !marked.isMarked());
    AtomicStampedReference<String> stamped = new AtomicStampedReference<>("a", 1);
    check(stamped.compareAndSet("a", "b", 1, 2) && !stamped.attemptStamp("a", 3));
    int[] stamp = new int[1];
    check(stamped.get(stamp).equals("b") && stamp[0] == 2);
  }

  private static void futures() {
    CompletableFuture<String> future = new CompletableFuture<>();
    List<String> seen = new ArrayList<>();
    CompletableFuture<Integer> length =
        future.thenApply(String::length).whenComplete((value, thrown) -> seen.add("" + value));
    CompletableFuture<String> either =
        future.applyToEither(new CompletableFuture<>(), text -> text);
    CompletableFuture<Void> both = CompletableFuture.allOf(length, either);
    check(!both.isDone() && future.complete("four") && !future.complete("other"));
    check(length.join() == 4 && either.join().equals("four") && both.isDone());
    check(seen.equals(List.of("4")));
    CompletableFuture<String> failed = new CompletableFuture<>();
    CompletableFuture<String> mended = failed.exceptionally(Throwable::getMessage);
    failed.completeExceptionally(new IllegalStateException("broken"));
    check(mended.join().equals("broken"));
    future.obtrudeValue("replaced");
    check(future.join().equals("replaced"));
    check(!future.cancel(true) && new CompletableFuture<>().cancel(false));
  }

  private static void task() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    FutureTask<Integer> task = new FutureTask<>(runs::incrementAndGet);
    task.run();
    task.run();
    check(task.get() == 1 && !task.cancel(true));
    FutureTask<Integer> cancelled = new FutureTask<>(runs::incrementAndGet);
    check(cancelled.cancel(true) && cancelled.isCancelled());
    cancelled.run();
    check(runs.get() == 1);
  }

  /** What is put in by each thread is taken out once, and what is counted adds up. */
  private static void together(int each) throws InterruptedException {
    Queue<Integer> queue = new ConcurrentLinkedQueue<>();
    ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
    AtomicLong taken = new AtomicLong();
    AtomicReference<Integer> sum = new AtomicReference<>(0);
    AtomicBoolean lock = new AtomicBoolean();
    long[] guarded = new long[1];
    CyclicBarrier filled = new CyclicBarrier(THREADS);
    CountDownLatch ended = new CountDownLatch(THREADS);
    List<Throwable> thrown = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      int number = t;
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < each; i++) {
                  int value = number * each + i;
                  queue.add(value);
                  if (i % 2 == 0) {
                    deque.addFirst(value);
                  } else {
                    deque.addLast(value);
                  }
                  sum.updateAndGet(before -> before + 1);
                  while (!lock.compareAndSet(false, true)) {
                    Thread.onSpinWait();
                  }
                  guarded[0]++;
                  lock.set(false);
                }
                await(filled);
                for (int i = 0; i < each; i++) {
                  taken.addAndGet(queue.remove());
                  taken.addAndGet(i % 3 == 0 ? deque.removeLast() : deque.removeFirst());
                }
                ended.countDown();
              });
      thread.setUncaughtExceptionHandler(
          (dead, why) -> {
            thrown.add(why);
            System.err.println(why);
            System.exit(1);
          });
      thread.start();
    }
    ended.await();
    long all = (long) THREADS * each;
    check(thrown.isEmpty() && queue.isEmpty() && deque.isEmpty());
    check(taken.get() == all * (all - 1));
    check(sum.get() == all && guarded[0] == all);
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void check(boolean same) {
    if (!same) {
      throw new AssertionError("not the same");
    }
  }
}
