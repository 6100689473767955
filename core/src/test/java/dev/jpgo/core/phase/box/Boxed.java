package dev.jpgo.core.phase.box;

import java.util.ArrayList;
import java.util.List;

/** Boxes in every place. What is called {@link #rare} counts as never run. */
@SuppressWarnings({"UnnecessaryBoxedVariable", "BoxedPrimitiveEquality", "UnnecessaryUnboxing"})
final class Boxed {
  private static final List<Object> SEEN = new ArrayList<>();

  private Boxed() {}

  static void rare() {}

  static void take(Object object) {
    SEEN.add(object);
  }

  static boolean sameTwo() {
    return SEEN.get(SEEN.size() - 1) == SEEN.get(SEEN.size() - 2);
  }

  static int local(int x) {
    Integer box = x;
    return box + box;
  }

  static String eachType(int x) {
    Integer i = x;
    Long l = (long) x * x;
    Short s = (short) x;
    Byte b = (byte) x;
    Character c = (char) x;
    Boolean z = x > 3;
    Float f = x / 3f;
    Double d = x / 7d;
    return i.intValue()
        + " "
        + l.longValue()
        + s.shortValue()
        + b.byteValue()
        + c.charValue()
        + z.booleanValue()
        + f.floatValue()
        + d.doubleValue();
  }

  static String conversions(int x, long y, double d) {
    Integer i = x;
    Long l = y;
    Short s = (short) x;
    Byte b = (byte) x;
    Float f = (float) d;
    Double e = d;
    String ints =
        "" + i.longValue() + i.floatValue() + i.doubleValue() + i.shortValue() + i.byteValue();
    String longs =
        "" + l.intValue() + l.floatValue() + l.doubleValue() + l.shortValue() + l.byteValue();
    String shorts =
        "" + s.intValue() + s.longValue() + s.byteValue() + s.floatValue() + s.doubleValue();
    String bytes =
        "" + b.intValue() + b.longValue() + b.shortValue() + b.floatValue() + b.doubleValue();
    String floats =
        "" + f.intValue() + f.longValue() + f.shortValue() + f.byteValue() + f.doubleValue();
    String doubles =
        "" + e.intValue() + e.longValue() + e.shortValue() + e.byteValue() + e.floatValue();
    return ints + longs + shorts + bytes + floats + doubles;
  }

  static String hashes(int x) {
    Integer i = x;
    Short s = (short) x;
    Byte b = (byte) x;
    Character c = (char) x;
    Long l = (long) x << 33;
    Boolean z = x > 3;
    Object o = i;
    return ""
        + i.hashCode()
        + s.hashCode()
        + b.hashCode()
        + c.hashCode()
        + l.hashCode()
        + z.hashCode()
        + o.hashCode();
  }

  static long asNumber(int x) {
    Number number = (Number) (Object) x;
    Object object = (Comparable<?>) (Object) Integer.valueOf(x + 1);
    return number.longValue() + (Integer) object;
  }

  static int tests(int x) {
    Object box = x;
    int result = 0;
    if (box instanceof Integer) {
      result += 1;
    }
    if (box instanceof Number) {
      result += 2;
    }
    if (box instanceof Long) {
      result += 4;
    }
    if (box instanceof String) {
      result += 8;
    }
    if (box != null) {
      result += 16;
    }
    return result;
  }

  static String wrongCast(int x) {
    Object box = x;
    try {
      return (String) box;
    } catch (ClassCastException e) {
      return "no";
    }
  }

  static int sum(int n) {
    Integer sum = 0;
    for (int i = 0; i < n; i++) {
      sum += i * i;
    }
    return sum;
  }

  static int merged(int n) {
    Integer box;
    if (n > 4) {
      box = n * 2;
    } else {
      box = n - 1;
    }
    return box == null ? -1 : box;
  }

  static Integer other(int n) {
    return n == 0 ? null : Integer.valueOf(n + 1000);
  }

  static int mergedWithAnother(int n) {
    Integer box = n > 3 ? Integer.valueOf(n * 2) : other(n);
    return box + 1;
  }

  static int mergedTwice(int n) {
    Integer box;
    if (n > 200) {
      box = other(n);
    } else {
      box = n > 3 ? Integer.valueOf(n * 2) : n > 1 ? Integer.valueOf(n) : other(n);
    }
    return box + 1;
  }

  static int mergedInATry(int n) {
    int step = 1;
    try {
      step = 2;
      Integer box = n > 3 ? Integer.valueOf(n * 2) : other(n);
      step = box + 4;
      return step * 100 / n;
    } catch (NullPointerException | ArithmeticException e) {
      return -step;
    }
  }

  static int mergedInALoop(int n) {
    Integer box = 7;
    int sum = 0;
    int i = 0;
    while (true) {
      sum = sum * 31 + box;
      if (++i >= n) {
        return sum;
      }
      box = i % 3 == 0 ? other(5 - i) : Integer.valueOf(i);
    }
  }

  static int mergedInALoopThatIsCaught(int n) {
    Integer box = 7;
    int sum = 0;
    int i = 0;
    try {
      while (true) {
        sum = sum * 31 + box;
        if (++i >= n) {
          return sum;
        }
        box = i % 3 == 2 ? other(5 - i) : Integer.valueOf(i);
      }
    } catch (NullPointerException e) {
      return -sum - i;
    }
  }

  /** The merged box is needed as it is. */
  static boolean mergedWithAnotherAndTaken(int n) {
    Integer box = n > 3 ? Integer.valueOf(n * 2) : other(n + 300);
    int value = box;
    take(box);
    take(box);
    return sameTwo() && value > 3;
  }

  static long mergedOfTwoTypes(int n) {
    Number box = n > 3 ? (Number) Integer.valueOf(n * 2) : n == 0 ? null : (Number) Long.valueOf(n);
    return box.longValue();
  }

  static boolean mergedAndTaken(int n) {
    Integer box;
    if (n > 4) {
      box = n * 2;
    } else {
      box = n - 1;
    }
    take(box);
    take(box);
    return sameTwo() && box > 3;
  }

  static int mergedWithNull(int n) {
    Integer box = null;
    for (int i = 0; i < n; i++) {
      if (box == null || i > 3) {
        box = i;
      }
    }
    return box == null ? -1 : box;
  }

  static String mixed(int n) {
    Object box;
    if (n > 4) {
      box = n * 2;
    } else {
      box = n * 2L;
    }
    return box instanceof Integer ? "int" : "long" + ((Long) box).intValue();
  }

  static int inHandler(int n) {
    Integer at = 0;
    try {
      at = 100 / n;
      at = at + 100 / (n - 1);
    } catch (ArithmeticException e) {
      return -at;
    }
    return at;
  }

  static boolean identity(int x) {
    Integer a = x;
    Integer b = x;
    return a == b;
  }

  static boolean ownIdentity(int x) {
    Integer a = x;
    Object b = a;
    return a == b && a + 1 > x;
  }

  static boolean escapesTwice(int x) {
    Integer box = x;
    take(box);
    take(box);
    return sameTwo() && box == x;
  }

  static int locked(int x) {
    Object box = x + 1000;
    synchronized (box) {
      return (Integer) box;
    }
  }

  static boolean rareUse(int x) {
    Integer box = x;
    if (x > 100) {
      rare();
      take(box);
      take(box);
      return sameTwo();
    }
    return box > 3;
  }

  static boolean rareUseInALoop(int x) {
    Integer box = x;
    for (int i = 0; i < 2; i++) {
      if (x > 100) {
        rare();
        take(box);
      }
    }
    return x > 100 && sameTwo();
  }

  static boolean twoRareUses(int x) {
    Integer box = x;
    if (x > 100) {
      rare();
      take(box);
    }
    if (x > 99) {
      rare();
      take(box);
    }
    return x > 100 && sameTwo();
  }

  static boolean oneOfTwoRareUses(int x) {
    Integer box = x;
    if (x > 200) {
      rare();
      take(box);
      take(box);
      return sameTwo();
    }
    if (x > 100) {
      rare();
      take(box);
      take(box);
      return sameTwo();
    }
    return box > 3;
  }

  static boolean madeAnewInALoop(int x) {
    boolean same = false;
    for (int i = 0; i < 3; i++) {
      Integer box = x + i;
      if (x > 100) {
        rare();
        take(box);
        take(box);
        same = sameTwo();
      }
      x += box & 1;
    }
    return same;
  }

  static int unboxesNull(Integer box) {
    try {
      return box;
    } catch (NullPointerException e) {
      return -1;
    }
  }
}
