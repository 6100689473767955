package dev.jpgo.core.phase.simplify;

/** Accesses behind tests of their indices. */
public final class Indexed {
  private static int calls;
  private static int written;

  private Indexed() {}

  static int rare(int value) {
    calls++;
    return -value - 1000 * calls;
  }

  static int tested(byte[] array, int index) {
    slow:
    {
      try {
        if (index < 0) {
          break slow;
        }
        if (index >= array.length) {
          break slow;
        }
        return array[index];
      } catch (RuntimeException e) {
        // as if it had been tested
      }
    }
    return rare(index);
  }

  static int turned(byte[] array, int index) {
    slow:
    {
      try {
        if (array.length > index) {
          if (index >= 0) {
            return array[index] & 255;
          }
        }
      } catch (RuntimeException e) {
        // as if it had been tested
      }
    }
    return rare(index);
  }

  /** As a list does: its size is not its array's. */
  static int counted(byte[] array, int index) {
    slow:
    {
      try {
        Held held = new Held(array);
        if (index < 0) {
          break slow;
        }
        if (index >= held.size) {
          break slow;
        }
        return held.array[index];
      } catch (RuntimeException e) {
        // as if it had been tested
      }
    }
    return rare(index);
  }

  static final class Held {
    final byte[] array;
    final int size;

    Held(byte[] array) {
      this.array = array;
      this.size = array.length - 1;
    }
  }

  static int written(byte[] array, int index) {
    slow:
    {
      try {
        if (index < 0) {
          break slow;
        }
        written = index;
        return array[index];
      } catch (RuntimeException e) {
        // as if it had been tested
      }
    }
    return rare(index) + written;
  }

  static int other(byte[] array, byte[] second, int index) {
    slow:
    {
      try {
        if (index >= array.length) {
          break slow;
        }
        return second[index];
      } catch (RuntimeException e) {
        // as if it had been tested
      }
    }
    return rare(index);
  }

  static int next(byte[] array, int index) {
    slow:
    {
      try {
        if (index < 0) {
          break slow;
        }
        return array[index + 1];
      } catch (RuntimeException e) {
        // as if it had been tested
      }
    }
    return rare(index);
  }

  static int told(byte[] array, int index) {
    int why = 3;
    slow:
    {
      try {
        if (index < 0) {
          why = 4;
          break slow;
        }
        return array[index];
      } catch (RuntimeException e) {
        // another reason
      }
    }
    return rare(why);
  }

  static int kept(byte[] array, int index) {
    String message = "tested";
    slow:
    {
      try {
        if (index < 0) {
          break slow;
        }
        return array[index];
      } catch (RuntimeException e) {
        message = e.getClass().getName();
      }
    }
    return rare(index) + message.length();
  }

  static int ofNull(byte[] array, int index) {
    slow:
    {
      try {
        if (index < 0) {
          break slow;
        }
        return array[index];
      } catch (NullPointerException e) {
        // as if it had been tested
      }
    }
    return rare(index);
  }

  static int uncaught(byte[] array, int index) {
    if (index < 0) {
      return rare(index);
    }
    return array[index];
  }

  static int often(byte[] array, int index) {
    slow:
    {
      try {
        if (index < 0) {
          break slow;
        }
        return array[index];
      } catch (RuntimeException e) {
        // as if it had been tested
      }
    }
    return written + index;
  }

  /** What is told is decided in front of a loop, whose head has no phi for it. */
  static int aroundALoop(byte[] array, int index) {
    int why = 1;
    int zero = index - index;
    try {
      if (index >= 0) {
        why = 2;
        return array[index];
      }
    } catch (RuntimeException e) {
      // another reason
    }
    int turn = zero;
    do {
      turn++;
      rare(why);
    } while (turn < 3);
    return rare(why);
  }

  /** The head of the loop has a phi for what is told, which gets it at the end of a turn alone. */
  static int nextTimeAround(byte[] array, int index) {
    int why = 1;
    int zero = index - index;
    try {
      if (index >= 0) {
        why = 2;
        return array[index];
      }
    } catch (RuntimeException e) {
      // another reason
    }
    int turn = zero;
    int told = zero;
    int answers = zero;
    do {
      answers += rare(told);
      told = why;
      turn++;
    } while (turn < 3);
    return answers;
  }

  /** Both loads fail of the same null, in lines and with messages of their own. */
  static int thrownOn(byte[] array, byte[] second, int index) {
    int element = 0;
    slow:
    {
      try {
        if (index < 0) {
          break slow;
        }
        element = second[index];
      } catch (RuntimeException e) {
        break slow;
      }
      try {
        int unused = array.length;
        return array[1] + element;
      } catch (RuntimeException e) {
        throw e;
      }
    }
    return rare(index);
  }

  /** The other test leads elsewhere. */
  static int elsewhere(byte[] array, int index, int limit) {
    slow:
    {
      try {
        if (index < 0) {
          break slow;
        }
        if (limit < 0) {
          return rare(index) + 7;
        }
        return array[index];
      } catch (RuntimeException e) {
        // as if it had been tested
      }
    }
    return rare(index);
  }

  /** Nothing catches what is thrown on the way. */
  static int outside(Object[] holders, int index) {
    Held held = (Held) holders[0];
    slow:
    {
      if (index < 0) {
        break slow;
      }
      byte[] array = held.array;
      try {
        return array[index];
      } catch (RuntimeException e) {
        // as if it had been tested
      }
    }
    return rare(index);
  }

  /** What follows the length is an access of another array. */
  static int lengthOfAnother(byte[] array, byte[] second, int index) {
    slow:
    {
      try {
        if (index < 0) {
          break slow;
        }
        int first = array[index];
        int unused = second.length;
        return array[0] + first;
      } catch (RuntimeException e) {
        // as if it had been tested
      }
    }
    return rare(index);
  }
}
