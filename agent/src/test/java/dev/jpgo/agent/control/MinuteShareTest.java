package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MinuteShareTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void halfOfTheShareMayBeTakenAtOnceTheRestComesEvenly() {
    MinuteShare share = new MinuteShare(10, 2, 0); // 12 s a minute
    assertEquals(0, share.worked(0, 6 * SECOND));
    long rest = share.worked(6 * SECOND, 7 * SECOND);
    assertEquals(9, Math.round((double) rest / SECOND)); // 6 s come in a minute
    assertEquals(0, share.worked(17 * SECOND, 17 * SECOND));
  }

  @Test
  void withAllOfTheProcessorsThereIsNoBound() {
    MinuteShare share = new MinuteShare(100, 1, 0);
    for (int i = 0; i < 200; i++) {
      assertEquals(0, share.worked(i * SECOND, (i + 1) * SECOND));
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
      now = end + share.worked(now, end) + random.nextInt(1000);
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
