package dev.jpgo.core.phase.memory;

/**
 * Calls of functions of the JDK, and reads of fields with such calls between them. Each method
 * without parameters is run as compiled by javac and as transformed, and must give the same; the
 * others are what they are made of.
 */
public final class Functions {
  static int steps;

  private final String text;
  private final int[] numbers = {3, 4, 5};
  private int position;
  private String changing = "";
  private volatile int ordered;

  Functions(String text) {
    this.text = text;
  }

  enum Kind {
    FIRST,
    SECOND {
      @Override
      int weight() {
        return 2;
      }
    };

    int weight() {
      return 1;
    }

    int twice() {
      return ordinal() + ordinal();
    }
  }

  /** Something that is no constant of an enum, and counts instead. */
  static final class Counting {
    private int count;

    int ordinal() {
      return ++count;
    }
  }

  static void step() {
    steps++;
  }

  // --- called once

  static int lengthTwice(String text) {
    return text.length() * 10 + text.length();
  }

  static int lengthAcrossACall(String text) {
    int first = text.length();
    step();
    return first + text.length();
  }

  static int charTwice(String text, int index) {
    return text.charAt(index) * 1000 + text.charAt(index);
  }

  static int unboxedTwice(Integer box) {
    return box * 7 + box;
  }

  static int ordinals(Kind kind) {
    return kind.ordinal() * 10 + kind.ordinal();
  }

  static int comparison(String a, String b) {
    return (a.equals(b) ? 1 : 0) + (a.equals(b) ? 2 : 0);
  }

  /** What a full stack leads to as well. */
  static int lengthWithinAFinally(String text) {
    int spaces = text.isEmpty() ? 1 : 0; // so there is a string
    try {
      for (int i = 0; i < text.length(); i++) {
        spaces += text.charAt(i) == ' ' ? 1 : 0;
      }
    } finally {
      spaces++;
    }
    return spaces;
  }

  /** Which catches no error. */
  static int lengthWithinACatch(String text) {
    int spaces = text.isEmpty() ? 1 : 0; // so there is a string
    try {
      for (int i = 0; i < text.length(); i++) {
        spaces += text.charAt(i) == ' ' ? 1 : 0;
      }
    } catch (IndexOutOfBoundsException e) {
      return -1;
    }
    return spaces;
  }

  static int lengthInALoop(String text) {
    int sum = 0;
    for (int i = 0; i < text.length(); i++) {
      sum = sum * 31 + text.charAt(i);
    }
    return sum;
  }

  // --- called as often as written

  static int charsOfOther(String text, int a, int b) {
    return text.charAt(a) * 1000 + text.charAt(b);
  }

  static int lengthsOfOther(String a, String b) {
    return a.length() * 10 + b.length();
  }

  static int ordinalsThatCount(Counting counting) {
    return counting.ordinal() * 10 + counting.ordinal();
  }

  static boolean newBoxes(int value) {
    return Integer.valueOf(value) == Integer.valueOf(value);
  }

  /** Waits for another thread, though it asks a string meanwhile. */
  static int waiting(Functions f, String ring) {
    int i = 0;
    while (f.position == 0) {
      if (ring.charAt(i) == '!') {
        return -1;
      }
      i = (i + 1) % ring.length();
    }
    return i;
  }

  /** Looks how far another thread has come, and remembers it. */
  static int polling(Functions f) {
    int last = -1;
    while (true) {
      int now = f.position;
      if (now == 100) {
        break;
      }
      last = now;
    }
    return last;
  }

  static int waitingByAVariable(Functions f) {
    int before = f.position;
    int done = 0;
    while (done == 0) {
      done = f.position;
    }
    return done + before;
  }

  static int waitingForASign(Functions f) {
    int before = f.position;
    boolean done = false;
    while (!done) {
      if (f.position > 0) {
        done = true;
      }
    }
    return before;
  }

  static int waitingForBits(Functions f) {
    int before = f.position;
    int bits = 0;
    while (bits == 0) {
      bits |= f.position;
    }
    return bits + before;
  }

  /** What is read by way of what was read stays the same, too. */
  static int waitingThroughAnother(Functions f, int[] all) {
    int before = f.position + f.numbers[0];
    int at = 0;
    int found = 0;
    while (found == 0) {
      found = all[at] + f.numbers[at];
      at = f.position;
    }
    return found + before;
  }

  /** Takes what another thread has made ready, in a loop that counts. */
  static int waitingInside(Functions f, int[] all) {
    int sum = f.position;
    for (int i = 0; i < all.length; i++) {
      while (i >= f.position) {
        sum++;
      }
      sum += all[i];
    }
    return sum;
  }

  /** Comes to the end of the string again and again, and looks for another one. */
  static int waitingForATask(Functions f) {
    while (true) {
      String text = f.changing;
      for (int i = 0; text.charAt(i) != '.'; i++) {
        if (text.charAt(i) == '!') {
          return i;
        }
      }
    }
  }

  /** A list ends. */
  static int walking(Functions f, Link first) {
    int sum = f.position;
    for (Link at = first; at != null; at = at.next) {
      sum += f.position;
    }
    return sum;
  }

  /** Takes one after the other, each when another thread has made it ready. */
  static int waitingForSeveral(Functions f, int rounds) {
    int before = f.position;
    int taken = 0;
    while (taken < rounds) {
      if (f.position != 0) {
        f.position = 0;
        taken++;
      }
    }
    return before;
  }

  /** Looks how far another thread has come at the most. */
  static int waitingForTheMost(Functions f) {
    int most = f.position;
    while (most < 100) {
      most = Math.max(most, f.position);
    }
    return most;
  }

  /** Goes on in one of two arrays each time. */
  static int merging(Functions f, int[] a, int[] b) {
    int sum = f.position;
    int i = 0;
    int j = 0;
    while (i < a.length && j < b.length) {
      if (a[i] <= b[j]) {
        i++;
      } else {
        j++;
      }
      sum += f.position;
    }
    return sum;
  }

  /** Goes on in both branches. */
  static int skipping(Functions f, int[] all) {
    int sum = f.position;
    int i = 0;
    while (i < all.length) {
      if (all[i] < 0) {
        i++;
        continue;
      }
      sum += all[i] * f.position;
      i += 2;
    }
    return sum;
  }

  /** Says by a flag that it has counted to the end. */
  static int untilFound(Functions f, int rounds) {
    int sum = f.position;
    int i = 0;
    boolean found = false;
    while (!found) {
      sum += f.position;
      found = i++ >= rounds;
    }
    return sum;
  }

  /** Of a list. */
  static final class Link {
    Link next;
  }

  /** Comes to the end of the string, one way or the other. */
  static int searching(Functions f, String text) {
    int found = f.position;
    for (int i = 0; text.charAt(i) != '!'; i++) {
      found += f.position;
    }
    return found;
  }

  /** Counts, so it ends. */
  static int counting(Functions f, String text) {
    int found = f.position;
    for (int i = 0; i < text.length(); i++) {
      found += text.charAt(i) == f.position ? 1 : 0;
    }
    return found;
  }

  /** Reads the length only where it is not null, which the loop need not come to. */
  static int lengthOnlyIfReached(String text, int rounds) {
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
      step();
      sum += text.length();
    }
    return sum;
  }

  static int charOnlyIfReached(String text, int rounds) {
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum += text.charAt(5);
    }
    return sum;
  }

  // --- fields read across such calls

  /** A field that is not final is read once though the string is asked between. */
  static int positionAcrossFunctions(Functions f) {
    int sum = f.position;
    if (f.text.length() > f.position) {
      sum += f.text.charAt(f.position);
    }
    return sum + f.position;
  }

  static int positionAcrossACall(Functions f) {
    int before = f.position;
    f.advance();
    return before * 10 + f.position;
  }

  static int positionAcrossOrder(Functions f) {
    int sum = f.position;
    f.ordered++;
    return sum + f.position;
  }

  private void advance() {
    position++;
  }

  /** A final field may be written by what is called: by the constructor, or by reflection. */
  static int finalAcrossACall(Functions f) {
    int before = f.numbers.length;
    step();
    return before * 10 + f.numbers.length;
  }

  static int finalsOfOthers(Functions a, Functions b) {
    return a.text.length() * 10 + b.text.length();
  }

  // --- run

  static String functions() {
    return ""
        + lengthTwice("seven")
        + ' '
        + lengthAcrossACall("seven")
        + ' '
        + charTwice("seven", 2)
        + ' '
        + outcome(() -> charTwice("seven", 9))
        + ' '
        + outcome(() -> lengthTwice(null))
        + ' '
        + unboxedTwice(5000)
        + ' '
        + outcome(() -> unboxedTwice(null))
        + ' '
        + ordinals(Kind.SECOND)
        + ' '
        + Kind.SECOND.twice()
        + ' '
        + comparison("a", "a")
        + comparison("a", "b")
        + ' '
        + lengthInALoop("some text")
        + ' '
        + charsOfOther("seven", 1, 2)
        + ' '
        + lengthsOfOther("a", "bcd")
        + ' '
        + ordinalsThatCount(new Counting())
        + ' '
        + newBoxes(100000)
        + newBoxes(1)
        + ' '
        + lengthOnlyIfReached(null, 0)
        + ' '
        + lengthOnlyIfReached("abc", 3)
        + ' '
        + charOnlyIfReached("abc", 0)
        + ' '
        + outcome(() -> charOnlyIfReached("abc", 2));
  }

  /** How often was stepped before null was asked for its length. */
  static String stepsBefore() {
    steps = 0;
    return outcome(() -> lengthOnlyIfReached(null, 3)) + " after " + steps;
  }

  static String fields() {
    Functions f = new Functions("seven");
    f.position = 2;
    return ""
        + positionAcrossFunctions(f)
        + ' '
        + positionAcrossACall(f)
        + ' '
        + positionAcrossOrder(f)
        + ' '
        + finalAcrossACall(f)
        + ' '
        + finalsOfOthers(f, new Functions("x"));
  }

  /** Something that may throw. */
  interface Asked {
    Object ask();
  }

  static String outcome(Asked asked) {
    try {
      return String.valueOf(asked.ask());
    } catch (RuntimeException e) {
      return e.getClass().getName();
    }
  }
}
