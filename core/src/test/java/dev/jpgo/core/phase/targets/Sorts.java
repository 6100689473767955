package dev.jpgo.core.phase.targets;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sorts by comparators that are made of functions, and some that only look like it. */
@SuppressWarnings("unused")
public final class Sorts {
  static final StringBuilder LOG = new StringBuilder();
  static int calls;

  private Sorts() {}

  /** What is sorted. */
  record Item(int a, long b, double c, boolean d, Integer boxed, char e, short f, byte g, float h) {
    int sum(int with) {
      return a * with + g;
    }

    int counted() {
      calls++;
      return a;
    }

    int divided() {
      return 100 / a;
    }

    int looped() {
      int sum = 0;
      for (int i = 0; i < 3; i++) {
        sum += a;
      }
      return sum;
    }

    int locked() {
      synchronized (LOG) {
        return a;
      }
    }

    int chosen() {
      return d ? a : -a;
    }

    @Override
    public String toString() {
      return a + "." + g;
    }
  }

  /** May have subclasses. */
  static class Open {
    final int key;
    int plain;
    volatile int racy;

    Open(int key) {
      this.key = key;
      this.plain = -key;
      this.racy = key;
    }

    int key() {
      return key;
    }

    int plain() {
      return plain;
    }

    int racy() {
      return racy;
    }

    @Override
    public String toString() {
      return getClass().getSimpleName() + key;
    }
  }

  /** Says something else. */
  static final class Odd extends Open {
    Odd(int key) {
      super(key);
    }

    @Override
    int key() {
      LOG.append(key).append(' ');
      return -key;
    }
  }

  /** What many classes may be. */
  interface Keyed {
    int key();
  }

  record First(int key) implements Keyed {}

  private static final double[] DOUBLES = {
    0.0,
    -0.0,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    1,
    -1,
    1e300,
    -1e300,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.longBitsToDouble(0xfff8000000000001L)
  };
  private static final long[] LONGS = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 33, -7, 8};

  private static Item item(Random random, int i, int range) {
    return new Item(
        random.nextInt(2 * range) - range,
        LONGS[random.nextInt(LONGS.length)],
        DOUBLES[random.nextInt(DOUBLES.length)],
        random.nextBoolean(),
        random.nextInt(range),
        (char) random.nextInt(0x10000),
        (short) random.nextInt(),
        (byte) i,
        (float) DOUBLES[random.nextInt(DOUBLES.length)]);
  }

  private static List<Item> items(int size, int range) {
    Random random = new Random(size * 31L + range);
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      items.add(item(random, i, range));
    }
    return items;
  }

  static void byInt(List<Item> items) {
    items.sort(Comparator.comparingInt(Item::a));
  }

  static void byTwo(List<Item> items) {
    items.sort(Comparator.comparing(Item::a).reversed().thenComparing(Item::e));
  }

  static void byLong(ArrayList<Item> items) {
    items.sort(Comparator.comparingLong(Item::b).thenComparingDouble(Item::c));
  }

  static void byAll(List<Item> items) {
    Collections.sort(
        items,
        Comparator.comparing(Item::d)
            .thenComparing(Comparator.comparing(Item::f).reversed())
            .thenComparing(Item::boxed)
            .thenComparing(Item::g)
            .thenComparing(Item::h)
            .reversed());
  }

  /** What is compared is seen by way of the array that is sorted. */
  static final class Linked {
    final Linked[] all;
    final int at;
    final int value;

    Linked(Linked[] all, int at, int value) {
      this.all = all;
      this.at = at;
      this.value = value;
    }

    int key() {
      return all[at].value;
    }
  }

  static void byOthers(Linked[] all) {
    Arrays.sort(all, Comparator.comparingInt(Linked::key));
  }

  /** The stream is made first, and of nothing that fails. */
  static String madeOfNull() {
    try {
      return made(null, null);
    } catch (NullPointerException e) {
      return e.getStackTrace()[0].getMethodName();
    }
  }

  static String made(List<Item> items, ToIntFunction<Item> by) {
    Stream<Item> stream = items.stream();
    Comparator<Item> other = Comparator.comparingInt(by);
    return stream
        .sorted(Comparator.comparingInt(Item::a))
        .map(Item::toString)
        .collect(Collectors.joining(","));
  }

  static void byLambda(List<Item> items, int with) {
    items.sort(Collections.reverseOrder(Comparator.comparingInt(item -> item.sum(with))));
  }

  static void byChoice(List<Item> items) {
    Comparator<Item> order = Comparator.comparingLong(Item::chosen);
    items.sort(order.thenComparingInt(Item::a).thenComparingLong(Item::b));
  }

  static void byFloat(Item[] items) {
    Arrays.sort(items, Comparator.comparing(Item::h).thenComparing(item -> item.c()));
  }

  static String streamed(List<Item> items, int count) {
    return items.stream()
        .sorted(Comparator.comparing(Item::a).reversed().thenComparing(Item::f))
        .limit(count)
        .map(item -> LOG.append(item.g()).append(' ').length() + item.toString())
        .collect(Collectors.joining(","));
  }

  static int summed(List<Item> items) {
    return items.stream()
        .sorted(Comparator.comparingInt(Item::a))
        .mapToInt(Item::a)
        .reduce(1, (sum, a) -> sum * 31 + a);
  }

  static void byOpen(List<Open> list) {
    list.sort(Comparator.comparingInt(Open::key));
  }

  static void byPlain(List<Open> list) {
    list.sort(Comparator.comparing(open -> open.plain()));
  }

  static void divided(List<Item> items) {
    items.sort(Comparator.comparingInt(Item::divided));
  }

  /** A list that says when it is asked for a stream, and sets what is read after that. */
  static final class Setting extends ArrayList<Item> {
    private static final long serialVersionUID = 1;
    private transient int factor = 1;

    Setting(List<Item> items) {
      super(items);
    }

    @Override
    public java.util.stream.Stream<Item> stream() {
      factor = -1;
      return super.stream();
    }
  }

  /** The field is read after the stream was made. */
  static String captured(Setting list) {
    Collection<Item> items = list;
    java.util.stream.Stream<Item> stream = items.stream();
    int factor = list.factor;
    return stream
        .sorted(Comparator.comparingInt(item -> item.a() * factor))
        .map(Item::toString)
        .collect(Collectors.joining(","));
  }

  // --- others

  static void counted(List<Item> items) {
    items.sort(Comparator.comparingInt(Item::counted));
  }

  static void looped(List<Item> items) {
    items.sort(Comparator.comparingInt(Item::looped));
  }

  static void locked(List<Item> items) {
    items.sort(Comparator.comparingInt(Item::locked));
  }

  static void racy(List<Open> list) {
    list.sort(Comparator.comparingInt(Open::racy));
  }

  static void given(List<Item> items, Function<Item, Integer> function) {
    items.sort(Comparator.comparing(function));
  }

  static void byInterface(List<Keyed> list) {
    list.sort(Comparator.comparingInt(Keyed::key));
  }

  static void byText(List<Item> items) {
    items.sort(Comparator.comparing(Item::toString));
  }

  static void either(List<Item> items, boolean first) {
    ToIntFunction<Item> function = first ? Item::a : Item::divided;
    items.sort(Comparator.comparingInt(function));
  }

  static List<Item> filtered(List<Item> items) {
    return items.stream()
        .filter(item -> LOG.append(item.g()).append(' ').length() > 0)
        .sorted(Comparator.comparingInt(Item::a))
        .collect(Collectors.toList());
  }

  static long onlyCounted(List<Item> items) {
    return items.stream().sorted(Comparator.comparingInt(Item::divided)).count();
  }

  static String later(List<Item> items) {
    var stream = items.stream().sorted(Comparator.comparingInt(Item::a));
    items.remove(0);
    return stream.map(Item::toString).collect(Collectors.joining(","));
  }

  /** Making the function initializes it. */
  public interface Initialized extends Function<Item, Integer> {
    Object BY_CODE = new Object();

    default void more() {}
  }

  static List<Integer> initializing(List<Item> items) {
    return items.stream()
        .sorted(Comparator.comparingInt(Item::a))
        .map((Initialized) item -> item.a() * 2)
        .collect(Collectors.toList());
  }

  static String between(List<Item> items) {
    return items.stream()
        .sorted(Comparator.comparingInt(Item::a))
        .limit(shortened(items))
        .map(Item::toString)
        .collect(Collectors.joining(","));
  }

  /** The array is made before the list is read. */
  static String constructed(List<Item> items) {
    return Arrays.toString(
        items.stream()
            .sorted(Comparator.comparingInt(Item::a))
            .toArray(size -> new Item[shortened(items) + 1]));
  }

  /** So is the collector asked. */
  static String collected(List<Item> items, java.util.stream.Collector<Item, ?, String> collector) {
    return items.stream().sorted(Comparator.comparingInt(Item::a)).collect(collector);
  }

  /** Here, too: it is asked as the other one is made. */
  static String wrapped(List<Item> items, java.util.stream.Collector<Item, ?, String> collector) {
    return items.stream()
        .sorted(Comparator.comparingInt(Item::a))
        .collect(Collectors.collectingAndThen(collector, text -> text + "!"));
  }

  private static java.util.stream.Collector<Item, ?, String> shortening(List<Item> items) {
    return new java.util.stream.Collector<Item, StringBuilder, String>() {
      @Override
      public java.util.function.Supplier<StringBuilder> supplier() {
        shortened(items);
        return StringBuilder::new;
      }

      @Override
      public java.util.function.BiConsumer<StringBuilder, Item> accumulator() {
        return StringBuilder::append;
      }

      @Override
      public java.util.function.BinaryOperator<StringBuilder> combiner() {
        return StringBuilder::append;
      }

      @Override
      public Function<StringBuilder, String> finisher() {
        return StringBuilder::toString;
      }

      @Override
      public java.util.Set<Characteristics> characteristics() {
        return java.util.Set.of();
      }
    };
  }

  private static int shortened(List<Item> items) {
    items.remove(items.size() - 1);
    return items.size();
  }

  // --- what is compared

  static String sortsOfManySizes() {
    StringBuilder all = new StringBuilder();
    for (int size : new int[] {0, 1, 2, 7, 8, 9, 33, 100, 1000}) {
      for (int range : new int[] {1, 5, 1000, 1 << 29}) {
        List<Item> items = items(size, range);
        byInt(items);
        all.append(items);
        byTwo(items);
        all.append(items);
        byLong((ArrayList<Item>) items);
        all.append(items);
        byAll(items);
        all.append(items);
        byLambda(items, range);
        all.append(items);
        byChoice(items);
        all.append(items);
        Item[] array = items.toArray(new Item[0]);
        byFloat(array);
        all.append(Arrays.toString(array));
        LOG.setLength(0);
        all.append(streamed(items, size / 2)).append(summed(items)).append(LOG).append('\n');
      }
    }
    return all.toString();
  }

  static String otherListsAndElements() {
    StringBuilder all = new StringBuilder();
    List<Item> items = items(20, 10);
    for (List<Item> list :
        List.of(
            new LinkedList<>(items),
            Arrays.asList(items.toArray(new Item[0])),
            new ArrayList<>(items).subList(3, 15),
            new ArrayList<Item>(items) {
              private static final long serialVersionUID = 1;

              @Override
              public Object[] toArray() {
                LOG.append("toArray ");
                return super.toArray();
              }
            })) {
      byInt(list);
      all.append(list).append(streamed(list, 5));
      byTwo(list);
      all.append(list);
    }
    return all + tried(null) + tried(nulls()) + tried(List.of(items.get(0))) + tried(mixed());
  }

  private static List<Item> nulls() {
    List<Item> items = items(20, 10);
    items.set(7, null);
    return items;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static List<Item> mixed() {
    List list = items(20, 10);
    list.set(15, "text");
    return list;
  }

  private static String tried(List<Item> items) {
    String outcome = "";
    try {
      byAll(items);
    } catch (RuntimeException e) {
      outcome += e.getClass();
    }
    try {
      outcome += streamed(items, 3);
    } catch (RuntimeException e) {
      outcome += e.getClass();
    }
    try {
      byFloat(items == null ? null : items.toArray(new Item[0]));
    } catch (RuntimeException e) {
      outcome += e.getClass();
    }
    return outcome + items;
  }

  static String keysThatAreNullOrFail() {
    List<Item> items = items(20, 10);
    items.set(9, new Item(0, 0, 0, true, null, 'a', (short) 0, (byte) 0, 0));
    String outcome = tried(items);
    try {
      divided(items);
    } catch (ArithmeticException e) {
      outcome += e.getStackTrace()[0] + " " + e;
    }
    return outcome + items;
  }

  static String streamsOfOtherLists() {
    return captured(new Setting(items(20, 10)));
  }

  static String subclasses() {
    List<Open> list = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      list.add(new Open(i * 5 % 12));
    }
    byOpen(list);
    String outcome = list.toString();
    byPlain(list);
    outcome += list;
    list.set(3, new Odd(100));
    LOG.setLength(0);
    byOpen(list);
    outcome += list + " " + LOG;
    byPlain(list);
    return outcome + list;
  }

  static String changesAreCounted() {
    List<Item> items = items(20, 10);
    var iterator = items.iterator();
    iterator.next();
    byInt(items);
    try {
      return "not seen: " + iterator.next();
    } catch (java.util.ConcurrentModificationException e) {
      return "seen";
    }
  }

  static String othersAreTheSame() {
    LOG.setLength(0);
    calls = 0;
    List<Item> items = items(40, 1000);
    counted(items);
    looped(items);
    locked(items);
    given(items, item -> item.a() + calls++);
    byText(items);
    either(items, true);
    String outcome = items + " " + calls + filtered(items) + onlyCounted(items) + later(items);
    List<Keyed> keyed = new ArrayList<>();
    List<Open> open = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      keyed.add(new First(i * 7 % 20));
      open.add(new Open(i * 7 % 20));
    }
    byInterface(keyed);
    racy(open);
    outcome += collected(items, shortening(items)) + wrapped(items, shortening(items));
    try {
      outcome += constructed(items);
    } catch (RuntimeException e) {
      outcome += e;
    }
    return outcome + initializing(items) + between(items) + items + keyed + open + LOG;
  }
}
