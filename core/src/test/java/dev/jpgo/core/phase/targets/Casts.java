package dev.jpgo.core.phase.targets;

/** Values that are cast where ways meet. */
public final class Casts {
  private final int first;

  private Casts(int first) {
    this.first = first;
  }

  int first() {
    return first;
  }

  static Object next(int i) {
    return i == 3 ? (Object) 7 : "s" + i;
  }

  /** Less than 0: the round in which the cast fails, which the handler reads. */
  static int rounds(Casts from, int end) {
    int i = from.first();
    int length = 0;
    Object last = null;
    try {
      while (true) {
        String text = (String) last;
        if (i >= end) {
          return length;
        }
        if (text != null) {
          length += text.length();
        }
        last = next(i);
        i++;
      }
    } catch (ClassCastException e) {
      return -i;
    }
  }

  /** The same loop, with nobody to catch. */
  static int uncaught(Casts from, int end) {
    int length = from.first();
    Object last = null;
    for (int i = 0; true; i++) {
      String text = (String) last;
      if (i >= end) {
        return length;
      }
      if (text != null) {
        length += text.length();
      }
      last = next(i);
    }
  }

  public static String caught() {
    return rounds(new Casts(0), 3) + " " + rounds(new Casts(1), 10);
  }

  public static int failing() {
    return uncaught(new Casts(0), 10);
  }

  public static int fitting() {
    return uncaught(new Casts(0), 3);
  }
}
