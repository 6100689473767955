package dev.jpgo.agent.compiler;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DeadlineTest {
  @Test
  void whatTakesTooLongIsSeenToOnce() throws InterruptedException {
    CountDownLatch late = new CountDownLatch(2);
    Deadline deadline = Deadline.start(1, late::countDown);
    deadline.begin();
    assertFalse(late.await(3, TimeUnit.SECONDS));
    assertTrue(late.getCount() == 1);
    deadline.begin();
    assertTrue(late.await(60, TimeUnit.SECONDS));
    deadline.stop();
  }

  @Test
  void whatHasEndedIsNotLate() throws InterruptedException {
    CountDownLatch late = new CountDownLatch(1);
    Deadline deadline = Deadline.start(500_000_000, late::countDown);
    assertFalse(late.await(2, TimeUnit.SECONDS));
    deadline.begin();
    deadline.end();
    assertFalse(late.await(2, TimeUnit.SECONDS));
    deadline.stop();
  }
}
