package dev.jpgo.agent.options;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * The known word that a mistyped one is closest to, by edit distance, upper and lower case being
 * the same. Of a word that differs in more than a third of its letters nothing is guessed.
 */
public final class NearestKey {
  private NearestKey() {}

  static String to(String key) {
    List<String> keys = new ArrayList<>();
    for (Option<?> option : Options.ALL) {
      keys.add(option.key());
    }
    return among(key, keys);
  }

  /** Empty when no known word is near. */
  public static String among(String word, Collection<String> known) {
    String nearest = "";
    int least = (letters(word) + 1) / 3 + 1;
    for (String candidate : known) {
      int distance = distance(word.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
      if (distance < least) {
        least = distance;
        nearest = candidate;
      }
    }
    return nearest;
  }

  private static int letters(String word) {
    int dashes = 0;
    while (dashes < word.length() && word.charAt(dashes) == '-') {
      dashes++;
    }
    return word.length() - dashes;
  }

  /** Levenshtein's distance, row by row, in which two letters that changed places count once. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    int[] above = row.clone();
    int[] before;
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      before = above;
      above = row.clone();
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replace = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replace, Math.min(above[j], row[j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          row[j] = Math.min(row[j], before[j - 2] + 1);
        }
      }
    }
    return row[b.length()];
  }
}
