package dev.jpgo.core.phase.text;

/** Loops over the characters of strings. */
@SuppressWarnings("unused")
final class Scanned {
  private static final Object LOCK = new Object();

  private static int counted;

  private Scanned() {}

  /** Tells how often what calls this is run. */
  static void times(int count) {
    counted = count;
  }

  static String summed(String text, int from) {
    int sum = 0;
    for (int i = from; i < text.length(); i++) {
      times(5000);
      sum = sum * 31 + text.charAt(i);
    }
    return "sum " + sum;
  }

  /** Goes on until there is no character any more. */
  static String upToTheEnd(String text, int from) {
    int sum = 0;
    for (int i = from; ; i++) {
      times(5000);
      sum = sum * 31 + text.charAt(i);
    }
  }

  static String caught(String text, int from) {
    int i = from;
    int sum = 0;
    try {
      do {
        times(5000);
        sum += text.charAt(i);
        i++;
      } while (i < 9);
      return "all " + sum;
    } catch (StringIndexOutOfBoundsException e) {
      return i + " of " + sum + ": " + e.getMessage();
    } catch (NullPointerException e) {
      return i + " of " + sum + ": null";
    }
  }

  /** What a full stack leads to as well. */
  static String cleared(String text, int from) {
    int sum = 0;
    int i = from;
    try {
      do {
        times(5000);
        sum += text.charAt(i++);
      } while (i < text.length());
    } finally {
      times(1);
    }
    return "sum " + sum;
  }

  static String locked(String text, int from) {
    int sum = 0;
    String out = "";
    try {
      synchronized (LOCK) {
        for (int i = from; i < 5; i++) {
          times(5000);
          sum += text.charAt(i);
        }
      }
    } catch (RuntimeException e) {
      out = e.getClass().getName();
    }
    return out + sum + Thread.holdsLock(LOCK);
  }

  static String nested(String text, int from) {
    int sum = 0;
    for (int i = from; i < text.length(); i++) {
      times(3000);
      char first = text.charAt(i);
      for (int k = i; k < text.length(); k++) {
        times(9000);
        sum = sum * 31 + (text.charAt(k) == first ? k : i);
      }
    }
    return "sum " + sum;
  }

  /** The inner loop's string is another one each time, and read often enough. */
  static String inner(String text, int from) {
    int sum = 0;
    String rest = text;
    for (int i = Math.max(from, 0); i < 3; i++) {
      rest = rest + i;
      int k = 0;
      do {
        times(5000);
        sum = sum * 31 + rest.charAt(k++);
      } while (k < rest.length());
    }
    return "sum " + sum;
  }

  /** Two strings in one loop, of which the calls are in its last block. */
  static String both(String text, int from) {
    int sum = 0;
    String other = text + "\u00df";
    for (int i = from; i < text.length(); i++) {
      times(5000);
      sum = sum * 31 + (text.charAt(i) - other.charAt(i + 1));
    }
    return "sum " + sum;
  }

  static String changing(String text, int from) {
    int sum = 0;
    String rest = text;
    while (!rest.isEmpty()) {
      times(5000);
      sum = sum * 31 + rest.charAt(0);
      rest = rest.substring(1);
    }
    return "sum " + sum;
  }

  static String seldom(String text, int from) {
    int sum = 0;
    int i = from;
    do {
      times(200);
      sum = sum * 31 + text.charAt(i++);
    } while (i < text.length());
    return "sum " + sum;
  }

  static String sequence(CharSequence text, int from) {
    int sum = 0;
    for (int i = from; i < text.length(); i++) {
      times(5000);
      sum = sum * 31 + text.charAt(i);
    }
    return "sum " + sum;
  }

  static String builder(StringBuilder text, int from) {
    int sum = 0;
    for (int i = from; i < text.length(); i++) {
      times(5000);
      sum = sum * 31 + text.charAt(i);
    }
    return "sum " + sum;
  }

  /** More calls than are worth the room. */
  static String many(String text, int from) {
    int sum = 0;
    for (int i = from; i < text.length(); i++) {
      times(5000);
      sum =
          sum * 3
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i);
      sum =
          sum * 3
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i);
      sum =
          sum * 3
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i);
      sum =
          sum * 3
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i);
      sum =
          sum * 3
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i);
      sum =
          sum * 3
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i)
              + text.charAt(i);
    }
    return "sum " + sum;
  }
}
