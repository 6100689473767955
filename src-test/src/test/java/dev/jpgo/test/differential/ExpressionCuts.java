package dev.jpgo.test.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Puts something simpler in place of what stands between parentheses. */
final class ExpressionCuts {
  private static final List<String> SIMPLE = List.of("", "1", "0", "this", "null");

  private ExpressionCuts() {}

  /** The text after all cuts that pass. */
  static String apply(String source, Predicate<String> passes) {
    String text = source;
    for (int open = text.indexOf('('); open >= 0; open = text.indexOf('(', open + 1)) {
      int close = closing(text, open);
      if (close < 0 || text.indexOf('\n', open) >= 0 && text.indexOf('\n', open) < close) {
        continue;
      }
      for (String simpler : simpler(text.substring(open + 1, close))) {
        String candidate = text.substring(0, open + 1) + simpler + text.substring(close);
        if (candidate.length() < text.length() && passes.test(candidate)) {
          text = candidate;
          break;
        }
      }
    }
    return text;
  }

  /** Constants, and what stands between parentheses further inside. */
  private static List<String> simpler(String inside) {
    if (inside.isBlank() || SIMPLE.contains(inside)) {
      return List.of();
    }
    List<String> simpler = new ArrayList<>(SIMPLE);
    for (int open = inside.indexOf('('); open >= 0; open = inside.indexOf('(', open + 1)) {
      int close = closing(inside, open);
      if (close > 0) {
        simpler.add(inside.substring(open + 1, close));
      }
    }
    return simpler;
  }

  private static int closing(String text, int open) {
    int depth = 0;
    for (int i = open; i < text.length(); i++) {
      if (text.charAt(i) == '(') {
        depth++;
      } else if (text.charAt(i) == ')' && --depth == 0) {
        return i;
      }
    }
    return -1;
  }
}
