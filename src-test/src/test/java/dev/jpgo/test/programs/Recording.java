package dev.jpgo.test.programs;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A record at work that has code of its own, and is asked for what the JDK makes of it as well.
 * Arguments: see {@link Awaited}. Prints what does not hang on how long that was.
 */
public final class Recording {
  /** Has a price. */
  interface Priced {
    int price(int count);
  }

  /** One that is used. */
  record Piece(int price) implements Priced {
    @Override
    public int price(int count) {
      return price * count;
    }
  }

  /** Another. */
  record Free(String name) implements Priced {
    @Override
    public int price(int count) {
      return 0;
    }
  }

  /** At work. */
  record Order(String name, List<Priced> items) {
    int total(int rounds) {
      int total = 0;
      for (int i = 0; i < rounds; i++) {
        for (Priced item : items) {
          total = total * 31 + item.price(i);
        }
      }
      return total;
    }
  }

  private Recording() {}

  /** Runs. */
  public static void main(String[] arguments) throws IOException {
    Order order =
        new Order("first", List.of(new Piece(3), new Piece(5), new Free("sample"), new Piece(7)));
    int expected = order.total(2000);
    String text = order.toString();
    int hash = order.hashCode();
    Map<Order, Integer> totals = new HashMap<>();
    totals.put(order, expected);
    boolean same = true;
    Awaited awaited = new Awaited(arguments);
    while (awaited.goesOn()) {
      Order equal = new Order("first", List.copyOf(order.items()));
      same &= totals.get(equal) == equal.total(2000);
      same &= equal.toString().equals(text) && equal.hashCode() == hash;
    }
    System.out.println(expected + " " + text + " " + hash + " " + same);
  }
}
