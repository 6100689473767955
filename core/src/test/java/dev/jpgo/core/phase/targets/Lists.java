package dev.jpgo.core.phase.targets;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.NoSuchElementException;

/** Loops over the elements of a list, and some that only look like it. */
@SuppressWarnings("unused")
public final class Lists {
  static final StringBuilder LOG = new StringBuilder();

  private Lists() {}

  /** A list that is more than an {@code ArrayList}. */
  static final class Own extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Own(List<String> elements) {
      super(elements);
    }

    @Override
    public Iterator<String> iterator() {
      LOG.append("own ");
      return List.of("its", "own").iterator();
    }

    @Override
    public int size() {
      LOG.append("size ");
      return super.size();
    }
  }

  /** One without an iterator. */
  static final class Without extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Without(List<String> elements) {
      super(elements);
    }

    @Override
    public Iterator<String> iterator() {
      return null;
    }
  }

  /** Where the iterator is missed, as the message says; what has none is also a list. */
  static String overNoIterator() {
    List<String> list = new Without(names());
    String missed = "";
    try {
      missed += lengths(list);
    } catch (NullPointerException e) {
      missed += e.getMessage().replaceAll(" because .*", "");
    }
    try {
      return missed + ofArrayList(new Without(names()));
    } catch (NullPointerException e) {
      return missed + e.getMessage().replaceAll(" because .*", "");
    }
  }

  static int ofArrayList(ArrayList<String> list) {
    int sum = 0;
    for (String text : list) {
      sum += text.length();
    }
    return sum;
  }

  private static List<String> names() {
    return new ArrayList<>(Arrays.asList("one", "three", "", "seventeen"));
  }

  private static String over(List<String> list) {
    LOG.setLength(0);
    return lengths(list)
        + " "
        + joined(list)
        + " "
        + found(list, "three")
        + " "
        + pairs(list)
        + " "
        + guarded(list)
        + " "
        + skipped(list)
        + " "
        + doubled(list)
        + " "
        + inside(list)
        + " "
        + weighted(list)
        + " "
        + LOG;
  }

  static String overAnArrayList() {
    return over(names());
  }

  static String overOthers() {
    return over(new Own(names()))
        + over(new LinkedList<>(names()))
        + over(names().subList(1, 3))
        + over(List.of("a", "b"))
        + over(new ArrayList<>());
  }

  static String overFixedOnes() {
    List<String> withNulls = Arrays.asList("one", null, "three", "", "five").stream().toList();
    return over(List.of())
        + over(List.of("three"))
        + over(List.of("three", ""))
        + over(List.of("three", "", "seventeen"))
        + over(List.copyOf(names()))
        + over(List.of("one", "three", "", "four").subList(1, 4))
        + joined(withNulls)
        + tried(withNulls)
        + joined(Arrays.asList("as", "it", null))
        + pages(List.of("one", "two", "three", "four", "five"))
        + tried(null);
  }

  static String overUnmodifiableOnes() {
    List<String> nested = Collections.unmodifiableList(Collections.unmodifiableList(names()));
    return over(Collections.unmodifiableList(names()))
        + over(Collections.unmodifiableList(new ArrayList<>()))
        + over(Collections.unmodifiableList(new LinkedList<>(names())))
        + over(Collections.unmodifiableList(new Own(names())))
        + over(nested)
        + joined(Collections.unmodifiableCollection(names()))
        + joined(Collections.unmodifiableSet(new LinkedHashSet<>(names())))
        + over(Collections.synchronizedList(names()))
        + pages(Collections.unmodifiableList(names()))
        + tried(null);
  }

  /** Where the iterator is missed of what is unmodifiable. */
  static String overNoIteratorBehind() {
    List<String> list = Collections.unmodifiableList(new Without(names()));
    try {
      return "" + lengths(list);
    } catch (NullPointerException e) {
      return frames(e);
    }
  }

  static String changingBehind() {
    StringBuilder all = new StringBuilder();
    for (int place = 0; place <= 5; place++) {
      for (int how = 0; how < 9; how++) {
        List<String> list = names();
        LOG.setLength(0);
        all.append(place).append(' ').append(how).append(' ');
        try {
          all.append(changeBehind(Collections.unmodifiableList(list), list, place, how));
        } catch (ConcurrentModificationException
            | NoSuchElementException
            | NullPointerException e) {
          all.append(e.getClass().getName()).append(frames(e));
        }
        all.append(LOG).append(list).append('\n');
      }
    }
    return all.toString();
  }

  static int changeBehind(List<String> shown, List<String> list, int place, int how) {
    int at = 0;
    for (String text : shown) {
      LOG.append(text).append(' ');
      if (at++ == place) {
        change(list, how);
      }
    }
    return at;
  }

  static String overNulls() {
    List<String> list = names();
    list.set(1, null);
    list.add(null);
    return joined(list) + tried(list) + tried(null) + lengthsOf(null);
  }

  private static String lengthsOf(List<String> list) {
    try {
      return "" + lengths(list);
    } catch (NullPointerException e) {
      return "NPE";
    }
  }

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
      all.append(text).append(',');
    }
    return all.toString();
  }

  static int found(Iterable<String> list, String wanted) {
    int at = 0;
    for (Iterator<String> iterator = list.iterator(); iterator.hasNext(); at++) {
      if (iterator.next().equals(wanted)) {
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
          LOG.append(last).append(' ');
        }
        last += count;
      }
    } catch (IllegalStateException | NullPointerException e) {
      return last + e.getClass();
    }
    return last + count;
  }

  static int skipped(List<String> list) {
    int count = 0;
    Iterator<String> iterator = list.iterator();
    LOG.append("between ");
    while (count < 40 && iterator.hasNext()) {
      String text = iterator.next();
      if (text.isEmpty()) {
        continue;
      }
      if (text.length() > 8) {
        break;
      }
      count += text.length();
    }
    return count;
  }

  /** What is taken is not used. */
  static int doubled(List<String> list) {
    int count = 0;
    for (String text : list) {
      count++;
    }
    for (String text : list) {
      count++;
    }
    return count;
  }

  static long inside(List<String> list) {
    long sum = 0;
    for (int i = 0; i < 3; i++) {
      long power = i;
      for (String text : list) {
        power = power * 31 + text.length();
        for (int k = 0; k < text.length(); k++) {
          sum += text.charAt(k) * power;
        }
      }
    }
    return sum;
  }

  static String changing() {
    StringBuilder all = new StringBuilder();
    for (int place = 0; place <= 5; place++) {
      for (int how = 0; how < 9; how++) {
        List<String> list = names();
        all.append(place).append(' ').append(how).append(' ').append(tryChange(list, place, how));
        all.append(list).append('\n');
      }
    }
    return all.toString();
  }

  private static String tryChange(List<String> list, int place, int how) {
    LOG.setLength(0);
    try {
      return change(list, place, how) + " " + LOG;
    } catch (ConcurrentModificationException | NoSuchElementException | NullPointerException e) {
      return LOG + e.getClass().getName() + frames(e);
    }
  }

  /** Where in the JDK something was thrown. */
  private static String frames(RuntimeException e) {
    StringBuilder frames = new StringBuilder();
    for (StackTraceElement frame : e.getStackTrace()) {
      if (frame.getClassName().startsWith("java.util.")) {
        frames.append(' ').append(frame);
      }
    }
    return frames.toString();
  }

  static int change(List<String> list, int place, int how) {
    int at = 0;
    for (String text : list) {
      LOG.append(text).append(' ');
      if (at++ == place) {
        change(list, how);
      }
    }
    return at;
  }

  static String seldomChanging() {
    StringBuilder all = new StringBuilder();
    for (int place = -1; place <= 5; place++) {
      for (int how = 0; how < 9; how++) {
        all.append(place).append(' ').append(how);
        for (int which = 0; which < 4; which++) {
          List<String> list = names();
          list.set(2, how % 2 == 0 ? null : "four");
          LOG.setLength(0);
          all.append(' ');
          try {
            all.append(seldom(which, list, place, how));
          } catch (ConcurrentModificationException | NoSuchElementException e) {
            all.append(e.getClass().getName()).append(frames(e));
          }
          all.append(LOG).append(list);
        }
        all.append('\n');
      }
    }
    return all.toString();
  }

  private static int seldom(int which, List<String> list, int place, int how) {
    return switch (which) {
      case 0 -> changedAtTimes(list, place, how);
      case 1 -> changedAndCaught(list, place, how);
      case 2 -> changedInside(list, place, how);
      default -> changedInFront(list, place, how);
    };
  }

  static int changedAtTimes(List<String> list, int place, int how) {
    int at = 0;
    int sum = 0;
    for (String text : list) {
      sum = sum * 31 + (text == null ? 7 : text.length());
      if (at++ == place) {
        change(list, how);
      }
    }
    return sum;
  }

  static int changedAndCaught(List<String> list, int place, int how) {
    int at = 0;
    int sum = 0;
    for (String text : list) {
      try {
        sum = sum * 31 + (text == null ? 7 : text.length());
        if (at++ == place) {
          changeAndThrow(list, how);
        }
      } catch (IllegalStateException e) {
        sum++;
      }
    }
    return sum;
  }

  private static void changeAndThrow(List<String> list, int how) {
    change(list, how);
    throw new IllegalStateException();
  }

  /** Two loops, and one in them that changes what both are over. */
  static int changedInside(List<String> list, int place, int how) {
    int at = 0;
    int sum = 0;
    for (String one : list) {
      for (String text : list) {
        sum = sum * 31 + (text == null ? 7 : text.length());
        for (int k = 0; k < sum % 3; k++) {
          if (at++ == place) {
            change(list, how);
          }
        }
      }
      sum += one == null ? 1 : one.length();
    }
    return sum;
  }

  /** It is asked for more when it has been changed. */
  static int changedInFront(List<String> list, int place, int how) {
    int at = 0;
    int sum = 0;
    Iterator<String> iterator = list.iterator();
    while ((at++ != place || changes(list, how)) && iterator.hasNext()) {
      String text = iterator.next();
      sum = sum * 31 + (text == null ? 7 : text.length());
    }
    return sum;
  }

  private static boolean changes(List<String> list, int how) {
    change(list, how);
    return true;
  }

  private static void change(List<String> list, int how) {
    switch (how) {
      case 0 -> list.add("added");
      case 1 -> list.remove(0);
      case 2 -> list.clear();
      case 3 -> list.set(list.size() - 1, null);
      case 4 -> list.replaceAll(text -> text + "x");
      case 5 -> list.addAll(names());
      case 6 -> {
        list.clear();
        ((ArrayList<String>) list).trimToSize();
      }
      case 7 -> list.removeIf(String::isEmpty);
      default -> {
        list.add("more");
        list.remove(list.size() - 1);
      }
    }
  }

  static int tried(List<String> list) {
    try {
      int count = 0;
      for (String text : list) {
        count += text.length();
      }
      return count;
    } catch (NullPointerException e) {
      return -1;
    }
  }

  static int weighted(List<String> list) {
    int sum = 0;
    int weight = 3;
    Iterator<String> iterator = list.iterator();
    while (iterator.hasNext()) {
      sum = sum * 31 + (weight ^ 5) * iterator.next().length();
      weight++;
    }
    return sum;
  }

  // --- not written as loops by index

  static String pagesOfAll() {
    return pages(names()) + pages(new LinkedList<>(names())) + retried(names());
  }

  /** Goes on behind the break, again and again. */
  static String pages(List<String> list) {
    StringBuilder all = new StringBuilder();
    Iterator<String> iterator = list.iterator();
    for (int page = 0; page < 4; page++) {
      int on = 0;
      while (iterator.hasNext()) {
        all.append(iterator.next()).append(',');
        if (++on == 2) {
          break;
        }
      }
      all.append('/');
    }
    return all.toString();
  }

  /** Goes on behind what failed. */
  static String retried(List<String> list) {
    int failures = 0;
    int lengths = 0;
    Iterator<String> iterator = list.iterator();
    boolean done = false;
    while (!done && failures < 10) {
      try {
        while (iterator.hasNext()) {
          lengths += 100 / iterator.next().length();
        }
        done = true;
      } catch (ArithmeticException e) {
        failures++;
      }
    }
    return failures + " " + lengths;
  }

  static int removing(List<String> list) {
    int count = 0;
    for (Iterator<String> iterator = list.iterator(); iterator.hasNext(); count++) {
      if (iterator.next().isEmpty()) {
        iterator.remove();
      }
    }
    return count;
  }

  static int passedOn(List<String> list) {
    int count = 0;
    Iterator<String> iterator = list.iterator();
    while (iterator.hasNext()) {
      count += iterator.next().length() + rest(iterator);
    }
    return count;
  }

  private static int rest(Iterator<String> iterator) {
    return iterator.hasNext() ? 1 : 0;
  }

  static int twice(List<String> list) {
    int count = 0;
    for (Iterator<String> iterator = list.iterator(); iterator.hasNext(); ) {
      count += iterator.next().length();
      if (iterator.hasNext()) {
        count -= iterator.next().length();
      }
    }
    return count;
  }

  static String first(List<String> list) {
    Iterator<String> iterator = list.iterator();
    return iterator.hasNext() ? iterator.next() : "none";
  }

  static int apart(List<String> list) {
    int count = 0;
    for (Iterator<String> iterator = list.iterator(); iterator.hasNext(); ) {
      LOG.append("apart ");
      count += iterator.next().length();
    }
    return count;
  }

  static int caught(List<String> list) {
    int count = 0;
    Iterator<String> iterator = list.iterator();
    while (iterator.hasNext()) {
      try {
        iterator.next();
        count++;
      } catch (ConcurrentModificationException e) {
        count += 10;
        break;
      }
    }
    return count;
  }

  static int caughtInTheLoop(List<String> list) {
    int count = 0;
    Iterator<String> iterator = list.iterator();
    while (iterator.hasNext()) {
      try {
        iterator.next();
      } catch (ConcurrentModificationException e) {
        if (count++ > 3) {
          return -1;
        }
      }
    }
    return count;
  }

  static int oneOfTwo(List<String> list) {
    int count = 0;
    Iterator<String> iterator = list.isEmpty() ? List.of("x").iterator() : list.iterator();
    while (iterator.hasNext()) {
      count += iterator.next().length();
    }
    return count;
  }

  static int without(List<String> list) {
    int count = 0;
    Iterator<String> iterator = list.iterator();
    while (count < 9 && iterator.hasNext()) {
      if (++count % 2 == 0) {
        iterator.next();
      }
    }
    return count;
  }

  static String othersAreTheSame() {
    LOG.setLength(0);
    return ""
        + removing(names())
        + passedOn(names())
        + twice(names())
        + first(names())
        + apart(names())
        + caught(names())
        + caughtInTheLoop(names())
        + oneOfTwo(names())
        + without(names())
        + LOG;
  }
}
