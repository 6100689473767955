package dev.jpgo.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JpgoLocksTest {
  private static final int SITE = 3_100_000;

  private final Object monitor = new Object();

  @BeforeEach
  void usable() {
    JpgoTypes.allocate(SITE + 1);
    JpgoTypes.clear(SITE);
  }

  @Test
  void whatTheThreadHasIsItsOwn() {
    JpgoLocks.record(monitor, SITE);
    synchronized (monitor) {
      JpgoLocks.record(monitor, SITE);
      JpgoLocks.record("text", SITE);
    }
    assertCounts(1, 2);
    assertEquals("java.lang.Object", JpgoTypes.read(SITE).className(0));
    assertEquals(2, JpgoTypes.read(SITE).count(0));
  }

  @Test
  void whatAnotherThreadHasIsNot() throws Exception {
    synchronized (monitor) {
      FutureTask<Void> asking = new FutureTask<>(() -> JpgoLocks.record(monitor, SITE), null);
      Thread other = new Thread(asking, "asking");
      other.start();
      asking.get();
    }
    assertCounts(0, 1);
  }

  @Test
  void nullIsNotCounted() {
    JpgoLocks.record(null, SITE);
    assertNull(JpgoTypes.read(SITE));
  }

  @Test
  void samplesStandForWhatHasPassed() {
    int calls = 400_000;
    for (int i = 0; i < calls; i++) {
      JpgoLocks.record(monitor, SITE);
    }
    JpgoLockSite site = (JpgoLockSite) JpgoTypes.read(SITE);
    assertEquals(calls, site.others(), 40);
    assertEquals(site.others(), site.count(0));
    assertEquals(0, site.owned());
  }

  @Test
  void askingChangesNothing() {
    JpgoLocks.record(monitor, SITE);
    assertFalse(Thread.holdsLock(monitor));
  }

  private static void assertCounts(long owned, long others) {
    JpgoLockSite site = (JpgoLockSite) JpgoTypes.read(SITE);
    assertEquals(owned, site.owned());
    assertEquals(others, site.others());
  }
}
