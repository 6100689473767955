package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class OtherThreadsTest {
  private final OtherThreads others = new OtherThreads();

  @Test
  void theTimeOfAThreadThatWorksCountsUnlessItIsLeftOut() throws InterruptedException {
    AtomicBoolean done = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(1);
    Thread thread =
        new Thread(
            () -> {
              begun.countDown();
              while (!done.get()) {
                Thread.onSpinWait();
              }
            });
    thread.start();
    try {
      begun.await();
      long first = others.nanos(Thread.currentThread());
      long withoutFirst = others.nanos(thread);
      while (others.nanos(Thread.currentThread()) - first < 50_000_000) {
        Thread.onSpinWait();
      }
      long with = others.nanos(Thread.currentThread()) - first;
      long without = others.nanos(thread) - withoutFirst;
      assertTrue(with > without, () -> with + " and " + without);
    } finally {
      done.set(true);
      thread.join();
    }
  }
}
