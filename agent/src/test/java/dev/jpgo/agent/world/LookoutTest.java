package dev.jpgo.agent.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LookoutTest {
  @Test
  void looksMoreAndMoreRarelyAndNotForEver() {
    Lookout lookout = new Lookout();
    lookout.begin();
    List<Integer> looks = looks(lookout, 20_000);
    assertEquals(List.of(0, 2, 6, 14, 30), looks.subList(0, 5));
    assertEquals(12, looks.size());
  }

  @Test
  void beginsAnewWithEachReport() {
    Lookout lookout = new Lookout();
    lookout.begin();
    looks(lookout, 100);
    lookout.begin();
    assertEquals(List.of(0, 2), looks(lookout, 5));
  }

  @Test
  void hasNothingToLookForBeforeTheFirstReport() {
    assertFalse(new Lookout().isDue());
  }

  private static List<Integer> looks(Lookout lookout, int times) {
    List<Integer> looks = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      if (lookout.isDue()) {
        looks.add(i);
      }
    }
    return looks;
  }
}
