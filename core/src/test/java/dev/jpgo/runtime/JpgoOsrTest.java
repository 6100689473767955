package dev.jpgo.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The protocol by which a frame hands over; loop ids here are above those of other tests. */
class JpgoOsrTest {
  private static final int LOOP = 4_000_000;

  @Test
  void withoutARequestThereIsNothingToHandOver() {
    assertNull(JpgoOsr.poll(LOOP, 0, 1, 1));
    assertNull(JpgoOsr.take(LOOP));
    assertTrue(JpgoOsr.close(LOOP));
  }

  @Test
  void whatIsPutIsTakenInTheSameOrderBitForBit() {
    int loop = LOOP + 1;
    JpgoOsr.request(loop, 1);
    JpgoHandover given = JpgoOsr.poll(loop, 0, 2, 4);
    float quiet = Float.intBitsToFloat(0x7fc12345);
    double other = Double.longBitsToDouble(0x7ff8000000abcdefL);
    given.put("a").put(-7).put(Long.MIN_VALUE).put((Object) null).put(quiet).put(other);
    given.armed = true;
    JpgoHandover taken = JpgoOsr.take(loop);
    assertSame(given, taken);
    assertEquals("a", taken.takeReference());
    assertEquals(-7, taken.takeInt());
    assertEquals(Long.MIN_VALUE, taken.takeLong());
    assertNull(taken.takeReference());
    assertEquals(0x7fc12345, Float.floatToRawIntBits(taken.takeFloat()));
    assertEquals(0x7ff8000000abcdefL, Double.doubleToRawLongBits(taken.takeDouble()));
    complete(taken);
    assertTrue(JpgoOsr.close(loop));
  }

  @Test
  void closingWaitsForTheFrameOnItsWay() {
    int loop = LOOP + 2;
    JpgoOsr.request(loop, 1);
    int pending = JpgoOsr.pending;
    JpgoHandover given = JpgoOsr.poll(loop, 0, 0, 0);
    given.armed = true;
    assertFalse(JpgoOsr.close(loop));
    assertEquals(pending, JpgoOsr.pending, "entries must still look");
    assertNull(JpgoOsr.poll(loop, 0, 0, 0), "no more may start");
    complete(JpgoOsr.take(loop));
    assertTrue(JpgoOsr.close(loop));
    assertEquals(pending - 1, JpgoOsr.pending);
  }

  @Test
  void whatWasGivenUpIsNeitherTakenNorWaitedFor() {
    int loop = LOOP + 3;
    JpgoOsr.request(loop, 1);
    JpgoHandover given = JpgoOsr.poll(loop, 0, 1, 0);
    given.put("held");
    given.armed = true;
    given.owner = null;
    assertNull(JpgoOsr.take(loop));
    assertTrue(JpgoOsr.close(loop));
    assertNull(given.references, "references are let go");
  }

  @Test
  void anotherThreadOrAnotherLoopDoesNotTakeIt() throws Exception {
    int loop = LOOP + 4;
    JpgoOsr.request(loop, 1);
    JpgoHandover given = JpgoOsr.poll(loop, 0, 0, 0);
    assertNull(JpgoOsr.take(loop), "not yet armed");
    given.armed = true;
    FutureTask<Object> stranger = new FutureTask<>(() -> JpgoOsr.take(loop));
    new Thread(stranger).start();
    assertNull(stranger.get());
    assertNull(JpgoOsr.take(loop + 1));
    complete(JpgoOsr.take(loop));
    assertTrue(JpgoOsr.close(loop));
  }

  @Test
  void aFullTableDeclinesAndRecovers() {
    int loop = LOOP + 6;
    JpgoOsr.request(loop, 1);
    List<JpgoHandover> held = new ArrayList<>();
    for (JpgoHandover next = JpgoOsr.poll(loop, 0, 0, 0);
        next != null;
        next = JpgoOsr.poll(loop, 0, 0, 0)) {
      held.add(next);
    }
    assertFalse(held.isEmpty());
    for (JpgoHandover each : held) {
      each.owner = null;
    }
    JpgoHandover again = JpgoOsr.poll(loop, 0, 0, 0);
    assertNotNull(again);
    again.owner = null;
    assertTrue(JpgoOsr.close(loop));
  }

  @Test
  void aLaterRequestReplacesTheGeneration() {
    int loop = LOOP + 7;
    JpgoOsr.request(loop, 1);
    assertNull(JpgoOsr.poll(loop, 1, 0, 0));
    JpgoOsr.request(loop, 2);
    JpgoHandover given = JpgoOsr.poll(loop, 1, 0, 0);
    given.owner = null;
    assertTrue(JpgoOsr.close(loop));
  }

  @Test
  void noFlightSurvivesAClosingWhateverTheInterleaving() throws Exception {
    int loop = LOOP + 8;
    AtomicInteger open = new AtomicInteger();
    AtomicInteger lost = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 300; round++) {
        open.set(1);
        JpgoOsr.request(loop, 1);
        List<Future<Void>> flyers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          Callable<Void> flyer =
              () -> {
                for (int k = 0; k < 50; k++) {
                  JpgoHandover given = JpgoOsr.poll(loop, 0, 1, 1);
                  if (given != null) {
                    given.put("x").put(k);
                    given.armed = true;
                    // From here to the end of the flight the entry must be in place.
                    lost.addAndGet(1 - open.get());
                    JpgoHandover taken = JpgoOsr.take(loop);
                    if (taken != given || taken.takeInt() != k) {
                      lost.incrementAndGet();
                    }
                    lost.addAndGet(1 - open.get());
                    complete(given);
                  }
                }
                return null;
              };
          flyers.add(threads.submit(flyer));
        }
        while (!JpgoOsr.close(loop)) {
          Thread.onSpinWait();
        }
        open.set(0);
        for (Future<Void> flyer : flyers) {
          flyer.get();
        }
      }
    } finally {
      threads.shutdown();
    }
    assertEquals(0, lost.get());
  }

  private static void complete(JpgoHandover taken) {
    taken.taken = true;
    taken.owner = null;
    taken.references = null;
  }
}
