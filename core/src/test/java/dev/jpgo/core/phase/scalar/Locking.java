package dev.jpgo.core.phase.scalar;

/** Objects that are locked where nobody else has them, and others that only seem to be. */
@SuppressWarnings({"ReferenceEquality", "UnusedVariable", "SynchronizeOnNonFinalField"})
final class Locking {
  static Object kept;
  static volatile int ordered;

  private Locking() {}

  static int keep(Object object) {
    kept = object;
    return 1;
  }

  static int otherCode(int number) {
    return number * 3;
  }

  // --- classes

  static final class Own {
    int value;
    volatile int counted;
    Own next;
    Object other;

    Own(int value) {
      this.value = value;
    }

    @Override
    public String toString() {
      return "own " + value;
    }
  }

  static final class Leaking {
    int value = 3;

    Leaking() {
      kept = this;
    }
  }

  static final class SelfLocking {
    int value;

    SelfLocking(int number) {
      synchronized (this) {
        value = number;
      }
    }
  }

  static final class Finished {
    int value;

    @Override
    @SuppressWarnings({"deprecation", "removal", "Finalize"})
    protected void finalize() {
      value++;
    }
  }

  static final class Late {
    int value = 5;
  }

  // --- nobody else has them

  static int plain(int number) {
    Object lock = new Object();
    synchronized (lock) {
      return otherCode(number);
    }
  }

  static int own(int number) {
    Own own = new Own(number);
    synchronized (own) {
      own.value += otherCode(number);
      own.counted++;
    }
    synchronized (own) {
      return own.value + own.counted;
    }
  }

  static int nested(int number) {
    Own own = new Own(number);
    Object lock = new Object();
    synchronized (own) {
      synchronized (lock) {
        synchronized (own) {
          own.value++;
        }
      }
      return own.value / (number - 3);
    }
  }

  static int thrown(int number) {
    Own own = new Own(number);
    int result = 0;
    try {
      synchronized (own) {
        own.value = 100 / number;
        result = 1;
      }
    } catch (ArithmeticException e) {
      synchronized (own) {
        result = own.value + 7;
      }
    }
    return result;
  }

  static int inLoop(int number) {
    int sum = 0;
    for (int i = 0; i < (number & 7); i++) {
      Own own = new Own(i);
      for (int k = 0; k < 3; k++) {
        synchronized (own) {
          own.value += k;
        }
      }
      sum += own.value;
    }
    return sum;
  }

  /** What one iteration gives away is not what the others lock. */
  static int givenAwayByOtherIterations(int number) {
    int sum = 0;
    for (int i = 0; i < (number & 7); i++) {
      Own own = new Own(i);
      if ((i & 1) == 0) {
        sum += keep(own);
      } else {
        synchronized (own) {
          sum += ++own.value;
        }
      }
    }
    return sum;
  }

  static int asked(int number) {
    Object own = new Own(number);
    synchronized (own) {
      int result = own == kept ? 1 : 2;
      if (own instanceof Own it) {
        it.next = null;
        result += it.value;
      }
      return own == null ? 0 : result;
    }
  }

  /** Holding others gives nothing away. */
  static int holdsAnother(int number) {
    Own own = new Own(number);
    synchronized (own) {
      own.other = kept;
      return own.other == kept ? 1 : 2;
    }
  }

  // --- somebody may have them

  static int parameter(int number) {
    return locks(new Own(number));
  }

  static int locks(Own own) {
    synchronized (own) {
      return own.value++;
    }
  }

  static int storedBefore(int number) {
    Own own = new Own(number);
    kept = own;
    synchronized (own) {
      return own.value++;
    }
  }

  static int storedInside(int number) {
    Own own = new Own(number);
    synchronized (own) {
      kept = own;
      own.value++;
    }
    return number;
  }

  /** Who gets it without a lock sees what was written before, once he has locked it. */
  static int storedAfter(int number) {
    Own own = new Own(number);
    synchronized (own) {
      own.value++;
    }
    kept = own;
    return number;
  }

  static int storedInsideForever(int number) {
    Own own = new Own(number);
    synchronized (own) {
      own.value++;
      if (number == 12345) {
        kept = own;
        while (true) {
          ordered++;
        }
      }
    }
    return number;
  }

  static int passed(int number) {
    Own own = new Own(number);
    synchronized (own) {
      return keep(own) + own.value;
    }
  }

  static Object returned(int number) {
    Own own = new Own(number);
    synchronized (own) {
      own.value++;
    }
    return own.value > 3 ? own : null;
  }

  static int thrownItself(int number) {
    RuntimeException own = new RuntimeException("own");
    synchronized (own) {
      if (number > 3) {
        throw own;
      }
    }
    return number;
  }

  static int inAnArray(int number) {
    Own own = new Own(number);
    Object[] array = {own};
    synchronized (own) {
      own.value++;
    }
    return array.length;
  }

  static int heldByAnother(int number) {
    Own own = new Own(number);
    Own another = new Own(3);
    another.next = own;
    synchronized (own) {
      own.value++;
    }
    return keep(another);
  }

  static int heldByItself(int number) {
    Own own = new Own(number);
    own.next = own;
    synchronized (own) {
      own.value++;
    }
    return keep(own.next);
  }

  static int merged(int number) {
    Own own = new Own(number);
    Object chosen = number > 3 ? own : "text";
    synchronized (own) {
      own.value++;
    }
    return keep(chosen);
  }

  static int mergedAndLocked(int number) {
    Object chosen = number > 3 ? new Own(number) : Locking.class;
    synchronized (chosen) {
      return otherCode(number);
    }
  }

  static int ofTheLastIteration(int number) {
    Own last = null;
    int sum = 0;
    for (int i = 0; i < (number & 7); i++) {
      Own own = new Own(i);
      synchronized (own) {
        own.value++;
      }
      if (last != null) {
        sum += keep(last);
      }
      last = own;
    }
    return sum;
  }

  static int seenInAHandler(int number) {
    Own own = new Own(number);
    try {
      synchronized (own) {
        own.value = 100 / number;
      }
    } catch (ArithmeticException e) {
      return keep(own);
    }
    return number;
  }

  static int givenAwayOnTheWayBack(int number) {
    Own own = new Own(number);
    int sum = 0;
    for (int i = 0; i < (number & 7); i++) {
      synchronized (own) {
        sum += own.value++;
      }
      if (i == 3) {
        sum += keep(own);
      }
    }
    return sum;
  }

  static int holdsLock(int number) {
    Own own = new Own(number);
    synchronized (own) {
      return Thread.holdsLock(own) ? 1 : 2;
    }
  }

  static int notifies(int number) {
    Own own = new Own(number);
    synchronized (own) {
      own.notifyAll();
    }
    return number;
  }

  static int leaking(int number) {
    Leaking own = new Leaking();
    synchronized (own) {
      return own.value + number;
    }
  }

  static int selfLocking(int number) {
    SelfLocking own = new SelfLocking(number);
    synchronized (own) {
      return own.value;
    }
  }

  static int finished(int number) {
    Finished own = new Finished();
    synchronized (own) {
      return own.value + number;
    }
  }

  static int late(int number) {
    Late own = new Late();
    synchronized (own) {
      return own.value + number;
    }
  }

  static int captured(int number) {
    Own own = new Own(number);
    Runnable later = () -> keep(own);
    synchronized (own) {
      own.value++;
    }
    kept = later;
    return number;
  }
}
