package dev.jpgo.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sorting by numbers is stable, whatever the numbers. */
class JpgoOrderTest {
  private static final int SEEDS = 2000;

  @Test
  void elementsComeInTheOrderOfTheirNumbers() {
    int done = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      int size = 2 + random.nextInt(60);
      int columns = 1 + random.nextInt(4);
      long[][] rows = new long[size][columns];
      for (int column = 0; column < columns; column++) {
        int bits = random.nextInt(64);
        for (long[] row : rows) {
          row[column] = random.nextLong() >> bits;
        }
      }
      Object[] elements = rows.clone();
      long[] numbers = Arrays.stream(rows).flatMapToLong(Arrays::stream).toArray();
      long[][] expected = rows.clone();
      Arrays.sort(expected, Arrays::compare);
      if (JpgoOrder.sort(elements, numbers)) {
        done++;
        for (int i = 0; i < size; i++) {
          assertEquals(Arrays.toString(expected[i]), Arrays.toString((long[]) elements[i]));
        }
      } else {
        assertArrayEquals(rows, elements);
      }
    }
    assertEquals(SEEDS, done);
  }

  @Test
  void theSameStayInTheirOrder() {
    Random random = new Random(1);
    Object[] elements = new Object[500];
    long[] numbers = new long[elements.length];
    for (int i = 0; i < elements.length; i++) {
      numbers[i] = random.nextInt(7) - 3;
      elements[i] = new long[] {numbers[i], i};
    }
    Object[] expected = elements.clone();
    Arrays.sort(expected, Comparator.comparingLong(row -> ((long[]) row)[0]));
    assertTrue(JpgoOrder.sort(elements, numbers));
    assertArrayEquals(expected, elements);
  }

  @Test
  void theEndsOfLongAreInOrder() {
    Object[] elements = {"max", "min", "0", "-1", "min", "max"};
    long[] numbers = {Long.MAX_VALUE, Long.MIN_VALUE, 0, -1, Long.MIN_VALUE, Long.MAX_VALUE};
    assertTrue(JpgoOrder.sort(elements, numbers));
    assertEquals("[min, min, -1, 0, max, max]", Arrays.toString(elements));
  }

  @Test
  void whatCannotBePutTogetherStaysAsItIs() {
    Random random = new Random(1);
    int size = 1 << 16;
    Object[] elements = new Object[size];
    long[] numbers = random.longs(4L * size).toArray();
    Arrays.setAll(elements, i -> i);
    Object[] before = elements.clone();
    assertFalse(JpgoOrder.sort(elements, numbers));
    assertArrayEquals(before, elements);
  }

  @Test
  void doublesAreComparedAsTheirClassDoes() {
    double[] doubles = {
      0.0,
      -0.0,
      1,
      -1,
      Double.NaN,
      Double.MIN_VALUE,
      -Double.MIN_VALUE,
      Double.MAX_VALUE,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      -Double.MAX_VALUE,
      1e-310,
      -1e-310,
      Double.longBitsToDouble(0xfff8000000000001L)
    };
    for (double a : doubles) {
      for (double b : doubles) {
        int expected = Double.compare(a, b);
        assertEquals(expected, Long.compare(JpgoOrder.bits(a), JpgoOrder.bits(b)), a + " " + b);
      }
    }
  }

  @Test
  void listsAreTakenIfTheyAreOfTheVeryClass() {
    List<Integer> list = new ArrayList<>(Collections.nCopies(JpgoOrder.FEWEST, 1));
    assertArrayEquals(list.toArray(), JpgoOrder.listed(list));
    assertNull(JpgoOrder.listed(null));
    assertNull(JpgoOrder.listed(new LinkedList<>(list)));
    assertNull(JpgoOrder.listed(list.subList(0, JpgoOrder.FEWEST)));
    list.remove(0);
    assertNull(JpgoOrder.listed(list));
  }

  /** Looks at its list while that is read, and has no array yet. */
  private static final class Early implements Serializable {
    private static final long serialVersionUID = 1;

    private static int seen;

    private final ArrayList<Object> list;

    Early(ArrayList<Object> list) {
      this.list = list;
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      seen += list.size() == JpgoOrder.FEWEST ? 1 : 0;
      assertNull(JpgoOrder.listed(list));
    }
  }

  @Test
  void listsWithoutAnArrayAreTheJdksToSort() throws Exception {
    ArrayList<Object> list = new ArrayList<>();
    for (int i = 0; i < JpgoOrder.FEWEST; i++) {
      list.add(new Early(list));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject(list);
    new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    assertTrue(Early.seen > 0);
  }

  @Test
  void arraysAreCopied() {
    Integer[] array = new Integer[JpgoOrder.FEWEST];
    Object[] taken = JpgoOrder.taken(array);
    assertNotSame(array, taken);
    assertArrayEquals(array, taken);
    assertNull(JpgoOrder.taken(null));
    assertNull(JpgoOrder.taken(new Object[JpgoOrder.FEWEST - 1]));
    assertNull(JpgoOrder.taken(new Object[JpgoOrder.MOST + 1]));
  }
}
