package dev.jpgo.test.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Puts something simpler in place of what stands between parentheses or is returned. */
final class ExpressionCuts {
  private static final String RETURN = "return ";
  private static final List<String> SIMPLE = List.of("", "1", "0", "this", "null");

  private ExpressionCuts() {}

  /** The text after all cuts that pass. */
  static String apply(String source, Predicate<String> passes) {
    return parentheses(returns(source, passes), passes);
  }

  private static String returns(String source, Predicate<String> passes) {
    String text = source;
    for (int at = text.indexOf(RETURN); at >= 0; at = text.indexOf(RETURN, at + 1)) {
      int start = at + RETURN.length();
      int end = text.indexOf(';', start);
      if (end < 0) {
        break;
      }
      text = cut(text, start, end, passes);
    }
    return text;
  }

  private static String parentheses(String source, Predicate<String> passes) {
    String text = source;
    for (int open = text.indexOf('('); open >= 0; open = text.indexOf('(', open + 1)) {
      int close = closing(text, open);
      if (close < 0 || text.indexOf('\n', open) >= 0 && text.indexOf('\n', open) < close) {
        continue;
      }
      text = cut(text, open + 1, close, passes);
    }
    return text;
  }

  /** The first that passes of what is simpler than the text from here to there. */
  private static String cut(String text, int start, int end, Predicate<String> passes) {
    for (String simpler : simpler(text.substring(start, end))) {
      String candidate = text.substring(0, start) + simpler + text.substring(end);
      if (candidate.length() < text.length() && passes.test(candidate)) {
        return candidate;
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
