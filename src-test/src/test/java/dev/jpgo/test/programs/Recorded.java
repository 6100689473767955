package dev.jpgo.test.programs;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Asks records for what the JDK makes their methods do, with components that tell who has asked
 * them; prints all of it three times: at first, when the agent's code runs if there is one that is
 * to be waited for, and when that has been taken back.
 */
public final class Recorded {
  private static final long LIMIT_NANOS = 60_000_000_000L;

  private Recorded() {}

  record Point(int x, int y, String name) {}

  record Line(Point from, Point to, double[] weights) {}

  record Box<T>(T content, long number, boolean open) {}

  record Mixed(byte b, short s, char c, float f, double d) {}

  record Empty() {}

  record Private(Voice voice, Voice other) {}

  record Part(int number) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Part part && part.number % 2 == number % 2;
    }

    @Override
    public int hashCode() {
      return number % 2;
    }
  }

  /** Says who has asked it, and may throw. */
  static final class Voice {
    private final boolean throwing;

    Voice(boolean throwing) {
      this.throwing = throwing;
    }

    private String told() {
      if (throwing) {
        throw new IllegalStateException("asked");
      }
      StringBuilder told = new StringBuilder();
      StackWalker.getInstance()
          .forEach(
              frame -> {
                if (!frame.getMethodName().equals("told")) {
                  told.append(' ').append(frame.getClassName()).append('.');
                  told.append(frame.getMethodName()).append(':').append(frame.getLineNumber());
                }
              });
      return told.toString();
    }

    @Override
    public boolean equals(Object other) {
      return told().equals("") || other instanceof Voice;
    }

    @Override
    public int hashCode() {
      return told().hashCode();
    }

    @Override
    public String toString() {
      return told();
    }
  }

  private static List<Object> records() {
    List<Object> all = new ArrayList<>();
    Point point = new Point(1, -2, "name");
    all.add(point);
    all.add(new Point(1, -2, new String("name")));
    all.add(new Point(1, -2, null));
    all.add(new Line(point, null, null));
    all.add(new Line(new Point(1, -2, "name"), null, null));
    all.add(new Line(null, point, null));
    all.add(new Box<>(point, 1L << 40, true));
    all.add(new Box<>(List.of("a"), -1, false));
    all.add(new Box<>(new Part(3), 7, false));
    all.add(new Box<>(new Part(5), 7, false));
    all.add(new Mixed((byte) -1, (short) 300, 'x', -0f, Double.NaN));
    all.add(new Mixed((byte) -1, (short) 300, 'x', 0f, Double.NaN));
    all.add(new Empty());
    all.add(new Part(1));
    all.add(new Part(3));
    return all;
  }

  private static String told() {
    StringBuilder told = new StringBuilder();
    List<Object> all = records();
    for (Object one : all) {
      told.append(one.hashCode()).append(' ').append(one).append(' ');
      for (Object other : all) {
        told.append(one.equals(other) ? '=' : '.');
      }
      told.append(one.equals(null)).append('\n');
    }
    return told.toString();
  }

  /** What a component sees of the stack, and what the trace of its exception says. */
  private static String stacks() {
    StringBuilder told = new StringBuilder();
    Private quiet = new Private(new Voice(false), new Voice(false));
    told.append(quiet).append('\n').append(quiet.hashCode()).append('\n');
    told.append(quiet.equals(new Private(new Voice(false), new Voice(false)))).append('\n');
    Private loud = new Private(new Voice(true), new Voice(true));
    List<Function<Private, Object>> questions =
        List.of(Objects::toString, Objects::hashCode, it -> it.equals(new Private(null, null)));
    for (Function<Private, Object> question : questions) {
      try {
        told.append(question.apply(loud));
      } catch (IllegalStateException e) {
        told.append(e).append(Arrays.toString(e.getStackTrace())).append('\n');
      }
    }
    return told.toString();
  }

  private static String reflected() {
    StringBuilder told = new StringBuilder();
    for (Class<?> type : List.of(Point.class, Line.class, Private.class)) {
      List<String> members = new ArrayList<>();
      for (Field field : type.getDeclaredFields()) {
        members.add(field.toString());
      }
      for (Method method : type.getDeclaredMethods()) {
        members.add(method.toString());
      }
      for (Constructor<?> constructor : type.getDeclaredConstructors()) {
        members.add(constructor.toString());
      }
      members.sort(null);
      told.append(members).append(Arrays.toString(type.getRecordComponents())).append('\n');
    }
    return told.toString();
  }

  private static void print() {
    System.out.println(told());
    System.out.println(stacks());
    System.out.println(reflected());
  }

  /** How many sites are linked; 0 without an agent. */
  private static int linked() {
    try {
      boolean[] marks =
          (boolean[]) Class.forName("java.lang.JpgoRecords").getField("LINKED").get(null);
      int linked = 0;
      for (boolean mark : marks) {
        linked += mark ? 1 : 0;
      }
      return linked;
    } catch (ReflectiveOperationException e) {
      return 0;
    }
  }

  @SuppressWarnings("unchecked")
  private static String command(String command) throws ReflectiveOperationException {
    Object handler = Class.forName("java.lang.JpgoCommands").getField("handler").get(null);
    return ((Function<String, String>) handler).apply(command);
  }

  /**
   * Runs.
   *
   * @param arguments how many sites are to be waited for, and whether to have the agent detach
   */
  public static void main(String[] arguments) throws Exception {
    int wanted = Integer.parseInt(arguments[0]);
    print();
    long end = System.nanoTime() + LIMIT_NANOS;
    while (linked() < wanted && System.nanoTime() < end) {
      told();
      stacks();
    }
    print();
    IntFunction<String> shown = SecondAgent.isThere() ? Recorded::shown : count -> "";
    String before = shown.apply(0);
    if (arguments[1].equals("detach") && !command("command=detach").isEmpty()) {
      throw new IllegalStateException("not detached");
    }
    print();
    System.err.println("linked " + linked() + before + shown.apply(1));
  }

  private static String shown(int time) {
    boolean patched = SecondAgent.shows(Point.class, "JpgoRecords");
    boolean other = SecondAgent.shows(Voice.class, "JpgoRecords");
    return (time == 0 ? ", patched " : ", then ") + patched + (other ? " and others" : "");
  }
}
