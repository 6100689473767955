package dev.jpgo.test.programs;

import java.util.Collection;
import java.util.Iterator;
import java.util.List;

/** Loops over lists of every kind, for {@link ListLoops}. */
final class ListLoopsSubject {
  /** How many methods there are to call. */
  static final int METHODS = 15;

  /** How many of them, the first ones, do nothing with a list but look through it. */
  static final int SIMPLE = 8;

  private ListLoopsSubject() {}

  static int lengths(List<String> list) {
    int sum = 0;
    for (String text : list) {
      sum += text.length();
    }
    return sum;
  }

  static String joined(Collection<String> list) {
    StringBuilder all = new StringBuilder();
    for (Object text : list) {
      all.append(text).append(ListLoops.step(text));
    }
    return all.toString();
  }

  static int found(Iterable<String> list, String wanted) {
    int at = 0;
    for (Iterator<String> each = list.iterator(); each.hasNext(); at++) {
      if (each.next().equals(wanted)) {
        return at;
      }
    }
    return -1;
  }

  static int pairs(List<String> list) {
    int pairs = 0;
    for (String one : list) {
      for (String other : list) {
        pairs += one.length() > other.length() ? 1 : 0;
      }
    }
    return pairs;
  }

  static String guarded(List<String> list) {
    String last = "none";
    int count = 0;
    try {
      for (String text : list) {
        last = text;
        try {
          count += 100 / text.length();
        } catch (ArithmeticException e) {
          count--;
          continue;
        } finally {
          ListLoops.step(last);
        }
        last += count;
      }
    } catch (NullPointerException e) {
      return last + e.getStackTrace()[0].getMethodName();
    }
    return last + count;
  }

  static int counted(List<String> list) {
    int count = 0;
    for (String text : list) {
      count++;
    }
    return count;
  }

  static int inlined(List<String> list) {
    return counted(list) - lengths(list);
  }

  /** The second loop is not written by index. */
  static int twice(List<String> list) {
    int count = 0;
    Iterator<String> each = list.iterator();
    while (each.hasNext()) {
      count = count * 3 + each.next().length();
    }
    for (Iterator<String> other = list.iterator(); other.hasNext(); ) {
      count += other.next().length();
      count -= other.hasNext() ? other.next().length() : 0;
    }
    return count;
  }

  static String altered(List<String> list) {
    StringBuilder all = new StringBuilder();
    int place = 0;
    for (String text : list) {
      all.append(text);
      ListLoops.alter(list, place++);
    }
    return all.append(list).toString();
  }

  static int alteredInside(List<String> list) {
    int count = 0;
    for (String text : list) {
      int place = 0;
      for (String other : list) {
        count += text == other ? 1 : 3;
        ListLoops.alter(list, place++);
      }
    }
    return count;
  }

  static String alteredAndCaught(List<String> list) {
    int place = 0;
    String last = "none";
    try {
      for (String text : list) {
        last = text;
        ListLoops.alter(list, place++);
      }
    } catch (RuntimeException e) {
      return last + place + list + Stacks.trace(e);
    }
    return last + place + list;
  }

  static int alteredBefore(List<String> list) {
    Iterator<String> each = list.iterator();
    ListLoops.alter(list, 1);
    int count = 0;
    while (each.hasNext()) {
      count = count * 3 + each.next().length();
    }
    return count;
  }

  static int locked(List<String> list) {
    Object lock = new Object();
    int count = 0;
    synchronized (lock) {
      for (String text : list) {
        synchronized (list) {
          count += Thread.holdsLock(lock) ? text.length() : -100;
        }
      }
    }
    return count;
  }

  static String stacks(List<String> list) {
    StringBuilder all = new StringBuilder();
    for (String text : list) {
      if (ListLoops.isMeant() && text.equals("d")) {
        all.append(Stacks.frames());
      }
    }
    return all.toString();
  }

  /** What a class is made of before it is one. */
  private static class Size {
    final int size;

    Size(int size) {
      this.size = size;
    }
  }

  /** Adds up after its superclass is initialized. */
  static final class Sized extends Size {
    Sized(List<String> list) {
      super(lengths(list));
      for (String text : list) {
        ListLoops.step(text + size);
      }
    }
  }
}
