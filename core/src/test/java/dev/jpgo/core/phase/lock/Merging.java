package dev.jpgo.core.phase.lock;

/** Monitors that are left and entered again, and ways that only look like it. */
@SuppressWarnings({"UnusedVariable", "SynchronizeOnNonFinalField", "NonAtomicVolatileUpdate"})
final class Merging {
  static final int[] NUMBERS = {3, 1, 4};
  static final Merging FIRST = new Merging();
  static final Merging SECOND = new Merging();

  int value;
  volatile int ordered;

  private Merging() {}

  static final class Late {
    static int value = 5;

    private Late() {}
  }

  private static String state(Merging... all) {
    StringBuilder text = new StringBuilder();
    for (Merging each : all) {
      text.append(each.value).append(each.ordered).append(Thread.holdsLock(each)).append(' ');
      each.value = 0;
      each.ordered = 0;
    }
    return text.toString();
  }

  static int otherCode(int number) {
    return number * 3;
  }

  // --- merged

  static String adjacent(int k) {
    Merging x = FIRST;
    synchronized (x) {
      x.value += k;
    }
    synchronized (x) {
      x.value *= 2;
    }
    return state(x);
  }

  static String threeTimes(int k) {
    Merging x = FIRST;
    int[] numbers = NUMBERS;
    synchronized (x) {
      x.value += k;
    }
    int sum = k + numbers[0];
    synchronized (x) {
      x.value *= 2;
    }
    sum += numbers[1];
    synchronized (x) {
      x.value -= sum;
    }
    return state(x);
  }

  static String throwing(int k) {
    Merging x = FIRST;
    int[] numbers = NUMBERS;
    int read = -1;
    try {
      synchronized (x) {
        x.value += k;
      }
      read = numbers[k];
      synchronized (x) {
        x.value *= read;
      }
    } catch (ArrayIndexOutOfBoundsException e) {
      return "out " + read + Thread.holdsLock(x) + e.getStackTrace()[0] + state(x);
    }
    return read + state(x);
  }

  static String throwingToNobody(int k) {
    try {
      return leaving(FIRST, NUMBERS, k) + state(FIRST);
    } catch (ArrayIndexOutOfBoundsException | ArithmeticException e) {
      return e.getMessage() + e.getStackTrace()[0] + state(FIRST);
    }
  }

  private static int leaving(Merging x, int[] numbers, int k) {
    synchronized (x) {
      x.value += k;
    }
    int read = numbers[k] / (k - 2);
    synchronized (x) {
      return x.value * read;
    }
  }

  static String throwingInside(int k) {
    Merging x = FIRST;
    int[] numbers = NUMBERS;
    int read = 0;
    try {
      synchronized (x) {
        x.value += k;
      }
      read = k * 7;
      synchronized (x) {
        x.value += numbers[k];
      }
    } catch (ArrayIndexOutOfBoundsException e) {
      return "out " + read + state(x);
    } finally {
      read += Thread.holdsLock(x) ? 1000 : 1;
    }
    return read + state(x);
  }

  static String withinAnother(int k) {
    Merging x = FIRST;
    Merging y = SECOND;
    int[] numbers = NUMBERS;
    try {
      synchronized (y) {
        y.value++;
        synchronized (x) {
          x.value += k;
        }
        y.value += numbers[k];
        synchronized (x) {
          x.value *= 3;
        }
        y.value += x.value;
      }
    } catch (ArrayIndexOutOfBoundsException e) {
      return "out " + state(x, y);
    }
    return state(x, y);
  }

  static String beforeIsNotHeld(int k) {
    Merging x = FIRST;
    int[] numbers = NUMBERS;
    int read = 0;
    try {
      read = numbers[k];
      synchronized (x) {
      }
      x.value += numbers[2];
      synchronized (x) {
        x.value += read;
      }
      read += numbers[k + 1];
    } catch (ArrayIndexOutOfBoundsException e) {
      return "out " + read + state(x);
    }
    return read + state(x);
  }

  static String inLoop(int k) {
    Merging x = FIRST;
    for (int i = 0; i < k + 3; i++) {
      synchronized (x) {
        x.value += i;
      }
      x.value++;
      synchronized (x) {
        x.value *= 2;
      }
    }
    return state(x);
  }

  // --- left alone

  static String ofOthers(int k) {
    Merging x = FIRST;
    Merging y = SECOND;
    synchronized (x) {
      x.value += k;
    }
    synchronized (y) {
      y.value += k;
    }
    return state(x, y);
  }

  static String aroundACall(int k) {
    Merging x = FIRST;
    synchronized (x) {
      x.value += k;
    }
    int other = otherCode(k);
    synchronized (x) {
      x.value += other;
    }
    return state(x);
  }

  static String aroundVolatile(int k) {
    Merging x = FIRST;
    synchronized (x) {
      x.value += k;
    }
    x.ordered = k;
    synchronized (x) {
      x.value += k;
    }
    return state(x);
  }

  static String aroundAFunction(int k) {
    Merging x = FIRST;
    synchronized (x) {
      x.value += k;
    }
    int least = Math.min(k, 2);
    synchronized (x) {
      x.value += least;
    }
    return state(x);
  }

  static String aroundACast(int k) {
    Merging x = FIRST;
    Object other = k > 1 ? x : "text";
    synchronized (x) {
      x.value += k;
    }
    boolean is = other instanceof String;
    synchronized (x) {
      x.value += is ? 1 : 2;
    }
    return state(x);
  }

  static String beforeACall(int k) {
    Merging x = FIRST;
    synchronized (x) {
      x.value += k;
    }
    synchronized (x) {
      x.value += otherCode(k);
    }
    return state(x);
  }

  static String beforeALoop(int k) {
    Merging x = FIRST;
    synchronized (x) {
      x.value += k;
    }
    synchronized (x) {
      for (int i = 0; i < k; i++) {
        x.value += i;
      }
    }
    return state(x);
  }

  static String aroundAnother(int k) {
    Merging x = FIRST;
    Merging y = SECOND;
    synchronized (x) {
      x.value += k;
    }
    synchronized (y) {
      synchronized (x) {
        x.value += k;
      }
    }
    return state(x, y);
  }

  static String aroundInitialization(int k) {
    Merging x = FIRST;
    synchronized (x) {
      x.value += k;
    }
    int late = Late.value;
    synchronized (x) {
      x.value += late;
    }
    return state(x);
  }

  static String aroundAnObject(int k) {
    Merging x = FIRST;
    int[] made;
    synchronized (x) {
      x.value += k;
    }
    made = new int[k + 2];
    synchronized (x) {
      x.value += made.length;
    }
    return state(x);
  }

  static String ofOneWay(int k) {
    Merging x = FIRST;
    if (k > 0) {
      synchronized (x) {
        x.value += k;
      }
    }
    x.value++;
    synchronized (x) {
      x.value *= 2;
    }
    return state(x);
  }

  static String roundAndRound(int k) {
    Merging x = FIRST;
    for (int i = 0; i < k + 3; i++) {
      synchronized (x) {
        x.value += i;
      }
    }
    return state(x);
  }

  static String caughtBetween(int k) {
    Merging x = FIRST;
    int[] numbers = NUMBERS;
    int read;
    synchronized (x) {
      x.value += k;
    }
    try {
      read = numbers[k];
    } catch (ArrayIndexOutOfBoundsException e) {
      read = Thread.holdsLock(x) ? 1000 : -1;
    }
    synchronized (x) {
      x.value += read;
    }
    return state(x);
  }
}
