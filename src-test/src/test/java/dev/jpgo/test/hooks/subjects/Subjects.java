package dev.jpgo.test.hooks.subjects;

import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One class for each way in which a member's access matters to someone. */
public final class Subjects {
  private static final String SECRET = "secret";

  private Subjects() {}

  /** Classes outside this nest, too. */
  public static List<Class<?>> all() {
    return List.of(
        Subjects.class,
        Plain.class,
        Saved.class,
        Listed.class,
        Bean.class,
        Point.class,
        Color.class,
        Shape.class,
        Base.class,
        Derived.class,
        Singleton.class,
        Lone.class,
        PackagePrivate.class,
        Guarded.class,
        Guarded.Saved.class,
        Guarded.KeptBase.class,
        Guarded.NearBase.class,
        Guarded.OwnBase.class,
        Guarded.External.class);
  }

  public static @Nullable Object instance(Class<?> type) {
    if (type == Plain.class) {
      return new Plain();
    }
    if (type == Saved.class) {
      return new Saved(3);
    }
    if (type == Bean.class) {
      return new Bean();
    }
    if (type == Point.class) {
      return new Point(1, "two");
    }
    if (type == Derived.class || type == Base.class) {
      return new Derived();
    }
    if (type == Lone.class) {
      return Lone.create();
    }
    if (type == Guarded.class) {
      return Guarded.create();
    }
    if (type == Guarded.Saved.class) {
      return Guarded.Saved.create();
    }
    return type == Color.class ? Color.RED : null;
  }

  /** A lookup in this package, and in this nest. */
  public static MethodHandles.Lookup lookup() {
    return MethodHandles.lookup();
  }

  private static String secret() {
    return SECRET;
  }

  /** Every kind of member. */
  public static class Plain {
    private static final long CONSTANT = 5;
    private static int calls;
    private final int number = 4;
    private volatile int counter;
    private volatile String text = "text";
    protected int guarded = 1;
    int visible = 2;
    public int open = 3;

    public Plain() {}

    private Plain(int number, String[] names) {
      counter = number + names.length;
    }

    private static int twice(int value) {
      return 2 * value;
    }

    private static String answer() {
      calls++;
      Supplier<String> supplier = () -> "lambda " + CONSTANT;
      return supplier.get();
    }

    private int own() {
      return number + twice(counter) + new Plain(1, new String[0]).counter;
    }

    static int packaged() {
      return calls;
    }

    protected static int inherited() {
      return 0;
    }

    public static int update() {
      AtomicIntegerFieldUpdater<Plain> updater =
          AtomicIntegerFieldUpdater.newUpdater(Plain.class, "counter");
      Plain plain = new Plain();
      updater.addAndGet(plain, 5);
      return plain.own() + answer().length();
    }
  }

  /** Default serial version. */
  public static class Saved implements Serializable {
    private static final int VERSION = 1;
    private static String cache = "cache";
    private final int value;
    private transient int lost = 9;

    public Saved(int value) {
      this.value = value;
    }

    private Saved() {
      this(VERSION);
    }

    private static Saved make() {
      return new Saved();
    }

    private Object readResolve() {
      return new Saved(value + 1);
    }

    @Override
    public String toString() {
      return cache + value + lost + (value < 0 ? make() : "");
    }
  }

  /** Private members that serialization looks for. */
  public static class Listed implements Serializable {
    private static final long serialVersionUID = 99;
    private static final ObjectStreamField[] serialPersistentFields = {
      new ObjectStreamField("kept", int.class)
    };
    private int kept = 1;
    private int dropped = 2;

    int sum() {
      return kept + dropped + serialPersistentFields.length;
    }
  }

  /** What JSON libraries look at. */
  public static class Bean {
    private String name = "name";
    private int hidden = 1;
    private static int shared = 2;

    public String getName() {
      return name;
    }

    public void setName(String name) {
      this.name = name;
    }

    @Override
    public String toString() {
      return name + hidden + shared;
    }
  }

  /** A record; its fields are private. */
  public record Point(int x, String y) {
    private static int made;

    public Point {
      made++;
    }

    private static int made() {
      return made;
    }
  }

  /** An enum; its constructor and values are private. */
  public enum Color {
    RED(1),
    GREEN(2) {
      @Override
      public int code() {
        return 20;
      }
    };

    private final int code;

    Color(int code) {
      this.code = code;
    }

    public int code() {
      return code;
    }
  }

  /** An interface with private methods. */
  public interface Shape {
    int SIDES = 4;

    private static int secret() {
      return SIDES;
    }

    private int own() {
      return secret();
    }

    default int sides() {
      Supplier<Integer> supplier = () -> own();
      return supplier.get();
    }
  }

  /** Members of the same name and descriptor below. */
  public static class Base {
    private int same = 1;
    private static int shared = 2;

    private static String who() {
      return "base";
    }

    public String ask() {
      return who() + same + shared;
    }
  }

  /** Hides what its superclass has. */
  public static class Derived extends Base {
    private String same = "3";

    public static String who() {
      return "derived";
    }

    @Override
    public String ask() {
      return super.ask() + who() + same;
    }
  }

  /** Nobody may make another. */
  public static final class Singleton {
    public static final Singleton INSTANCE = new Singleton();

    private Singleton() {}
  }
}
