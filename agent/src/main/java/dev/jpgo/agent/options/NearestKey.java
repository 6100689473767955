package dev.jpgo.agent.options;

/** The known key that a mistyped one is closest to, by edit distance. */
final class NearestKey {
  private NearestKey() {}

  static String to(String key) {
    String nearest = "";
    int least = Integer.MAX_VALUE;
    for (Option<?> option : Options.ALL) {
      int distance = distance(key, option.key());
      if (distance < least) {
        least = distance;
        nearest = option.key();
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
