package dev.jpgo.test.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Asks for the JDK's old sort, before its first one, and sorts by an order that needs it. */
public final class LegacySort {
  private LegacySort() {}

  /** Works for so many milliseconds, then sorts. */
  public static void main(String[] arguments) {
    System.setProperty("java.util.Arrays.useLegacyMergeSort", "true");
    long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
    long sum = 0;
    while (System.nanoTime() < end) {
      sum += Leaving.round((int) (sum & 127) + 1);
    }
    List<Integer> list = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      list.add(i);
    }
    Random random = new Random(1);
    try {
      list.sort((a, b) -> random.nextInt(3) - 1);
      System.out.println("sorted");
    } catch (IllegalArgumentException e) {
      System.out.println(e);
    }
  }
}
