package dev.jpgo.core.phase.targets;

import java.util.ArrayList;
import java.util.List;

/** Records of every kind of component. */
@SuppressWarnings("unused") // called by reflection
public final class Records {
  static final StringBuilder LOG = new StringBuilder();

  record None() {}

  record Primitives(boolean z, byte b, short s, char c, int i, long j, float f, double d) {}

  record One(double value) {}

  record Inner(String text, Object object) {}

  record Outer(Inner first, Inner second, int[] array, Integer number, Outer next) {}

  record Generic<T extends Comparable<T>>(T value, List<? extends T> more) {}

  record Noisy(Voice a, int number, Voice b, Voice c) {}

  record Own(int a, String b) {
    @Override
    public int hashCode() {
      return 7;
    }

    int theirs() {
      return a;
    }
  }

  /** Notes what is asked of it. */
  static final class Voice {
    private final String name;
    private final boolean fails;

    Voice(String name, boolean fails) {
      this.name = name;
      this.fails = fails;
    }

    @Override
    public int hashCode() {
      LOG.append(name).append("#");
      if (fails) {
        throw new IllegalStateException(name);
      }
      return name.length();
    }

    @Override
    public boolean equals(Object other) {
      LOG.append(name).append("=");
      if (fails) {
        throw new IllegalStateException(name);
      }
      return other instanceof Voice voice && voice.name.equals(name);
    }

    @Override
    public String toString() {
      LOG.append(name).append("'");
      if (fails) {
        throw new IllegalStateException(name);
      }
      return name.equals("null") ? null : name;
    }
  }

  private Records() {}

  private static List<Object> samples() {
    List<Object> all = new ArrayList<>();
    all.add(new None());
    float[] floats = {0f, -0f, Float.NaN, Float.intBitsToFloat(0x7fc00001), 1.5f, -1e30f};
    double[] doubles = {0, -0d, Double.NaN, Double.longBitsToDouble(0x7ff8000000000001L), 3e300};
    long[] longs = {0, -1, Long.MIN_VALUE, 1L << 32, 12345678901L};
    int[] ints = {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 77};
    for (int i = 0; i < 12; i++) {
      boolean z = i % 2 == 0;
      byte b = (byte) (i * 50);
      short s = (short) (i * 7001);
      char c = (char) (i * 9001);
      int n = ints[i % ints.length];
      long j = longs[(i + 2) % longs.length];
      float f = floats[i % floats.length];
      double d = doubles[i % doubles.length];
      all.add(new Primitives(z, b, s, c, n, j, f, d));
      all.add(new Primitives(z, b, s, c, n, j, f, d));
      all.add(new Primitives(!z, b, s, c, n, j, -f, d));
      all.add(new Primitives(z, b, s, (char) (c + 1), n, j ^ (1L << 40), f, -d));
      all.add(new One(d));
      all.add(new One(-d));
    }
    Inner inner = new Inner("text", 5);
    Inner empty = new Inner(null, null);
    all.add(inner);
    all.add(new Inner("te" + "xt".length(), 5L));
    all.add(empty);
    all.add(new Inner(null, empty));
    Outer outer = new Outer(inner, empty, null, 5, null);
    all.add(outer);
    all.add(new Outer(inner, null, null, null, outer));
    all.add(new Outer(new Inner("text", 5), new Inner(null, null), null, 5, null));
    all.add(new Generic<>("a", List.of("b")));
    all.add(new Generic<>("a", List.of("b")));
    all.add(new Generic<>(3, null));
    all.add(new Own(3, "x"));
    all.add(new Own(4, "x"));
    return all;
  }

  static String hashCodes() {
    StringBuilder result = new StringBuilder();
    for (Object each : samples()) {
      result.append(each.hashCode()).append(' ');
    }
    return result.toString();
  }

  static String equalities() {
    StringBuilder result = new StringBuilder();
    List<Object> all = samples();
    for (Object one : all) {
      for (Object other : all) {
        result.append(one.equals(other) ? '1' : '0');
      }
      result.append(one.equals(null)).append(one.equals("x")).append('\n');
    }
    return result.toString();
  }

  static String texts() {
    StringBuilder result = new StringBuilder();
    for (Object each : samples()) {
      result.append(each).append('\n');
    }
    return result.toString();
  }

  static String arraysByIdentity() {
    int[] array = {1};
    Outer one = new Outer(null, null, array, null, null);
    Outer other = new Outer(null, null, array, null, null);
    Outer copy = new Outer(null, null, array.clone(), null, null);
    return one.equals(other) + " " + one.equals(copy) + (one.hashCode() == other.hashCode());
  }

  /** In which order components are asked, and what comes of an exception. */
  static String noise() {
    LOG.setLength(0);
    for (int bad = 0; bad < 5; bad++) {
      for (int different = 0; different < 4; different++) {
        Noisy one = noisy(bad, 3);
        Noisy other = noisy(bad, different);
        tell(one, other);
      }
    }
    tell(new Noisy(null, 1, null, new Voice("null", false)), noisy(4, 4));
    return LOG.toString();
  }

  private static Noisy noisy(int bad, int different) {
    return new Noisy(
        new Voice(different == 0 ? "other" : "a", bad == 0),
        different == 1 ? 6 : 5,
        new Voice(different == 2 ? "other" : "b", bad == 1),
        new Voice("c", bad == 2));
  }

  private static void tell(Noisy one, Noisy other) {
    try {
      LOG.append(one.hashCode());
    } catch (IllegalStateException e) {
      LOG.append(e.getMessage());
    }
    try {
      LOG.append(one.equals(other)).append(one.equals(one));
    } catch (IllegalStateException e) {
      LOG.append(e.getMessage());
    }
    try {
      LOG.append(one);
    } catch (IllegalStateException e) {
      LOG.append(e.getMessage());
    }
    LOG.append('\n');
  }

  static int nested() {
    int sum = 0;
    Inner[] all = {new Inner("a", 1), new Inner("b", 2), new Inner("a", 1)};
    for (Inner one : all) {
      for (Inner other : all) {
        sum = sum * 31 + (one.equals(other) ? 1 : 0);
      }
      sum += one.hashCode();
    }
    return sum;
  }
}
