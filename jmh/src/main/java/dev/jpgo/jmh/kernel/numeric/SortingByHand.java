package dev.jpgo.jmh.kernel.numeric;

import dev.jpgo.jmh.workload.Workload;

/** {@link Sorting} on the array itself. */
public final class SortingByHand implements Workload {
  @Override
  public long iterate() {
    int[] first = Sorting.numbers(1);
    quicksort(first, 0, first.length - 1);
    int[] second = Sorting.numbers(2);
    heapsort(second);
    long checksum = 1;
    for (int value : first) {
      checksum = checksum * 31 + value;
    }
    for (int value : second) {
      checksum = checksum * 31 + value;
    }
    return checksum;
  }

  private static void quicksort(int[] a, int from, int to) {
    if (to - from < Sorting.SMALL) {
      insert(a, from, to);
      return;
    }
    int middle = (from + to) >>> 1;
    int pivot = a[middle];
    a[middle] = a[from];
    a[from] = pivot;
    int last = from;
    for (int i = from + 1; i <= to; i++) {
      int value = a[i];
      if (value < pivot) {
        last++;
        a[i] = a[last];
        a[last] = value;
      }
    }
    a[from] = a[last];
    a[last] = pivot;
    quicksort(a, from, last - 1);
    quicksort(a, last + 1, to);
  }

  private static void insert(int[] a, int from, int to) {
    for (int i = from + 1; i <= to; i++) {
      int value = a[i];
      int j = i;
      while (j > from && value < a[j - 1]) {
        a[j] = a[j - 1];
        j--;
      }
      a[j] = value;
    }
  }

  private static void heapsort(int[] a) {
    for (int i = a.length / 2 - 1; i >= 0; i--) {
      sink(a, i, a.length);
    }
    for (int i = a.length - 1; i > 0; i--) {
      int value = a[0];
      a[0] = a[i];
      a[i] = value;
      sink(a, 0, i);
    }
  }

  private static void sink(int[] a, int from, int size) {
    int hole = from;
    int value = a[hole];
    while (2 * hole + 1 < size) {
      int child = 2 * hole + 1;
      if (child + 1 < size && a[child] < a[child + 1]) {
        child++;
      }
      int greater = a[child];
      if (value >= greater) {
        break;
      }
      a[hole] = greater;
      hole = child;
    }
    a[hole] = value;
  }
}
