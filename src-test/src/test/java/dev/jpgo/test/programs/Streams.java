package dev.jpgo.test.programs;

import dev.jpgo.api.Jpgo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;

/**
 * Runs {@link StreamsSubject} often, and then has each of its functions throw, look at the stack or
 * change the list. Prints all that it gets, traces included.
 */
public final class Streams {
  /** System property: whether there is an agent to be waited for. */
  public static final String AGENT = "streams.agent";

  /** A place where nothing happens. */
  static final int NEVER = -1;

  private static final int CALLS = 300;
  private static final int ROUNDS = 4;

  /** Which function does something out of the ordinary; 0 for none. */
  private static int trouble;

  private static final StringBuilder done = new StringBuilder();

  private Streams() {}

  /** What functions call. */
  static boolean step(int place, Object element) {
    if (done.length() < 300) {
      done.append(place).append(element).append(' ');
    }
    if (place == trouble) {
      throw new IllegalStateException("at " + element);
    }
    return true;
  }

  /** Whether a function shall do what it does in this place. */
  static boolean isMeant(int place) {
    return place == trouble;
  }

  /** A list that says what is asked of it. */
  private static final class Talking extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Talking(List<String> elements) {
      super(elements);
    }

    @Override
    public int size() {
      done.append("size ");
      return super.size();
    }
  }

  public static void main(String[] arguments) throws Exception {
    getHot();
    for (trouble = 0; trouble <= StreamsSubject.PLACES; trouble++) {
      for (int method = 0; method < StreamsSubject.METHODS; method++) {
        tell(method, elements());
        tell(method, new LinkedList<>(elements()));
        tell(method, new Talking(elements()));
        tell(method, new ArrayList<>());
        tell(method, null);
      }
    }
    trouble = 0;
    EarlyReader.read(Streams::tellSimple);
  }

  private static Object call(int method, List<String> list) {
    return switch (method) {
      case 0 -> StreamsSubject.sum(list);
      case 1 -> StreamsSubject.longSum(list);
      case 2 -> StreamsSubject.each(list);
      case 3 -> StreamsSubject.reduced(list);
      case 4 -> StreamsSubject.any(list);
      case 5 -> StreamsSubject.all(list);
      case 6 -> StreamsSubject.none(list);
      case 7 -> StreamsSubject.ranges(0, 7);
      case 8 -> StreamsSubject.boxes(0, 5);
      case 9 -> StreamsSubject.objects(2, 6);
      case 10 -> StreamsSubject.searches(0, 6);
      case 11 -> StreamsSubject.grows(list);
      case 12 -> StreamsSubject.growsWhileSearched(list);
      case 13 -> StreamsSubject.shrinks(list);
      case 14 -> StreamsSubject.isReplaced(list);
      case 15 -> StreamsSubject.nested(list);
      case 16 -> StreamsSubject.handled(list);
      case 17 -> StreamsSubject.locked(list);
      case 18 -> StreamsSubject.looped(list);
      case 19 -> StreamsSubject.initial(list);
      case 20 -> StreamsSubject.kept(list);
      case 21 -> StreamsSubject.stacks(list);
      case 22 -> StreamsSubject.collected(list);
      case 23 -> StreamsSubject.collectedFromRanges(0, 5);
      case 24 -> StreamsSubject.given(list);
      case 25 -> StreamsSubject.givenToRanges(0, 6);
      default -> new StreamsSubject.Sized(list).size;
    };
  }

  private static void getHot() {
    while (Boolean.getBoolean(AGENT) && !Jpgo.isPresent()) {
      Thread.onSpinWait();
    }
    for (int round = 0; round < ROUNDS && Boolean.getBoolean(AGENT); round++) {
      for (int i = 0; i < CALLS; i++) {
        for (int method = 0; method < StreamsSubject.METHODS; method++) {
          call(method, elements());
        }
      }
      Jpgo.awaitIdle(Duration.ofMinutes(1));
    }
    StreamsSubject.forget();
  }

  private static List<String> elements() {
    return new ArrayList<>(List.of("a", "bc", "d", "", "e".repeat(9)));
  }

  private static void tellSimple(List<?> list) {
    for (int method = 0; method < StreamsSubject.SIMPLE; method++) {
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
    System.out.println(method + " in trouble " + trouble + ": " + result + " " + done);
  }
}
