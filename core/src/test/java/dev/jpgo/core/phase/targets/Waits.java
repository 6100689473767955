package dev.jpgo.core.phase.targets;

/** Loops that call something, as an interpreter runs them. */
public final class Waits {
  public static volatile boolean flag = true;
  public static boolean plain = true;
  public static int ticks;
  public static Waits first = ring();

  private Waits next = this;
  private int number = 1;

  private Waits() {}

  private static Waits ring() {
    Waits end = new Waits();
    end.next = null;
    Waits start = new Waits();
    start.next = end;
    return start;
  }

  public static void tick() {
    ticks++;
  }

  int number() {
    return number;
  }

  Waits next() {
    return next;
  }

  public static int volatileFlag() {
    while (!flag) {
      tick();
    }
    return ticks;
  }

  public static int plainFlag() {
    while (!plain) {
      tick();
    }
    return ticks;
  }

  /** The way round that calls is not taken each time. */
  public static int callOnOneWay(int some) {
    int sum = 0;
    while (!flag) {
      tick();
      if (ticks == some) {
        sum += Integer.parseInt("12");
      }
    }
    return sum;
  }

  public static int callOnEachWay() {
    int sum = 0;
    while (!flag) {
      tick();
      sum += Integer.parseInt("12");
    }
    return sum;
  }

  public static int counted() {
    int sum = 0;
    for (int i = 0; i < 20; i++) {
      tick();
      sum += i;
    }
    return sum;
  }

  public static int followed() {
    int sum = 0;
    for (Waits at = first; at != null; at = at.next()) {
      sum += at.number();
    }
    return sum;
  }

  /** Two loops in one. */
  public static int nested() {
    int sum = 0;
    for (int i = 0; i < 20; i++) {
      for (int k = 0; k < 20; k++) {
        tick();
        sum += k;
      }
    }
    return sum;
  }

  /** Goes on to a number that is asked for each time. */
  public static int asked() {
    Waits of = first;
    int sum = 0;
    for (int i = 0; i < of.number(); i++) {
      sum += of.number() * i;
    }
    return sum;
  }

  /** Of two loops in one, the inner one has no call. */
  public static int callFreeInside() {
    int sum = 0;
    while (!flag) {
      tick();
      while (!plain) {
        sum++;
      }
    }
    return sum;
  }

  private static void nothing() {}

  /** Nothing is left of the call. */
  public static int callsNothing() {
    int sum = 0;
    while (!flag) {
      nothing();
      sum++;
    }
    return sum;
  }

  public static String run() {
    return volatileFlag()
        + " "
        + plainFlag()
        + " "
        + callOnOneWay(3)
        + " "
        + callOnEachWay()
        + " "
        + counted()
        + " "
        + followed()
        + " "
        + nested()
        + " "
        + asked()
        + " "
        + callFreeInside()
        + " "
        + callsNothing();
  }
}
