package dev.jpgo.test.programs;

import dev.jpgo.api.Jpgo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;

/**
 * Runs {@link ListLoopsSubject} often, and then has it change the lists that it loops over, in each
 * way and at each place, or gives it lists of other kinds. Prints all that it gets, traces
 * included. The lists are of the kind that its argument says.
 */
public final class ListLoops {
  /** System property: whether there is an agent to be waited for. */
  public static final String AGENT = "lists.agent";

  private static final int CALLS = 300;
  private static final int ROUNDS = 4;
  private static final int WAYS = 13;
  private static final int PLACES = 6;
  private static final int RACES = 3000;

  /** What lists are made with, and seen by loops as; an argument of the program. */
  public enum Kind {
    PLAIN,
    UNMODIFIABLE,
    FIXED;

    private List<String> of(List<String> list) {
      return switch (this) {
        case PLAIN -> list;
        case UNMODIFIABLE -> Collections.unmodifiableList(list);
        case FIXED -> list.stream().toList(); // List.of has no nulls
      };
    }
  }

  private static Kind kind = Kind.PLAIN;

  /** The list that was made last, if what loops see cannot be changed itself. */
  private static List<String> behind = List.of();

  /** How a list is changed; 0 for not at all. */
  private static int way;

  /** After how many elements. */
  private static int meant;

  private static final StringBuilder done = new StringBuilder();

  private ListLoops() {}

  /** What loops call for an element. */
  static int step(Object element) {
    if (done.length() < 300) {
      done.append(element).append(' ');
    }
    return 1;
  }

  /** Whether something out of the ordinary shall be done. */
  static boolean isMeant() {
    return way > 0;
  }

  /** Changes a list if this is the place to. */
  static void alter(List<String> seen, int place) {
    if (way == 0 || place != meant) {
      return;
    }
    List<String> list = kind == Kind.PLAIN ? seen : behind;
    switch (way) {
      case 1 -> list.add("added");
      case 2 -> list.remove(0);
      case 3 -> list.remove(list.size() - 1);
      case 4 -> list.clear();
      case 5 -> list.set(list.size() - 1, null);
      case 6 -> list.replaceAll(text -> text + "x");
      case 7 -> list.addAll(fresh());
      case 8 -> {
        list.clear();
        trim(list);
      }
      case 9 -> list.removeIf(String::isEmpty);
      case 10 -> {
        list.add("more");
        list.remove(list.size() - 1);
      }
      case 11 -> list.sort(Collections.reverseOrder());
      case 12 -> throw new IllegalStateException("in place " + place);
      default -> grow(list);
    }
  }

  private static void trim(List<String> list) {
    if (list instanceof ArrayList<String> array) {
      array.trimToSize();
    }
  }

  private static void grow(List<String> list) {
    if (list instanceof ArrayList<String> array) {
      array.ensureCapacity(1000);
      array.subList(0, 1).clear();
    }
  }

  /** A list that says what is asked of it. */
  private static final class Talking extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Talking(List<String> elements) {
      super(elements);
    }

    @Override
    public Iterator<String> iterator() {
      done.append("iterator ");
      return super.iterator();
    }

    @Override
    public int size() {
      done.append("size ");
      return super.size();
    }
  }

  public static void main(String[] arguments) throws Exception {
    kind = Kind.valueOf(arguments[0]);
    getHot();
    for (way = 0; way <= WAYS; way++) {
      for (meant = 0; meant <= (way == 0 ? 0 : PLACES); meant++) {
        for (int method = 0; method < ListLoopsSubject.METHODS; method++) {
          tell(method, elements());
          tell(method, seen(new LinkedList<>(fresh())));
          tell(method, seen(new Talking(fresh())));
          tell(method, elements().subList(1, 4));
          tell(method, seen(new ArrayList<>()));
          tell(method, seen(new ArrayList<>(Arrays.asList("x", null, "d", null))));
          tell(method, seen(new ArrayList<>(List.of("x", "d"))));
          tell(method, fresh());
          tell(method, null);
        }
      }
    }
    way = 0;
    EarlyReader.read(ListLoops::tellSimple);
    race();
  }

  private static Object call(int method, List<String> list) {
    return switch (method) {
      case 0 -> ListLoopsSubject.lengths(list);
      case 1 -> ListLoopsSubject.joined(list);
      case 2 -> ListLoopsSubject.found(list, "d");
      case 3 -> ListLoopsSubject.pairs(list);
      case 4 -> ListLoopsSubject.guarded(list);
      case 5 -> ListLoopsSubject.counted(list);
      case 6 -> ListLoopsSubject.inlined(list);
      case 7 -> ListLoopsSubject.twice(list);
      case 8 -> ListLoopsSubject.altered(list);
      case 9 -> ListLoopsSubject.alteredInside(list);
      case 10 -> ListLoopsSubject.alteredAndCaught(list);
      case 11 -> ListLoopsSubject.alteredBefore(list);
      case 12 -> ListLoopsSubject.locked(list);
      case 13 -> ListLoopsSubject.stacks(list);
      default -> new ListLoopsSubject.Sized(list).size;
    };
  }

  private static void getHot() {
    while (Boolean.getBoolean(AGENT) && !Jpgo.isPresent()) {
      Thread.onSpinWait();
    }
    for (int round = 0; round < ROUNDS && Boolean.getBoolean(AGENT); round++) {
      for (int i = 0; i < CALLS; i++) {
        for (int method = 0; method < ListLoopsSubject.METHODS; method++) {
          call(method, elements());
        }
      }
      Jpgo.awaitIdle(Duration.ofMinutes(1));
    }
  }

  private static List<String> fresh() {
    return new ArrayList<>(List.of("a", "bc", "d", "", "e".repeat(9)));
  }

  private static List<String> elements() {
    return seen(fresh());
  }

  private static List<String> seen(List<String> list) {
    behind = list;
    return kind.of(list);
  }

  private static void tellSimple(List<?> list) {
    for (int method = 0; method < ListLoopsSubject.SIMPLE; method++) {
      tell(method, list);
    }
  }

  /** Prints what a method does with a list. */
  @SuppressWarnings("unchecked")
  private static void tell(int method, List<?> list) {
    done.setLength(0);
    Object result;
    try {
      result = call(method, (List<String>) list);
    } catch (RuntimeException e) {
      result = Stacks.trace(e);
    }
    System.out.println(method + " way " + way + " at " + meant + ": " + result + " " + done);
  }

  /** Two threads use a list without being synchronized: whatever comes of it is known to a list. */
  private static void race() throws InterruptedException {
    List<String> list = elements();
    List<String> changed = behind;
    Thread other = new Thread(() -> changeInTurn(changed));
    other.start();
    long seen = 0;
    do {
      try {
        seen += call(5, list) instanceof Integer count ? count : 1;
        seen += String.valueOf(call(1, list)).length();
        done.setLength(0);
      } catch (java.util.ConcurrentModificationException | java.util.NoSuchElementException e) {
        seen++;
      }
    } while (other.isAlive()); // once at least, however soon it is over
    other.join();
    System.out.println(seen > 0 ? "raced" : "nothing was seen");
  }

  private static void changeInTurn(List<String> list) {
    for (int i = 0; i < RACES; i++) {
      list.clear();
      trim(list);
      for (int k = 0; k < i % 40; k++) {
        list.add("x");
      }
      list.removeIf(text -> text == null);
    }
  }
}
