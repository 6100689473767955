package dev.jpgo.test.programs;

import dev.jpgo.api.Jpgo;
import java.nio.CharBuffer;
import java.time.Duration;

/**
 * Runs {@link TextsSubject} often, with strings whose characters are bytes, and then gives it
 * others, none, and indices that are none. Prints all that it gets, traces included.
 */
public final class Texts {
  /** System property: whether there is an agent to be waited for. */
  public static final String AGENT = "texts.agent";

  private static final int CALLS = 300;
  private static final int ROUNDS = 4;
  private static final int LONG = 40;
  private static final int[] FROM = {0, 1, 5, 39, 40, 41, -1, Integer.MAX_VALUE};

  private Texts() {}

  public static void main(String[] arguments) {
    String usual = "12a".repeat(LONG / 3) + "\u00e9\u00ff.";
    getHot(usual);
    tellAll("usual", usual);
    tellAll("empty", "");
    tellAll("wide", usual.substring(0, LONG - 2) + "\u20ac\ud83d");
    tellAll("none", null);
    tell("builder", 1, new StringBuilder(usual), 3);
    tell("buffer", 1, CharBuffer.wrap(usual), 3);
    System.out.println("deep " + deep(usual, 0));
    tellAll("usual again", usual);
  }

  private static Object call(int method, CharSequence text, int from) {
    return switch (method) {
      case 0 -> TextsSubject.number((String) text, from);
      case 1 -> TextsSubject.sequence(text, from);
      case 2 -> TextsSubject.beyond((String) text, from);
      case 3 -> TextsSubject.caught((String) text, from);
      case 4 -> TextsSubject.locked((String) text, from);
      default -> TextsSubject.pairs((String) text, from);
    };
  }

  private static void getHot(String text) {
    while (Boolean.getBoolean(AGENT) && !Jpgo.isPresent()) {
      Thread.onSpinWait();
    }
    for (int round = 0; round < ROUNDS && Boolean.getBoolean(AGENT); round++) {
      for (int i = 0; i < CALLS; i++) {
        for (int method = 0; method < TextsSubject.METHODS; method++) {
          call(method, text, 0);
        }
      }
      Jpgo.awaitIdle(Duration.ofMinutes(3));
    }
  }

  private static void tellAll(String what, String text) {
    for (int from : FROM) {
      for (int method = 0; method < TextsSubject.METHODS; method++) {
        tell(what, method, text, from);
      }
    }
  }

  private static void tell(String what, int method, CharSequence text, int from) {
    Object result;
    try {
      result = call(method, text, from);
    } catch (RuntimeException e) {
      result = Stacks.trace(e);
    }
    System.out.println(what + " " + method + " from " + from + ": " + result);
  }

  /** Scans with ever less stack left, until there is none; no lock is left behind. */
  private static boolean deep(String text, int depth) {
    try {
      Object unused = call(4, text, 0);
      return depth < Integer.MAX_VALUE && deep(text, depth + 1);
    } catch (StackOverflowError e) {
      return Thread.holdsLock(TextsSubject.class);
    }
  }
}
