package dev.jpgo.test.targets;

/**
 * Dense and sparse switches, on strings and enums, with fall-through and yields, nested in loops.
 */
final class SwitchTarget implements Target {
  enum Color {
    RED,
    GREEN,
    BLUE
  }

  @Override
  public void run(Effects effects, int seed) {
    for (int i = -2; i < 14; i++) {
      effects.add(dense(i));
      effects.add(sparse(i * 1000 + seed));
      effects.add(text(i % 3 == 0 ? "Aa" : i % 3 == 1 ? "BB" : "other" + i));
      effects.add(color(Color.values()[(i + 3) % 3]));
      effects.add(machine(i, 5));
    }
    try {
      effects.add(color(null));
    } catch (NullPointerException e) {
      effects.add("null color");
    }
  }

  @SuppressWarnings("fallthrough")
  private static int dense(int i) {
    int r = 0;
    switch (i) {
      case 0:
        r++;
      case 1:
        r += 10;
        break;
      case 2:
      case 3:
        return 99;
      case 4:
        r = -1;
      default:
        r--;
    }
    return r;
  }

  private static String sparse(int i) {
    return switch (i) {
      case Integer.MIN_VALUE -> "min";
      case -1000 -> "minus";
      case 0, 1000 -> "small";
      case 5000 -> {
        String s = "five";
        yield s + i;
      }
      case Integer.MAX_VALUE -> "max";
      default -> "none";
    };
  }

  private static int text(String s) {
    return switch (s) {
      case "Aa" -> 1;
      case "BB" -> 2;
      case "other2" -> 3;
      default -> s.length();
    };
  }

  private static int color(Color color) {
    return switch (color) {
      case RED -> 1;
      case GREEN -> 20;
      case BLUE -> 300;
    };
  }

  private static int machine(int state, int steps) {
    int trace = 0;
    while (steps-- > 0) {
      switch (state & 3) {
        case 0 -> state += 5;
        case 1 -> {
          if (trace > 1000) {
            return trace;
          }
          state *= 3;
        }
        case 2 -> state--;
        default -> state = trace & 7;
      }
      trace = trace * 5 + state;
    }
    return trace;
  }
}
