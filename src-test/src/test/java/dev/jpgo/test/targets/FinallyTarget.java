package dev.jpgo.test.targets;

/**
 * Nested finally blocks: returns that override, loops left by break, state changed on the way out.
 */
final class FinallyTarget implements Target {
  @Override
  public void run(Effects effects, int seed) {
    for (int i = 0; i < 10; i++) {
      effects.add(overriding(i));
      effects.add(kept(i + seed));
      effects.add(loops(effects, i));
      try {
        effects.add(nested(effects, i));
      } catch (RuntimeException e) {
        effects.add(e);
      }
    }
  }

  @SuppressWarnings("finally")
  private static int overriding(int i) {
    try {
      if (i % 2 == 0) {
        throw new IllegalStateException();
      }
      return 1;
    } finally {
      return i + 10;
    }
  }

  private static int kept(int i) {
    int x = i;
    try {
      x++;
      return x;
    } finally {
      x += 100;
    }
  }

  private static int loops(Effects effects, int i) {
    int sum = 0;
    outer:
    for (int a = 0; a < 4; a++) {
      for (int b = 0; ; b++) {
        try {
          if (b == i) {
            break;
          }
          if (a * b > 6) {
            continue outer;
          }
          if (a + b == 9) {
            return sum;
          }
          sum += a * b;
        } finally {
          sum++;
          effects.add(sum);
        }
      }
    }
    return sum;
  }

  private static int nested(Effects effects, int i) {
    int state = 0;
    try {
      try {
        state = 1;
        if (i % 3 == 0) {
          throw new IllegalArgumentException("a" + i);
        }
        state = 2;
      } finally {
        effects.add(state);
        if (i % 4 == 0) {
          throw new IllegalStateException("b" + i);
        }
        state += 10;
      }
    } catch (IllegalArgumentException e) {
      effects.add(e);
      state += 100;
    } finally {
      effects.add(state);
    }
    return state;
  }
}
