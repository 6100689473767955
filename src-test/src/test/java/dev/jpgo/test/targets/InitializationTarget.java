package dev.jpgo.test.targets;

/** When classes initialize, in which order, once; and what a failing initializer leaves. */
final class InitializationTarget implements Target {
  private static final StringBuilder ORDER = new StringBuilder();

  static int note(String name) {
    ORDER.append(name).append(';');
    return ORDER.length();
  }

  static class Parent {
    static final int P = note("parent");
    static int touched;

    static int touch() {
      return ++touched;
    }
  }

  static final class Child extends Parent {
    static final int C = note("child");
    static final String CONSTANT = "constant";

    static int own() {
      return C + touch();
    }
  }

  static final class Late {
    static final int L = note("late");

    static int get() {
      return L > 0 ? 1 : 0;
    }
  }

  static final class Broken {
    static final int B = fail();

    static int fail() {
      note("broken");
      throw new IllegalStateException("broken on purpose");
    }

    static int get() {
      return B;
    }
  }

  interface WithDefault {
    int I = note("interface");

    default int answer() {
      return 42;
    }
  }

  static final class Implementor implements WithDefault {}

  @Override
  public void run(Effects effects, int seed) {
    Parent.touched = 0;
    for (int i = 0; i < 8; i++) {
      effects.add(Child.CONSTANT);
      if (i > 1) {
        effects.add(Child.touch());
      }
      if (i > 3) {
        effects.add(Late.get());
      }
      if (i > 4) {
        effects.add(Child.own() > 0 ? 1 : 0);
      }
      if (i > 5) {
        effects.add(new Implementor().answer());
      }
    }
    try {
      effects.add(Broken.get());
    } catch (ExceptionInInitializerError e) {
      effects.add("initializer");
    } catch (NoClassDefFoundError e) {
      effects.add("no class");
    }
    if (seed == 0) {
      effects.add(ORDER.toString());
    }
  }
}
