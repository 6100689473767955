package dev.jpgo.core.phase.path;

/** Code in which rare ways join frequent ones. */
public final class Joined {
  private static int counted;

  private Joined() {}

  static void times(int count) {
    counted += count;
  }

  private static String text(int first, int second) {
    return first + " " + second + " " + counted;
  }

  private static boolean runs(Runnable function) {
    function.run();
    return function.hashCode() != counted;
  }

  static boolean isSpace(char c) {
    counted++;
    return c == ' ';
  }

  /** The same character twice, as a lexer peeks. */
  static String twice(String text, int at) {
    char first;
    if (at < text.length()) {
      first = text.charAt(at);
    } else {
      times(1);
      first = 0;
    }
    if (isSpace(first)) {
      return "space";
    }
    char second;
    if (at < text.length()) {
      second = text.charAt(at);
    } else {
      times(1);
      second = 0;
    }
    return text(first, second);
  }

  /** What is counted goes around the loop with the one version or the other. */
  static String around(String text, int limit) {
    int sum = 0;
    int last = -1;
    for (int i = 0; i < limit; i++) {
      int seen;
      if (i < text.length()) {
        seen = text.charAt(i);
      } else {
        times(1);
        seen = 7;
      }
      if (isSpace((char) seen)) {
        last = i;
      }
      if (i < text.length()) {
        sum = sum * 31 + text.charAt(i) + seen;
      } else {
        times(1);
        sum -= last;
      }
    }
    return sum + " " + last + " " + counted;
  }

  /** A character is looked at in a loop, and again behind it. */
  static String lexed(String text, int from) {
    int at = from;
    while (true) {
      char first;
      if (at < text.length()) {
        first = text.charAt(at);
      } else {
        times(1);
        first = 0;
      }
      if (!isSpace(first)) {
        break;
      }
      at++;
    }
    char second;
    if (at < text.length()) {
      second = text.charAt(at);
    } else {
      times(1);
      second = 0;
    }
    if (isSpace(second)) {
      return "space";
    }
    if (at < text.length()) {
      text.charAt(at);
    } else {
      times(1);
    }
    return text(0, second);
  }

  /** What is caught sees the version of its way. */
  static String caught(String text, int at) {
    int seen = -1;
    String state = "none";
    try {
      if (at < text.length()) {
        seen = text.charAt(at);
      } else {
        times(1);
      }
      state = text(1, seen);
      check(seen);
      if (at < text.length()) {
        seen += text.charAt(at);
      } else {
        times(1);
        seen = check(seen - 1);
      }
      state = text(2, seen);
    } catch (IllegalStateException e) {
      return state + " caught " + seen;
    }
    return state + seen;
  }

  private static int check(int seen) {
    if (seen == 'b' || seen == -2) {
      throw new IllegalStateException();
    }
    return seen;
  }

  /** What is locked on one way stays locked there alone. */
  static String locked(String text, int at) {
    char first;
    if (at < text.length()) {
      first = text.charAt(at);
    } else {
      times(1);
      first = 0;
    }
    synchronized (text) {
      if (isSpace(first)) {
        return "space";
      }
    }
    if (at < text.length()) {
      return first + "" + text.charAt(at);
    }
    times(1);
    return "end " + Thread.holdsLock(text);
  }

  /** An object is created on both ways, and its constructor called where they have met again. */
  static String created(String text, int at) {
    char first;
    if (at < text.length()) {
      first = text.charAt(at);
    } else {
      times(1);
      first = 0;
    }
    return new StringBuilder(
            isSpace(first) ? "space" : at < text.length() ? "" + text.charAt(at) : "end")
        .append(counted)
        .toString();
  }

  /** A function that captures nothing is one object, by whichever way it is come to. */
  static String linked(String text, int at) {
    char first;
    if (at < text.length()) {
      first = text.charAt(at);
    } else {
      times(1);
      first = 0;
    }
    boolean ran = runs(() -> times(2));
    char second;
    if (at < text.length()) {
      second = text.charAt(at);
    } else {
      times(1);
      second = 0;
    }
    return text(first, ran ? second : 0);
  }
}
