package dev.jpgo.core.collect;

import java.util.Comparator;
import java.util.List;

/**
 * A stable merge sort. The JDK's sorts of objects initialize a class that reads the property {@code
 * java.util.Arrays.useLegacyMergeSort}, once and for all: a program that sets it in its main method
 * would be too late if the agent had sorted by them before. So whatever runs in the program's JVM
 * sorts by this one. Sorts of numbers do not read the property.
 */
public final class Ordering {
  private static final int SHORT = 7;

  private Ordering() {}

  /** Sorts a list by the natural order of its elements. */
  public static <T extends Comparable<? super T>> void sort(List<T> list) {
    sort(list, Comparator.naturalOrder());
  }

  /** Sorts a list. An order that contradicts itself leaves the elements in any order. */
  public static <T> void sort(List<T> list, Comparator<? super T> order) {
    if (holds(list, order)) {
      return;
    }
    @SuppressWarnings("unchecked") // an array of objects that only elements of the list are put in
    T[] elements = (T[]) list.toArray();
    sort(elements.clone(), elements, 0, elements.length, order);
    for (int i = 0; i < elements.length; i++) {
      list.set(i, elements[i]);
    }
  }

  private static <T> boolean holds(List<T> list, Comparator<? super T> order) {
    for (int i = 1; i < list.size(); i++) {
      if (order.compare(list.get(i - 1), list.get(i)) > 0) {
        return false;
      }
    }
    return true;
  }

  /** Sorts a range, of which both arrays have the same elements, into the second array. */
  private static <T> void sort(T[] from, T[] to, int low, int high, Comparator<? super T> order) {
    if (high - low < SHORT) {
      insert(to, low, high, order);
      return;
    }
    int middle = (low + high) >>> 1;
    sort(to, from, low, middle, order);
    sort(to, from, middle, high, order);
    int left = low;
    int right = middle;
    for (int i = low; i < high; i++) {
      if (right == high || left < middle && order.compare(from[left], from[right]) <= 0) {
        to[i] = from[left++];
      } else {
        to[i] = from[right++];
      }
    }
  }

  private static <T> void insert(T[] elements, int low, int high, Comparator<? super T> order) {
    for (int i = low + 1; i < high; i++) {
      T element = elements[i];
      int at = i;
      while (at > low && order.compare(elements[at - 1], element) > 0) {
        elements[at] = elements[at - 1];
        at--;
      }
      elements[at] = element;
    }
  }
}
