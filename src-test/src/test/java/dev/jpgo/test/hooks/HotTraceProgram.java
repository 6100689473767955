package dev.jpgo.test.hooks;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Throws, walks and asks for its caller from code that gets hot and is inlined meanwhile; prints
 * every different trace once, the first letters of how often it was seen left out.
 */
public final class HotTraceProgram {
  private static final TreeMap<String, Integer> SEEN = new TreeMap<>();
  private int depth;

  private HotTraceProgram() {}

  public static void main(String[] arguments) throws Exception {
    long millis = Long.parseLong(arguments[0]);
    HotTraceProgram program = new HotTraceProgram();
    List<Throwable> unread = new ArrayList<>();
    long end = System.nanoTime() + millis * 1_000_000;
    for (int i = 0; i < 400 || System.nanoTime() < end; i++) {
      for (int j = 0; j < 50; j++) {
        program.outer(j, -1);
      }
      try {
        program.outer(7, 7);
      } catch (IllegalStateException e) {
        if (unread.size() < 200) {
          unread.add(e);
        } else {
          see(e);
        }
      }
      try {
        program.implicit(null);
      } catch (NullPointerException e) {
        see(e);
      }
      if (i % 16 == 0) {
        seen("walk " + program.outer(3, 3));
      }
    }
    for (Throwable throwable : unread) {
      see(throwable);
    }
    for (String text : SEEN.keySet()) {
      System.out.println(text);
    }
  }

  private Object outer(int value, int wanted) {
    depth = 0;
    return middle(value, wanted);
  }

  private Object middle(int value, int wanted) {
    Object result = getter(value) == wanted ? leaf(value) : "";
    return result;
  }

  private int getter(int value) {
    return value + depth;
  }

  private Object leaf(int value) {
    if (value == 7) {
      throw new IllegalStateException("seven");
    }
    return walk();
  }

  private int implicit(String text) {
    return length(text);
  }

  private int length(String text) {
    return text.length();
  }

  private static String walk() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
            .walk(s -> s.map(String::valueOf).collect(Collectors.joining(" ")))
        + StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
  }

  private static void see(Throwable throwable) {
    StringWriter text = new StringWriter();
    throwable.printStackTrace(new PrintWriter(text, true));
    seen(text.toString());
  }

  private static void seen(String text) {
    SEEN.merge(text, 1, Integer::sum);
  }
}
