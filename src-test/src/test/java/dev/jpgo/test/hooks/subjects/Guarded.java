package dev.jpgo.test.hooks.subjects;

import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** Members of every access, for heirs in this package and in others. */
public class Guarded {
  protected static int shared = 1;
  static int nearShared = 2;
  private static int ownShared = 3;

  protected int kept = 4;
  int near = 5;
  private int own = 6;
  protected final String fixed = "fixed";
  protected volatile int counter;
  volatile int nearCounter;
  protected volatile String text = "text";
  volatile String nearText = "near";

  protected Guarded() {}

  Guarded(int near) {
    this.near = near;
  }

  protected Guarded(String text, int[] sizes) {
    this(sizes.length, (Object) text);
  }

  private Guarded(int own, Object text) {
    this.own = own;
    this.text = String.valueOf(text);
  }

  public static Guarded create() {
    return new Guarded(7);
  }

  protected static String who() {
    return "guarded";
  }

  static String near() {
    return "near" + pick((Object) "");
  }

  protected static synchronized String pick(long value) {
    return "protected " + value;
  }

  static String pick(Object value) {
    return "near " + value + pick(ownShared);
  }

  private static String pick(int value) {
    return "private " + value;
  }

  public static String pick(String value) {
    return "public " + value;
  }

  protected String inherited() {
    return "guarded";
  }

  String nearInherited() {
    return "guarded";
  }

  /** What instance methods of heirs override and what they do not. */
  public String selected() {
    return inherited() + " " + nearInherited() + " " + own;
  }

  /** Updaters made in this package. */
  public static String update(Guarded guarded) {
    AtomicIntegerFieldUpdater<Guarded> kept =
        AtomicIntegerFieldUpdater.newUpdater(Guarded.class, "counter");
    AtomicIntegerFieldUpdater<Guarded> near =
        AtomicIntegerFieldUpdater.newUpdater(Guarded.class, "nearCounter");
    AtomicReferenceFieldUpdater<Guarded, String> text =
        AtomicReferenceFieldUpdater.newUpdater(Guarded.class, String.class, "nearText");
    return kept.addAndGet(guarded, 2) + " " + near.addAndGet(guarded, 3) + text.get(guarded);
  }

  /** Default serial version over members of every access. */
  public static class Saved implements Serializable {
    protected static int shared = 1;
    static int nearShared = 2;
    protected int kept = 3;
    int near = 4;
    private int own = 5;
    protected transient int lost = 6;
    transient int nearLost = 7;

    protected Saved() {}

    Saved(int near) {
      this.near = near;
    }

    private Saved(long own) {
      this.own = (int) own;
    }

    public static Saved create() {
      return new Saved(add(add(9)));
    }

    protected static long add(int value) {
      return add((long) value) + shared;
    }

    static int add(long value) {
      return (int) value + nearShared;
    }

    @Override
    public String toString() {
      return "Saved " + kept + near + own + lost + nearLost;
    }
  }

  /** Made by heirs that are read, when its constructor without arguments is theirs to call. */
  public static class KeptBase {
    protected int made = 1;

    protected KeptBase() {
      made = 2;
    }

    protected KeptBase(int made) {
      this.made = made;
    }

    @Override
    public String toString() {
      return getClass().getSimpleName() + made;
    }
  }

  /** The same, but only heirs of this package may call it. */
  public static class NearBase {
    protected int made = 1;

    NearBase() {
      made = 2;
    }

    protected NearBase(int made) {
      this.made = made;
    }

    @Override
    public String toString() {
      return getClass().getSimpleName() + made;
    }
  }

  /** The same, but nobody may call it. */
  public static class OwnBase {
    protected int made = 1;

    private OwnBase() {
      made = 2;
    }

    protected OwnBase(int made) {
      this.made = made;
    }

    public static OwnBase create() {
      return new OwnBase();
    }

    @Override
    public String toString() {
      return getClass().getSimpleName() + made;
    }
  }

  /** An heir in the package. */
  public static class NearSaved extends NearBase implements Serializable {
    public NearSaved() {
      super(3);
    }
  }

  /** Externalizable classes need a public constructor without arguments. */
  public static class External implements Externalizable {
    protected External() {}

    public static External create() {
      return new External();
    }

    @Override
    public void writeExternal(ObjectOutput out) {}

    @Override
    public void readExternal(ObjectInput in) {}

    @Override
    public String toString() {
      return "External";
    }
  }
}
