package dev.jpgo.core.phase.order;

/** Tests one after the other; {@code times} says how often a block runs. */
@SuppressWarnings("fallthrough")
final class Ordered {
  private Ordered() {}

  static int times(int count) {
    return count;
  }

  static class A {}

  static class AA extends A {}

  static class B {}

  static final class C {}

  interface I {}

  static final class D implements I {}

  static int disjoint(Object o) {
    if (o instanceof A) {
      return times(5);
    }
    if (o instanceof B) {
      return times(10);
    }
    if (o instanceof C) {
      return times(80);
    }
    return times(3) + 1;
  }

  static int negated(Object o, int k) {
    int result = k;
    if (!(o instanceof A)) {
      if (!(o instanceof C)) {
        result = times(2) * k;
      } else {
        result += times(90);
      }
    } else {
      result -= times(7);
    }
    return result;
  }

  static int related(Object o) {
    if (o instanceof AA) {
      return times(5);
    }
    if (o instanceof A) {
      return times(90);
    }
    return times(4);
  }

  static int withAnInterface(Object o) {
    if (o instanceof I) {
      return times(5);
    }
    if (o instanceof A) {
      return times(90);
    }
    return times(4);
  }

  static int relatedLater(Object o) {
    if (o instanceof B) {
      return times(1);
    }
    if (o instanceof AA) {
      return times(50);
    }
    if (o instanceof A) {
      return times(90);
    }
    return times(4);
  }

  static int ofOthers(Object o, Object p) {
    if (o instanceof A) {
      return times(5);
    }
    if (p instanceof B) {
      return times(90);
    }
    return times(4);
  }

  static int withWork(Object o, int[] log) {
    if (o instanceof A) {
      return times(5);
    }
    log[0]++;
    if (o instanceof B) {
      return times(90) + log[0];
    }
    return times(4);
  }
}
