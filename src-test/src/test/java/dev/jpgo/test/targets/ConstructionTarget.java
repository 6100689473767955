package dev.jpgo.test.targets;

/**
 * Constructors: branches and handlers between new and init, this and super calls, escaping this.
 */
final class ConstructionTarget implements Target {
  private static int made;

  static class Base {
    final int a;
    String seen;

    Base(int a) {
      this.a = a;
      made++;
      seen = describe();
    }

    Base(String text) {
      this(text.length() > 3 ? text.hashCode() : text.isEmpty() ? -1 : 1);
    }

    String describe() {
      return "base" + a;
    }
  }

  static final class Derived extends Base {
    private final long b;
    private final String c;

    Derived(int x, boolean flag) {
      super(flag ? x * 2 : check(x));
      b = flag ? 1L : 2L;
      c = "c" + b;
    }

    @Override
    String describe() {
      return "derived" + a + b + c;
    }
  }

  private static int check(int x) {
    if (x == 3) {
      throw new IllegalArgumentException("three");
    }
    return x;
  }

  @Override
  public void run(Effects effects, int seed) {
    made = 0;
    for (int i = 0; i < 6; i++) {
      try {
        Derived derived = new Derived(i, i % 2 == 0);
        effects.add(derived.seen + derived.describe());
        Base base = new Base(i > 3 ? "long text" : i > 1 ? "a" : "");
        effects.add(base.a + choose(i, seed).a);
        effects.add(new Base(new Base(new Base(i).a + 1).a * 2).seen);
      } catch (IllegalArgumentException e) {
        effects.add(e);
      }
      effects.add(made);
    }
  }

  private static Base choose(int i, int seed) {
    return new Base(i > 2 ? (seed > i ? seed : i) : tryParse("x" + i));
  }

  private static int tryParse(String s) {
    try {
      return Integer.parseInt(s);
    } catch (NumberFormatException e) {
      return s.length();
    }
  }
}
