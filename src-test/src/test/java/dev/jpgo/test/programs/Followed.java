package dev.jpgo.test.programs;

import dev.jpgo.api.Jpgo;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * Calls functions that are kept in fields, often, each always the same object; then others, null,
 * and such as throw. Prints all results, and the traces of what is thrown.
 */
public final class Followed {
  /** System property: whether there is an agent to be waited for. */
  public static final String AGENT = "followed.agent";

  private static final int ROUNDS = 4;
  private static final int CALLS = 400;

  private Followed() {}

  /** What is put in order. */
  record Item(int weight, String name) {
    static final Comparator<Item> LIGHTEST =
        Comparator.comparingInt(Item::checkedWeight).thenComparing(Item::name);

    int checkedWeight() {
      if (weight < 0) {
        throw new IllegalStateException("weight " + weight);
      }
      return weight;
    }
  }

  /** Keeps an order that it is given. */
  static final class Shelf {
    private final List<Item> items = new ArrayList<>();
    private Comparator<? super Item> order;

    Shelf(Comparator<? super Item> order) {
      this.order = order;
    }

    Item first() {
      Item first = items.get(0);
      for (int i = 1; i < items.size(); i++) {
        if (order.compare(items.get(i), first) < 0) {
          first = items.get(i);
        }
      }
      return first;
    }
  }

  /** Keeps functions that others register. */
  static final class Pipeline {
    private IntUnaryOperator step;
    private ToIntFunction<String> measure;
    private Supplier<int[]> source;

    int run(int from) {
      int sum = 0;
      for (int i = 0; i < 8; i++) {
        sum = step.applyAsInt(sum + from + i);
      }
      return sum;
    }

    int measured(String text) {
      return measure.applyAsInt(text) + measure.applyAsInt(text + text.length());
    }

    int drawn() {
      return source.get().length + source.get()[0];
    }
  }

  public static void main(String[] arguments) {
    while (Boolean.getBoolean(AGENT) && !Jpgo.isPresent()) {
      Thread.onSpinWait();
    }
    Shelf shelf = new Shelf(Item.LIGHTEST);
    for (int i = 0; i < 12; i++) {
      shelf.items.add(new Item(i * 7 % 5, "name " + i * 5 % 12));
    }
    Pipeline pipeline = new Pipeline();
    pipeline.step = x -> tripled(x) + 1;
    pipeline.measure = String::length;
    pipeline.source = () -> new int[] {3};
    for (int round = 0; round < ROUNDS; round++) {
      String last = "";
      for (int i = 0; i < CALLS; i++) {
        last = shelf.first() + " " + pipeline.run(i) + " " + pipeline.measured("a" + i);
        last += " " + pipeline.drawn();
      }
      System.out.println(last);
      Jpgo.awaitIdle(Duration.ofMinutes(1));
    }
    throwing(shelf, pipeline);
    others(shelf, pipeline);
    missing(shelf, pipeline);
  }

  static int tripled(int number) {
    if (number == Integer.MIN_VALUE) {
      throw new ArithmeticException("too small");
    }
    return number * 3 & 0xFFFF;
  }

  /** The same functions are called, and throw. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private static void throwing(Shelf shelf, Pipeline pipeline) {
    shelf.items.add(new Item(-1, "wrong"));
    see(shelf::first);
    shelf.items.set(12, null);
    see(shelf::first);
    ((List) shelf.items).set(12, "text");
    see(shelf::first);
    shelf.items.remove(12);
    see(() -> pipeline.run(Integer.MIN_VALUE));
    see(() -> pipeline.measured(null));
  }

  /** Others are called. */
  private static void others(Shelf shelf, Pipeline pipeline) {
    Comparator<Item> byName = Comparator.comparing(Item::name);
    IntUnaryOperator step = pipeline.step;
    int captured = shelf.items.size();
    for (Comparator<Item> order : List.of(byName, byName.reversed(), new Heaviest())) {
      shelf.order = order;
      see(shelf::first);
    }
    shelf.order = Item.LIGHTEST;
    see(shelf::first);
    pipeline.step = x -> x + captured;
    see(() -> pipeline.run(1));
    pipeline.step = step.andThen(x -> x - 1);
    see(() -> pipeline.run(1));
    pipeline.step = step;
    see(() -> pipeline.run(1));
    pipeline.source = () -> new int[] {1, 2};
    see(pipeline::drawn);
  }

  /** None is there. */
  private static void missing(Shelf shelf, Pipeline pipeline) {
    shelf.order = null;
    see(shelf::first);
    pipeline.step = null;
    see(() -> pipeline.run(1));
    pipeline.source = () -> null;
    see(pipeline::drawn);
  }

  /** A class with a name. */
  private static final class Heaviest implements Comparator<Item> {
    @Override
    public int compare(Item a, Item b) {
      return Integer.compare(b.weight(), a.weight());
    }
  }

  private static void see(Supplier<Object> asked) {
    try {
      System.out.println(asked.get());
    } catch (RuntimeException e) {
      StringWriter text = new StringWriter();
      e.printStackTrace(new PrintWriter(text, true));
      System.out.println(text);
    }
  }
}
