package dev.jpgo.agent.redefine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Who lends a turn is waited for until it is over, by those who ask for that. */
class TurnTest {
  private static final long SECONDS = 60;

  private final Turn turn = new Turn();
  private final List<String> said = new CopyOnWriteArrayList<>();

  @Test
  void aLentTurnIsAwaitedUntilItHasEnded() throws InterruptedException {
    CountDownLatch lent = new CountDownLatch(1);
    Thread lender = new Thread(() -> lend(lent));
    lender.start();
    lent.await();
    assertTrue(turn.take(SECONDS));
    said.add("taken");
    turn.awaitReturn(SECONDS);
    said.add("awaited");
    assertFalse(turn.wanted());
    turn.end();
    lender.join();
    assertEquals(List.of("lent", "taken", "back", "awaited"), said);
  }

  private void lend(CountDownLatch lent) {
    turn.take();
    said.add("lent");
    turn.lend();
    lent.countDown();
    while (!said.contains("taken")) {
      Thread.onSpinWait();
    }
    turn.takeBack();
    said.add("back");
    while (!turn.wanted()) {
      Thread.onSpinWait(); // who awaits the return is told of it, but has no turn before the end
    }
    turn.end();
  }

  @Test
  void whatWasNeverLentIsNotWaitedFor() throws InterruptedException {
    turn.take();
    turn.awaitReturn(SECONDS);
    turn.end();
    assertFalse(turn.wanted());
  }
}
