package dev.jpgo.test.programs.opened;

import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * One class for each way an object has of being written and read back. None but {@link Stamped} has
 * an explicit {@code serialVersionUID}: the default one is made of the access flags of all members.
 */
final class Forms {
  private Forms() {}

  /** A lambda that can be written. */
  interface Step extends IntUnaryOperator, Serializable {}

  /** Default form, values through getters so that something is hot. */
  static final class Plain implements Serializable {
    private static int made;
    private int number;
    private String text = "text";
    private transient int skipped = 5;

    private Plain(int number) {
      this.number = number;
    }

    private static Plain create(int number) {
      made++;
      return new Plain(number);
    }

    private int number() {
      return number;
    }

    @Override
    public String toString() {
      return "Plain " + number() + text + skipped + (made > 0);
    }
  }

  /** Members that the JDK finds by name and uses only if they are private. */
  static final class Custom implements Serializable {
    private static final ObjectStreamField[] serialPersistentFields = {
      new ObjectStreamField("kept", int.class)
    };
    private int kept = 3;
    private int lost = 4;

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeUTF("by writeObject");
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      lost = in.readUTF().length();
    }

    @Override
    public String toString() {
      return "Custom " + kept + ' ' + lost;
    }
  }

  /** A list of fields that does not count, since it is not private. */
  static final class Ignored implements Serializable {
    static final ObjectStreamField[] serialPersistentFields = {
      new ObjectStreamField("kept", int.class)
    };
    int kept = 3;
    int more = 4;

    public static void writeObject(ObjectOutputStream out) throws IOException {
      throw new IOException("this is not the one that is called");
    }

    @Override
    public String toString() {
      return "Ignored " + kept + ' ' + more;
    }
  }

  /** One instance alone. */
  static final class Single implements Serializable {
    private static final Single ONLY = new Single();

    private Single() {}

    static Single only() {
      return ONLY;
    }

    private Object readResolve() {
      return ONLY;
    }

    @Override
    public String toString() {
      return this == ONLY ? "the only one" : "another one";
    }
  }

  /** Written as something else. */
  static final class Replaced implements Serializable {
    private final List<Integer> values = new ArrayList<>(List.of(1, 2));

    private Object writeReplace() {
      return new Form(values.toArray(new Integer[0]));
    }

    private void readObject(ObjectInputStream in) throws InvalidObjectException {
      throw new InvalidObjectException("form required");
    }

    private record Form(Integer[] values) implements Serializable {
      private Object readResolve() {
        Replaced replaced = new Replaced();
        replaced.values.addAll(List.of(values));
        return replaced;
      }
    }

    @Override
    public String toString() {
      return "Replaced " + values;
    }
  }

  /** Writes and reads itself. */
  public static final class External implements Externalizable {
    private int number = 8;

    public External() {}

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeInt(number + 1);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException {
      number = in.readInt();
    }

    @Override
    public String toString() {
      return "External " + number;
    }
  }

  /** Cannot be read: its constructor is private. */
  public static final class Closed implements Externalizable {
    private Closed() {}

    static Closed create() {
      return new Closed();
    }

    @Override
    public void writeExternal(ObjectOutput out) {}

    @Override
    public void readExternal(ObjectInput in) {}
  }

  /** Not serializable; the constructor that reading an heir would run is private. */
  static class Ancestor {
    private int inherited = 1;

    private Ancestor() {}

    private Ancestor(int inherited) {
      this.inherited = inherited;
    }

    int inherited() {
      return inherited;
    }
  }

  /** Cannot be read: see {@link Ancestor}. */
  static final class Heir extends Ancestor implements Serializable {
    private int own = 2;

    Heir() {
      super(9);
    }

    @Override
    public String toString() {
      return "Heir " + own + inherited();
    }
  }

  /** An explicit number, which is private itself. */
  static final class Stamped implements Serializable {
    private static final long serialVersionUID = 42;
    private final long value = 6;

    @Override
    public String toString() {
      return "Stamped " + value;
    }
  }

  /** A record with private members beside its components. */
  record Pair(int left, String right) implements Serializable {
    private static final int LIMIT = 100;

    Pair {
      left = limited(left);
    }

    private static int limited(int value) {
      return Math.min(value, LIMIT);
    }
  }

  /** Constants with bodies, fields and constructors. */
  enum Level {
    LOW(1),
    HIGH(2) {
      @Override
      int weight() {
        return super.weight() * 10;
      }
    };

    private final int weight;

    Level(int weight) {
      this.weight = weight;
    }

    int weight() {
      return weight;
    }
  }

  /** One of each, and lambdas: with nothing captured, with a value, with this form's object. */
  static List<Object> all() {
    int step = 3;
    Step free = value -> value + 1;
    Step bound = value -> value + step;
    return new ArrayList<>(
        List.of(
            Plain.create(7),
            new Custom(),
            new Ignored(),
            Single.only(),
            new Replaced(),
            new External(),
            Closed.create(),
            new Heir(),
            new Stamped(),
            new Pair(200, "right"),
            Level.LOW,
            Level.HIGH,
            free,
            bound,
            Pair.class,
            new Object[] {Level.HIGH, new Pair(1, "one")}));
  }
}
