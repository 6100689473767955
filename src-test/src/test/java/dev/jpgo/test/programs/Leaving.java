package dev.jpgo.test.programs;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Keeps a little of everything in the JDK busy, so that there is much to promote, and leaves. */
public final class Leaving {
  private static final Pattern WORDS = Pattern.compile("(\\w+)[ ,.]*");

  private Leaving() {}

  /** Runs so many rounds, prints what it computed, and exits with code 7. */
  public static void main(String[] arguments) {
    long sum = 0;
    for (int round = Integer.parseInt(arguments[0]); round > 0; round--) {
      sum = sum * 31 + round(round);
    }
    System.out.println(sum);
    System.exit(7);
  }

  static long round(int seed) {
    String text = String.format(Locale.ROOT, "round %d, %x and %.3f", seed, seed * 77, seed / 7.0);
    Map<String, List<Integer>> places = new TreeMap<>();
    WORDS
        .matcher(text)
        .results()
        .forEach(
            word ->
                places.computeIfAbsent(word.group(1), w -> new ArrayList<>()).add(word.start()));
    BigInteger product = BigInteger.ONE;
    for (List<Integer> each : places.values()) {
      for (int place : each) {
        product = product.multiply(BigInteger.valueOf(place + 3));
      }
    }
    return product.toString(36).hashCode() + (long) places.hashCode();
  }
}
