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
  void nearlyHalfOfTheShareMayBeTakenAtOnceAndHalfComesEvenly() {
    MinuteShare share = new MinuteShare(10, 2, 0); // 12 s a minute
    assertEquals(5_700, share.left(0) / MILLI);
    assertEquals(0, share.worked(5 * SECOND, 5 * SECOND, false)); // nothing comes to what is full
    long rest = share.worked(7 * SECOND, 2 * SECOND, false);
    assertEquals(11, Math.round((double) rest / SECOND)); // 6 s come in a minute
    assertEquals(0, share.worked(19 * SECOND, 0, false));
  }

  @Test
  void whatIsUnfinishedMayGoOnForSomeTime() {
    MinuteShare share = new MinuteShare(10, 2, 0);
    assertEquals(0, share.worked(5_850 * MILLI, 5_850 * MILLI, true)); // 0.15 s too much
    assertTrue(share.left(5_850 * MILLI) < 0);
    assertTrue(share.worked(5_850 * MILLI, 0, false) > SECOND);
    assertTrue(share.worked(6_150 * MILLI, 300 * MILLI, true) > 4 * SECOND);
  }

  @Test
  void itSaysWhenSoMuchIsLeft() {
    MinuteShare share = new MinuteShare(10, 2, 0);
    assertEquals(0, share.until(0, SECOND));
    share.worked(5_700 * MILLI, 5_700 * MILLI, false);
    assertEquals(10_000, share.until(5_700 * MILLI, SECOND) / MILLI);
    assertEquals(57, share.until(5_700 * MILLI, 60 * SECOND) / SECOND); // never more than 5.7 s
    assertEquals(0, new MinuteShare(100, 2, 0).until(0, SECOND));
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
    assertTrue(most > 5 * SECOND, "it uses its share: " + most);
  }
}
