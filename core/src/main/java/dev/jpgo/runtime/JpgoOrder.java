package dev.jpgo.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sorts objects by numbers that were computed of them before, which takes no call a comparison. The
 * one object of the class is the comparator of what is in order already.
 */
public final class JpgoOrder implements Comparator<Object> {
  /** Fewer are sorted sooner than numbers are computed of them. */
  static final int FEWEST = 8;

  /** More would take memory that the JDK's sort does not. */
  static final int MOST = 1 << 18;

  /** An element's numbers and its index are put together into so many bits. */
  private static final int BITS = 63;

  private static final JpgoOrder SAME = new JpgoOrder();

  private JpgoOrder() {}

  @Override
  public int compare(@Nullable Object a, @Nullable Object b) {
    return 0;
  }

  /** Says of all that they are equal, so that a stable sort leaves them as they are. */
  public static Comparator<Object> same() {
    return SAME;
  }

  /**
   * What a list has in it; null if it is not just an {@code ArrayList}, has too few or too many
   * elements, or no array: one that is being read back from a stream does not, and what comes of
   * that is for the JDK's sort to say. Another thread may change the list meanwhile.
   */
  public static Object @Nullable [] listed(@Nullable Object list) {
    if (list == null || list.getClass() != ArrayList.class) {
      return null;
    }
    ArrayList<?> elements = (ArrayList<?>) list;
    if (!fits(elements.size())) {
      return null;
    }
    try {
      Object[] all = elements.toArray();
      return fits(all.length) ? all : null;
    } catch (RuntimeException missing) {
      return null;
    }
  }

  /** A copy of an array; null if there is none, or it has too few or too many elements. */
  public static Object @Nullable [] taken(Object @Nullable [] array) {
    return array != null && fits(array.length) ? array.clone() : null;
  }

  private static boolean fits(int size) {
    return size >= FEWEST && size <= MOST;
  }

  /** Room for so many numbers of each element. */
  public static long[] room(Object[] elements, int numbers) {
    return new long[elements.length * numbers];
  }

  /** A number that is less, equal or greater as the doubles are by {@code Double.compare}. */
  public static long bits(double value) {
    long bits = Double.doubleToLongBits(value);
    return bits ^ (bits >> 63 & Long.MAX_VALUE);
  }

  /** A stream over a list of such elements. */
  public static Stream<?> stream(Object[] elements) {
    List<?> list = new ArrayList<>(Arrays.asList(elements));
    return list.stream();
  }

  /**
   * Sorts elements by their first numbers, those with the same by their second, and so on; those
   * with all the same stay in the order in which they are.
   *
   * @param elements at least two
   * @param numbers those of the first element, those of the second, and so on; destroyed
   * @return whether it was done; if not, no element was moved
   */
  public static boolean sort(Object[] elements, long[] numbers) {
    int size = elements.length;
    int columns = numbers.length / size;
    int indexBits = bitsOf(size - 1);
    long[] lowest = new long[columns];
    int[] widths = new int[columns];
    if (measure(numbers, lowest, widths) > BITS - indexBits) {
      rankWide(numbers, widths, indexBits);
      if (measure(numbers, lowest, widths) > BITS - indexBits) {
        return false;
      }
    }
    long[] packed = new long[size];
    for (int i = 0, at = 0; i < size; i++) {
      long all = 0;
      for (int column = 0; column < columns; column++) {
        all = all << widths[column] | numbers[at++] - lowest[column];
      }
      packed[i] = all << indexBits | i;
    }
    Arrays.sort(packed);
    Object[] before = elements.clone();
    int index = (1 << indexBits) - 1;
    for (int i = 0; i < size; i++) {
      elements[i] = before[(int) packed[i] & index];
    }
    return true;
  }

  /** Finds the least number of each column and how many bits differences take; returns all bits. */
  private static int measure(long[] numbers, long[] lowest, int[] widths) {
    int columns = widths.length;
    int all = 0;
    for (int column = 0; column < columns; column++) {
      long least = numbers[column];
      long most = least;
      for (int at = column + columns; at < numbers.length; at += columns) {
        long number = numbers[at];
        if (number < least) {
          least = number;
        } else if (number > most) {
          most = number;
        }
      }
      lowest[column] = least;
      widths[column] = bitsOf(most - least);
      all += widths[column];
    }
    return all;
  }

  /** Bits of a number without sign. */
  private static int bitsOf(long number) {
    return Long.SIZE - Long.numberOfLeadingZeros(number);
  }

  /** Puts in the place of numbers that are far apart how many are less. */
  private static void rankWide(long[] numbers, int[] widths, int indexBits) {
    int columns = widths.length;
    for (int column = 0; column < columns; column++) {
      if (widths[column] > indexBits) {
        long[] sorted = new long[numbers.length / columns];
        for (int i = 0, at = column; i < sorted.length; i++, at += columns) {
          sorted[i] = numbers[at];
        }
        Arrays.sort(sorted);
        int ranks = distinct(sorted);
        for (int at = column; at < numbers.length; at += columns) {
          numbers[at] = Arrays.binarySearch(sorted, 0, ranks, numbers[at]);
        }
      }
    }
  }

  /** Moves one of each number to the front of a sorted array; returns how many there are. */
  private static int distinct(long[] sorted) {
    int count = 1;
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] != sorted[i - 1]) {
        sorted[count++] = sorted[i];
      }
    }
    return count;
  }
}
