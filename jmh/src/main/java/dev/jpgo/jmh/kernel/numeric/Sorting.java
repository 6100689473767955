package dev.jpgo.jmh.kernel.numeric;

import dev.jpgo.jmh.workload.Workload;

/** Quicksort and heapsort of numbers behind an interface that compares and swaps. */
public final class Sorting implements Workload {
  static final int SIZE = 9000;
  static final int SMALL = 12;

  /** Something whose elements can be compared and swapped by index. */
  interface Sortable {
    int size();

    boolean less(int one, int other);

    void swap(int one, int other);
  }

  /** Numbers in ascending order. */
  static final class Numbers implements Sortable {
    private final int[] values;

    Numbers(int[] values) {
      this.values = values;
    }

    int get(int index) {
      return values[index];
    }

    @Override
    public int size() {
      return values.length;
    }

    @Override
    public boolean less(int one, int other) {
      return get(one) < get(other);
    }

    @Override
    public void swap(int one, int other) {
      int value = values[one];
      values[one] = values[other];
      values[other] = value;
    }
  }

  /** A way to sort. */
  abstract static class Sorter {
    abstract void sort(Sortable sortable);
  }

  static final class Quicksort extends Sorter {
    @Override
    void sort(Sortable sortable) {
      sort(sortable, 0, sortable.size() - 1);
    }

    private void sort(Sortable sortable, int from, int to) {
      if (to - from < SMALL) {
        insert(sortable, from, to);
        return;
      }
      int pivot = partition(sortable, from, to);
      sort(sortable, from, pivot - 1);
      sort(sortable, pivot + 1, to);
    }

    private int partition(Sortable sortable, int from, int to) {
      sortable.swap(from, (from + to) >>> 1);
      int last = from;
      for (int i = from + 1; i <= to; i++) {
        if (sortable.less(i, from)) {
          last++;
          sortable.swap(last, i);
        }
      }
      sortable.swap(from, last);
      return last;
    }

    private void insert(Sortable sortable, int from, int to) {
      for (int i = from + 1; i <= to; i++) {
        for (int j = i; j > from && sortable.less(j, j - 1); j--) {
          sortable.swap(j, j - 1);
        }
      }
    }
  }

  static final class Heapsort extends Sorter {
    @Override
    void sort(Sortable sortable) {
      int size = sortable.size();
      for (int i = size / 2 - 1; i >= 0; i--) {
        sink(sortable, i, size);
      }
      for (int i = size - 1; i > 0; i--) {
        sortable.swap(0, i);
        sink(sortable, 0, i);
      }
    }

    private void sink(Sortable sortable, int from, int size) {
      int hole = from;
      while (2 * hole + 1 < size) {
        int child = 2 * hole + 1;
        if (child + 1 < size && sortable.less(child, child + 1)) {
          child++;
        }
        if (!sortable.less(hole, child)) {
          return;
        }
        sortable.swap(hole, child);
        hole = child;
      }
    }
  }

  private final Sorter[] sorters = {new Quicksort(), new Heapsort()};

  static int[] numbers(int seed) {
    int[] numbers = new int[SIZE];
    int value = seed;
    for (int i = 0; i < SIZE; i++) {
      value = value * 1103515245 + 12345;
      numbers[i] = value >>> 12;
    }
    return numbers;
  }

  @Override
  public long iterate() {
    long checksum = 1;
    for (int i = 0; i < sorters.length; i++) {
      Numbers numbers = new Numbers(numbers(i + 1));
      sorters[i].sort(numbers);
      for (int j = 0; j < numbers.size(); j++) {
        checksum = checksum * 31 + numbers.get(j);
      }
    }
    return checksum;
  }
}
