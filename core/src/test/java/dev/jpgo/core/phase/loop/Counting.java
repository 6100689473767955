package dev.jpgo.core.phase.loop;

import java.util.function.IntBinaryOperator;

/**
 * Loops that count up and down, tried from and to all of {@link #edges}. A loop that would not end
 * soon is left after some iterations.
 */
public final class Counting {
  private static final int ENOUGH = 23;

  private Counting() {}

  /** Tries a loop from and to all edges. */
  static String edges(IntBinaryOperator loop) {
    int[] bases = {Integer.MIN_VALUE, -7, 0, 12, Integer.MAX_VALUE};
    long hash = 7;
    StringBuilder some = new StringBuilder();
    for (int first : bases) {
      for (int second : bases) {
        for (int k = -6; k <= 6; k++) {
          for (int m = -6; m <= 6; m++) {
            int result = loop.applyAsInt(first + k, second + m);
            hash = hash * 1_000_003 + result;
            if (((k + m) & 7) == 0) {
              some.append(result).append(' ');
            }
          }
        }
      }
    }
    return hash + ": " + some;
  }

  static String edgesUpward() {
    return edges(Counting::less)
        + edges(Counting::lessOrEqual)
        + edges(Counting::different)
        + edges(Counting::mirrored)
        + edges(Counting::byTwo)
        + edges(Counting::byThreeOrEqual)
        + edges(Counting::byMany)
        + edges(Counting::countedBefore)
        + edges(Counting::countedAfter)
        + edges(Counting::differentByTwo)
        + edges(Counting::belowLength)
        + edges(Counting::toConstants);
  }

  static String edgesDownward() {
    return edges(Counting::greater)
        + edges(Counting::greaterOrEqual)
        + edges(Counting::differentDown)
        + edges(Counting::downByThree)
        + edges(Counting::downToZero)
        + edges(Counting::downBefore)
        + edges(Counting::downToConstants);
  }

  // --- upward

  static int less(int from, int to) {
    int sum = 1;
    int count = 0;
    for (int i = from; i < to; i++) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum;
  }

  static int lessOrEqual(int from, int to) {
    int sum = 1;
    int count = 0;
    for (int i = from; i <= to; i++) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum;
  }

  static int different(int from, int to) {
    int sum = 1;
    int count = 0;
    int i = from;
    for (; i != to; i++) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum + i;
  }

  static int differentByTwo(int from, int to) {
    int sum = 1;
    int count = 0;
    for (int i = from; i != to; i += 2) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum;
  }

  static int mirrored(int from, int to) {
    int sum = 1;
    int count = 0;
    for (int i = from; to > i; i += 1) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        break;
      }
    }
    return sum + count;
  }

  static int byTwo(int from, int to) {
    int sum = 1;
    int count = 0;
    for (int i = from; i < to; i += 2) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum;
  }

  static int byThreeOrEqual(int from, int to) {
    int sum = 1;
    int count = 0;
    for (int i = from; i <= to; i -= -3) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum;
  }

  static int byMany(int from, int to) {
    int sum = 1;
    int count = 0;
    for (int i = from; i < to; i += 65_000) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum;
  }

  static int countedBefore(int from, int to) {
    int sum = 1;
    int count = 0;
    int i = from;
    while (++i < to) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum * 31 + i;
  }

  static int countedAfter(int from, int to) {
    int sum = 1;
    int count = 0;
    int i = from;
    while (i++ < to) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum * 31 + i;
  }

  static int belowLength(int from, int to) {
    int[] array = new int[to & 15];
    int sum = 1;
    int count = 0;
    for (int i = from; i < array.length; i++) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum;
  }

  static int toConstants(int from, int to) {
    int sum = 0;
    int count = 0;
    for (int i = from; i < Integer.MAX_VALUE; i++) {
      if (++count > ENOUGH) {
        break;
      }
    }
    for (int i = from; i <= 3; i++) {
      if (++count > 2 * ENOUGH) {
        break;
      }
    }
    for (int i = to; i < 0; i++) {
      sum = sum * 3 + i;
      if (++count > 3 * ENOUGH) {
        break;
      }
    }
    for (int i = to; i < Integer.MIN_VALUE + 2; i++) {
      sum = sum * 5 + i;
    }
    return sum + count;
  }

  // --- downward

  static int greater(int from, int to) {
    int sum = 1;
    int count = 0;
    for (int i = from; i > to; i--) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum;
  }

  static int greaterOrEqual(int from, int to) {
    int sum = 1;
    int count = 0;
    for (int i = from; i >= to; i--) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum;
  }

  static int differentDown(int from, int to) {
    int sum = 1;
    int count = 0;
    for (int i = from; i != to; i--) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum;
  }

  static int downByThree(int from, int to) {
    int sum = 1;
    int count = 0;
    for (int i = from; i >= to; i -= 3) {
      sum = sum * 31 + i;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum;
  }

  static int downToZero(int from, int to) {
    int sum = 1;
    int count = 0;
    int left = from;
    while (left-- > 0) {
      sum = sum * 31 + left + to;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum + left;
  }

  static int downBefore(int from, int to) {
    int sum = 1;
    int count = 0;
    int left = from;
    while (--left >= 0) {
      sum = sum * 31 + left + to;
      if (++count > ENOUGH) {
        return -sum;
      }
    }
    return sum * 31 + left;
  }

  static int downToConstants(int from, int to) {
    int sum = 0;
    int count = 0;
    for (int i = from; i > Integer.MIN_VALUE; i--) {
      if (++count > ENOUGH) {
        break;
      }
    }
    for (int i = from; i >= Integer.MAX_VALUE - 1; i--) {
      sum = sum * 3 + i;
    }
    for (int i = to; i != 0; i--) {
      if (++count > 2 * ENOUGH) {
        break;
      }
    }
    return sum + count;
  }
}
