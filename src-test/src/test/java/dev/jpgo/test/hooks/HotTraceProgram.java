package dev.jpgo.test.hooks;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/**
 * Throws, walks and asks for its caller from code that gets hot and is inlined meanwhile; prints
 * every different trace once, the first letters of how often it was seen left out.
 */
public final class HotTraceProgram {
  private static final TreeMap<String, Integer> SEEN = new TreeMap<>();
  private static final List<Throwable> LATE = new ArrayList<>();
  private static int sites;
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
      expanded(i % 8);
    }
    unread.forEach(HotTraceProgram::see);
    LATE.forEach(HotTraceProgram::see);
    for (String text : SEEN.keySet()) {
      System.out.println(text);
    }
  }

  /** What a record and a lambda call, in frames that the VM hides and such that are not there. */
  private static void expanded(int kind) {
    Key key = new Key(new Part(-1), 5);
    for (int j = 0; j < 50; j++) {
      sites += key.hashCode() + (key.equals(new Key(key.part, 5)) ? 1 : 0);
      sites += key.toString().length() + called(x -> x / 2, kind);
    }
    Key failing = new Key(new Part(kind % 4), 5);
    try {
      for (int j = 0; j < 50; j++) {
        sites += stayed(kind, j);
      }
    } catch (IllegalStateException e) {
      late(e);
    }
    try {
      sites += failing.hashCode() + (failing.equals(new Key(null, 5)) ? 1 : 0);
      sites += failing.toString().length() + called(x -> x / (kind - 3), kind);
    } catch (IllegalStateException | ArithmeticException e) {
      late(e);
    }
  }

  /** Some traces are read when versions have changed, of classes of the JDK too. */
  private static void late(Throwable throwable) {
    LATE.add(throwable);
    if (LATE.size() == 300) {
      LATE.forEach(HotTraceProgram::see);
      LATE.clear();
    }
  }

  private static int called(IntUnaryOperator operator, int value) {
    return operator.applyAsInt(value);
  }

  /** Makes an object that nobody else sees, if its constructor lets it. */
  private static int stayed(int kind, int number) {
    Limited limited = new Limited(kind, number);
    return limited.kind + limited.number;
  }

  /** The superclass of what stays. */
  static class Kind {
    final int kind;

    Kind(int kind) {
      this.kind = kind;
    }
  }

  /** What stays. */
  static final class Limited extends Kind {
    final int number;

    Limited(int kind, int number) {
      super(kind);
      if (kind == 5) {
        throw new IllegalStateException("five");
      }
      this.number = number;
    }
  }

  record Key(Part part, int number) {}

  /** Fails in one of its methods. */
  record Part(int failing) {
    @Override
    public int hashCode() {
      return fail(0);
    }

    @Override
    public boolean equals(Object other) {
      return fail(1) == 1;
    }

    @Override
    public String toString() {
      return "" + fail(2);
    }

    private int fail(int method) {
      if (failing == method) {
        throw new IllegalStateException("method " + method);
      }
      return method;
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
