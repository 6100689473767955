package dev.jpgo.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OrderingTest {
  private record Numbered(int key, int number) {}

  @Test
  void listsOfAllSizesAreSortedAndEqualElementsKeepTheirOrder() {
    Random random = new Random(1);
    Comparator<Numbered> order = Comparator.comparingInt(Numbered::key);
    for (int size = 0; size < 200; size++) {
      List<Numbered> list = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        list.add(new Numbered(random.nextInt(1 + size / 2), i));
      }
      List<Numbered> expected = new ArrayList<>(list);
      expected.sort(order);
      Ordering.sort(list, order);
      assertEquals(expected, list);
    }
  }

  @Test
  void theNaturalOrderIsTheOneOfTheElements() {
    List<String> list = new ArrayList<>(List.of("c", "a", "b"));
    Ordering.sort(list);
    assertEquals(List.of("a", "b", "c"), list);
  }

  @Test
  void anOrderThatContradictsItselfLosesNothing() {
    Random random = new Random(1);
    List<Integer> list = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      list.add(i);
    }
    List<Integer> sorted = new ArrayList<>(list);
    Ordering.sort(sorted, (a, b) -> random.nextInt(3) - 1);
    assertEquals(list.size(), sorted.size());
    assertEquals(new HashSet<>(list), new HashSet<>(sorted));
  }
}
