package dev.jpgo.test.targets;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Concatenation, builders, characters, boxing, and the collections every program uses. */
final class StringTarget implements Target {
  @Override
  public void run(Effects effects, int seed) {
    StringBuilder builder = new StringBuilder();
    Map<String, Integer> counts = new HashMap<>();
    List<Integer> numbers = new ArrayList<>();
    String text =
        "the quick brown fox jumps over the lazy dog " + seed + 'c' + 1L + 2f + 3.0 + true + null;
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || text.charAt(i) == ' ') {
        String word = text.substring(start, i);
        counts.put(word, counts.getOrDefault(word, 0) + 1);
        numbers.add(word.length());
        builder.append(word).append(i).append(',').reverse();
        start = i + 1;
      }
    }
    effects.add(new TreeMap<>(counts).toString());
    effects.add(builder.toString());
    Collections.sort(numbers);
    int sum = 0;
    for (Integer number : numbers) {
      sum = sum * 3 + number;
    }
    effects.add(sum);
    for (Iterator<Integer> it = numbers.iterator(); it.hasNext(); ) {
      if (it.next() > 3) {
        it.remove();
      }
    }
    effects.add(numbers.toString());
    try {
      for (Integer number : numbers) {
        numbers.add(number);
      }
    } catch (java.util.ConcurrentModificationException e) {
      effects.add("modified");
    }
    Long boxed = (long) seed;
    Integer small = seed % 100;
    effects.add(boxed.equals((long) seed) && small == Integer.valueOf(seed % 100) ? 1 : 0);
    effects.add(String.format("%d-%s-%.2f", seed, "x", seed / 3.0));
    try {
      effects.add(text.charAt(text.length()));
    } catch (StringIndexOutOfBoundsException e) {
      effects.add(e.getMessage());
    }
    try {
      effects.add(numbers.get(numbers.size()));
    } catch (IndexOutOfBoundsException e) {
      effects.add(e.getMessage());
    }
  }
}
