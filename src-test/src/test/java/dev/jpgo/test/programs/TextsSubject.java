package dev.jpgo.test.programs;

/** Goes through the characters of texts in every way, for {@link Texts}. */
final class TextsSubject {
  static final int METHODS = 6;

  private TextsSubject() {}

  static int number(String text, int from) {
    int number = 0;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      number = c >= '0' && c <= '9' ? number * 10 + (c - '0') : number * 31 + c;
    }
    return number;
  }

  static int sequence(CharSequence text, int from) {
    int hash = 0;
    for (int i = from; i < text.length(); i++) {
      hash = hash * 31 + text.charAt(i);
    }
    return hash;
  }

  static int beyond(String text, int from) {
    int hash = 0;
    for (int i = from; i <= from + 20; i++) {
      hash = hash * 31 + text.charAt(i);
    }
    return hash;
  }

  static Object caught(String text, int from) {
    int i = from;
    int sum = 0;
    try {
      while (sum < 3000) {
        sum += text.charAt(i);
        i++;
      }
      return sum;
    } catch (IndexOutOfBoundsException e) {
      return e.getMessage() + " after " + i + ", " + sum;
    }
  }

  static Object locked(String text, int from) {
    int sum = 0;
    synchronized (TextsSubject.class) {
      for (int i = from; i < text.length(); i++) {
        sum = sum * 7 + text.charAt(i);
      }
    }
    return sum;
  }

  static int pairs(String text, int from) {
    int found = 0;
    for (int i = from; i < text.length(); i++) {
      for (int k = i + 1; k < text.length(); k++) {
        found += text.charAt(i) == text.charAt(k) ? k : 0;
      }
    }
    return found;
  }
}
