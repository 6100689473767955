package dev.jpgo.agent.redefine;

import java.util.List;

/** Class patterns of the options: a star stands for any text, dots separate packages. */
final class ClassPattern {
  private ClassPattern() {}

  /** Whether any of the patterns matches a name with dots. */
  static boolean any(List<String> patterns, String className) {
    for (String pattern : patterns) {
      if (matches(pattern, 0, className, 0)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(String pattern, int p, String text, int t) {
    int i = p;
    int j = t;
    while (i < pattern.length()) {
      char c = pattern.charAt(i);
      if (c == '*') {
        for (int k = j; k <= text.length(); k++) {
          if (matches(pattern, i + 1, text, k)) {
            return true;
          }
        }
        return false;
      }
      if (j == text.length() || text.charAt(j) != c) {
        return false;
      }
      i++;
      j++;
    }
    return j == text.length();
  }
}
