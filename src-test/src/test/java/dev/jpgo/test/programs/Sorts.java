package dev.jpgo.test.programs;

import dev.jpgo.api.Jpgo;
import dev.jpgo.test.programs.SortsSubject.Item;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedList;
import java.util.List;

/**
 * Runs {@link SortsSubject} often, and then gives it lists of other kinds, with elements and keys
 * that are null or of other classes, and has functions throw. Prints all that it gets, traces
 * included.
 */
public final class Sorts {
  /** System property: whether there is an agent to be waited for. */
  public static final String AGENT = "sorts.agent";

  private static final int CALLS = 120;
  private static final int ROUNDS = 4;
  private static final int PLACES = 4;

  /** Which function throws; 0 for none. */
  private static int trouble;

  private static final StringBuilder done = new StringBuilder();

  private Sorts() {}

  /** What functions call. */
  static boolean step(int place, Item item) {
    if (done.length() < 300) {
      done.append(place).append(item).append(' ');
    }
    if (place == trouble) {
      throw new IllegalStateException("at " + item);
    }
    return true;
  }

  /** Says which of its methods are called. */
  private static final class Talking extends Item {
    Talking(int number) {
      super(number, number, number);
    }

    @Override
    int number() {
      done.append("number ");
      return -super.number();
    }

    @Override
    Integer box() {
      done.append("box ");
      return super.box();
    }
  }

  /** A list that says what is asked of it. */
  private static final class OwnList extends ArrayList<Item> {
    private static final long serialVersionUID = 1;

    OwnList(List<Item> items) {
      super(items);
    }

    @Override
    public Object[] toArray() {
      done.append("toArray ");
      return super.toArray();
    }
  }

  private static List<Item> items(int size) {
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      items.add(new Item(1 + i * 7 % size, i % 4, i * 0.7 % 1));
    }
    return items;
  }

  private static List<Item> with(Item other) {
    List<Item> items = items(20);
    items.set(13, other);
    return items;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static List<Item> mixed() {
    List list = items(20);
    list.set(15, "text");
    return list;
  }

  public static void main(String[] arguments) {
    SortsSubject subject = new SortsSubject(3);
    getHot(subject);
    for (trouble = 0; trouble <= PLACES; trouble++) {
      for (int method = 0; method < SortsSubject.METHODS; method++) {
        tell(subject, method, items(20));
        tell(subject, method, items(3));
        tell(subject, method, items(300));
        tell(subject, method, new LinkedList<>(items(20)));
        tell(subject, method, Arrays.asList(items(20).toArray(new Item[0])));
        tell(subject, method, new OwnList(items(20)));
        tell(subject, method, items(30).subList(5, 25));
        tell(subject, method, new ArrayList<>());
        tell(subject, method, null);
        tell(subject, method, with(null));
        tell(subject, method, with(new Item(3, null, 1)));
        tell(subject, method, with(new Item(0, 7, Double.NaN)));
        tell(subject, method, with(new Talking(5)));
        tell(subject, method, mixed());
      }
    }
  }

  private static Object call(SortsSubject subject, int method, List<Item> list) {
    return switch (method) {
      case 0 -> SortsSubject.byNumber(list);
      case 1 -> SortsSubject.byBoth(list);
      case 2 -> SortsSubject.byWeight(list);
      case 3 -> SortsSubject.ofArray(list);
      case 4 -> SortsSubject.streamed(list);
      case 5 -> SortsSubject.first(list);
      case 6 -> SortsSubject.byPart(list);
      case 7 -> SortsSubject.stacks(list);
      case 8 -> subject.byProduct(list);
      case 9 -> SortsSubject.grouped(list);
      case 10 -> SortsSubject.handled(list);
      default -> SortsSubject.each(list);
    };
  }

  private static void getHot(SortsSubject subject) {
    while (Boolean.getBoolean(AGENT) && !Jpgo.isPresent()) {
      Thread.onSpinWait();
    }
    for (int round = 0; round < ROUNDS && Boolean.getBoolean(AGENT); round++) {
      for (int i = 0; i < CALLS; i++) {
        for (int method = 0; method < SortsSubject.METHODS; method++) {
          call(subject, method, items(12));
        }
      }
      Jpgo.awaitIdle(Duration.ofMinutes(3));
    }
  }

  /** Prints what a method does with a list, and to it. */
  private static void tell(SortsSubject subject, int method, List<Item> list) {
    done.setLength(0);
    Object result;
    try {
      result = call(subject, method, list);
    } catch (RuntimeException e) {
      result = Stacks.trace(e);
    }
    System.out.println(method + " with " + trouble + ": " + result + " " + done + list);
  }
}
