package dev.jpgo.agent.options;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The known word that a mistyped one is closest to, by edit distance. */
public final class NearestKey {
  private NearestKey() {}

  static String to(String key) {
    List<String> keys = new ArrayList<>();
    for (Option<?> option : Options.ALL) {
      keys.add(option.key());
    }
    return among(key, keys);
  }

  /** Empty when there are no known words. */
  public static String among(String word, Collection<String> known) {
    String nearest = "";
    int least = Integer.MAX_VALUE;
    for (String candidate : known) {
      int distance = distance(word, candidate);
      if (distance < least) {
        least = distance;
        nearest = candidate;
      }
    }
    return nearest;
  }

  /** Levenshtein's distance, row by row. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replace = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replace, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
