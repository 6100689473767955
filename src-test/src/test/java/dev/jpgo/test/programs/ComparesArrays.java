package dev.jpgo.test.programs;

import java.util.Arrays;

/** A main that compares arrays, for at least the given number of milliseconds. */
public final class ComparesArrays {
  private ComparesArrays() {}

  public static void main(String[] arguments) {
    long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
    char[] some = "the same characters, but the last one.".toCharArray();
    char[] others = some.clone();
    others[others.length - 1] = '!';
    int equal = 0;
    for (int round = 0; round < 30_000 || System.nanoTime() < end; round++) {
      if (Arrays.equals(some, round % 2 == 0 ? others : some.clone()) && round < 30_000) {
        equal++;
      }
    }
    System.out.println("equal " + equal);
  }
}
