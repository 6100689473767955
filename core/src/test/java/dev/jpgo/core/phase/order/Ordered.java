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

  static int sparse(int k) {
    switch (k) {
      case -1000:
        return times(1);
      case -7:
        return times(2);
      case 0:
        return times(3);
      case 99:
        return times(80);
      case 5000:
        return times(4);
      case 100000:
        return times(5);
      default:
        return times(6);
    }
  }

  static int twoHot(int k) {
    int result = 1;
    switch (k) {
      case -1000:
        result += times(40);
        break;
      case -7:
        result += times(2);
        break;
      case 0:
        result += times(3);
        break;
      case 99:
        result += times(48);
        break;
      case 5000:
        result -= times(1);
        break;
      case Integer.MAX_VALUE:
        result += times(2);
        break;
      case Integer.MIN_VALUE:
        result += times(2);
        break;
      default:
        break;
    }
    return result * k;
  }

  static int dense(int k) {
    switch (k) {
      case 1:
        return times(1);
      case 2:
        return times(90);
      case 3:
        return times(2);
      case 4:
        return times(4);
      default:
        return times(3);
    }
  }

  static int fallingThrough(int k) {
    int result = 0;
    switch (k) {
      case -1000:
        result += times(1);
      // fall through
      case 70:
        result += times(90);
        break;
      case 1000:
      case 3000:
      case 4000:
        result += times(95);
        break;
      default:
        result -= times(4);
    }
    return result;
  }

  static int even(int k) {
    switch (k) {
      case -1000:
        return times(17);
      case 0:
        return times(16);
      case 99:
        return times(17);
      case 5000:
        return times(16);
      case 100000:
        return times(17);
      default:
        return times(17);
    }
  }
}
