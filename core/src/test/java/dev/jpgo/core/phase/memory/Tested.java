package dev.jpgo.core.phase.memory;

import java.util.List;

/** Loops that ask for a class again and again. */
public final class Tested {
  private Tested() {}

  /** What is asked for. */
  interface Weight {
    int weight(int of);
  }

  /** One of two that have it. */
  public static final class Heavy implements Weight {
    private int asked;

    @Override
    public int weight(int of) {
      return of * 10 + asked++;
    }
  }

  /** The other. */
  public static final class Light implements Weight {
    @Override
    public int weight(int of) {
      return of;
    }
  }

  static int weights(Object weight, int rounds) {
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
      if (weight instanceof Heavy) {
        sum += ((Heavy) weight).weight(i);
      } else if (weight instanceof Light) {
        sum += ((Light) weight).weight(i);
      } else {
        sum--;
      }
    }
    return sum;
  }

  static int nested(Object weight, int rounds) {
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
      for (int k = 0; k < i; k++) {
        if (weight instanceof Heavy heavy) {
          sum += heavy.weight(k);
        }
      }
    }
    return sum;
  }

  /** What is asked for changes. */
  static int changing(Object first, Object second, int rounds) {
    Object weight = first;
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
      if (weight instanceof Heavy) {
        sum += ((Heavy) weight).weight(i);
      }
      weight = i % 3 == 0 ? second : first;
    }
    return sum;
  }

  /** The cast is made whatever the test says, and may fail. */
  static int cast(Object weight, int rounds) {
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
      if (weight instanceof Heavy) {
        sum++;
      }
      if (i > 2) {
        sum += ((Heavy) weight).weight(i);
      }
    }
    return sum;
  }

  /** In a handler, and behind the loop. */
  static int caught(Object weight, int[] numbers) {
    int sum = 0;
    int i = 0;
    while (true) {
      try {
        sum += numbers[i++];
        if (!(weight instanceof Light)) {
          continue;
        }
        sum += ((Light) weight).weight(1);
      } catch (IndexOutOfBoundsException e) {
        return weight instanceof Light ? sum + ((Light) weight).weight(sum) : -sum;
      }
    }
  }

  public static String run() {
    StringBuilder text = new StringBuilder();
    for (Object each : List.of(new Heavy(), new Light(), "other")) {
      text.append(weights(each, 5)).append(' ').append(weights(null, 2)).append(' ');
      text.append(weights(each, 0)).append(' ').append(nested(each, 4)).append(' ');
      text.append(changing(each, new Heavy(), 7)).append(' ');
      text.append(caught(each, new int[] {4, 5, 6})).append(' ');
      try {
        text.append(cast(each, 3)).append(' ').append(cast(each, 5));
      } catch (ClassCastException e) {
        text.append("no cast");
      }
      text.append('\n');
    }
    return text.toString();
  }
}
