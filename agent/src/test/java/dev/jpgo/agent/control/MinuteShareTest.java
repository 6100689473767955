package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MinuteShareTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000;

  @Test
  void mostOfTheShareMayBeTakenAtOnceAndComesBackAfterAMinute() {
    MinuteShare share = new MinuteShare(10, 2, 0); // 12 s a minute
    assertEquals(9_300, share.left(0) / MILLI); // 8.7 at once, 0.6 of what comes evenly
    assertEquals(0, share.worked(10 * SECOND, 8_700 * MILLI, false));
    assertEquals(600, share.left(10 * SECOND) / MILLI);
    assertEquals(0, share.worked(11 * SECOND, 600 * MILLI, false));
    assertEquals(0, share.left(11 * SECOND) / MILLI);
    assertEquals(600, share.left(70 * SECOND) / MILLI);
    assertEquals(9_300, share.left(71 * SECOND) / MILLI);
  }

  @Test
  void someComesEvenly() {
    MinuteShare share = new MinuteShare(10, 2, 0);
    long rest = share.worked(20 * SECOND, 9_340 * MILLI, false);
    assertEquals(1_000, rest / MILLI); // 0.04 s a second
    assertEquals(0, share.left(21 * SECOND) / MILLI);
    assertEquals(400, share.left(31 * SECOND) / MILLI);
  }

  @Test
  void whatIsUnfinishedMayGoOnForSomeTime() {
    MinuteShare share = new MinuteShare(10, 2, 0);
    assertEquals(0, share.worked(5_850 * MILLI, 9_450 * MILLI, true)); // 0.15 s too much
    assertTrue(share.left(5_850 * MILLI) < 0);
    assertTrue(share.worked(5_850 * MILLI, 0, false) > SECOND);
    assertTrue(share.worked(6_150 * MILLI, 300 * MILLI, true) > 4 * SECOND);
  }

  @Test
  void itSaysWhenSoMuchIsLeft() {
    MinuteShare share = new MinuteShare(10, 2, 0);
    assertEquals(0, share.until(0, SECOND));
    share.worked(5_700 * MILLI, 4 * SECOND, false);
    share.worked(9_700 * MILLI, 5_300 * MILLI, false);
    assertEquals(10_000, share.until(9_700 * MILLI, 400 * MILLI) / MILLI);
    // No more than 0.6 s is saved up; then what was taken in the sixth second is back.
    assertEquals(66_000 - 9_700, share.until(9_700 * MILLI, SECOND) / MILLI);
    assertEquals(70_000 - 9_700, share.until(9_700 * MILLI, 60 * SECOND) / MILLI); // all
    assertEquals(0, new MinuteShare(100, 2, 0).until(0, SECOND));
  }

  @Test
  void afterTheRestThatItAsksForSoMuchIsLeft() {
    Random random = new Random(3);
    MinuteShare share = new MinuteShare(5, 1, 0);
    long now = 0;
    for (int i = 0; i < 2000; i++) {
      now += random.nextInt(1_500) * MILLI;
      share.worked(now, random.nextInt(600) * MILLI, true);
      long wanted = random.nextInt(1_800) * MILLI;
      long rest = share.until(now, wanted);
      if (rest > 0) {
        assertTrue(share.left(now) < wanted, "it need not rest");
        now += rest;
        assertTrue(share.left(now) >= wanted - MILLI, share.left(now) + " of " + wanted);
      }
    }
  }

  @Test
  void withAllOfTheProcessorsThereIsNoBound() {
    MinuteShare share = new MinuteShare(100, 1, 0);
    for (int i = 0; i < 200; i++) {
      assertEquals(0, share.worked((i + 1) * SECOND, SECOND, false));
    }
  }

  @Test
  void noMinuteHoldsMoreThanTheShareAndOnePiece() {
    Random random = new Random(7);
    long now = -3 * SECOND; // nanoTime may be negative
    MinuteShare share = new MinuteShare(10, 1, now);
    long longest = SECOND / 2;
    List<long[]> pieces = new ArrayList<>();
    while (now < 400 * SECOND) {
      long end = now + (long) (random.nextDouble() * longest);
      pieces.add(new long[] {now, end});
      now = end + share.worked(end, end - now, random.nextBoolean()) + random.nextInt(1000);
    }
    long most = 0;
    for (long[] first : pieces) {
      long worked = 0;
      for (long[] piece : pieces) {
        if (piece[0] >= first[0] && piece[1] <= first[0] + 60 * SECOND) {
          worked += piece[1] - piece[0];
        }
      }
      most = Math.max(most, worked);
    }
    assertTrue(most <= 6 * SECOND + longest, "at most " + most);
    assertTrue(most > 5.5 * SECOND, "it uses its share: " + most);
  }
}
