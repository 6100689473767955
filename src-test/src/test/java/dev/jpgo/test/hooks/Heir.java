package dev.jpgo.test.hooks;

import dev.jpgo.test.hooks.subjects.Guarded;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** A subclass in another package; hides some of what it does not inherit. */
public class Heir extends Guarded {
  protected static int shared = 10;
  int near = 50;

  public Heir() {
    super("heir", new int[1]);
  }

  static MethodHandles.Lookup lookup() {
    return MethodHandles.lookup();
  }

  static String near() {
    return "heir" + shared + who();
  }

  @Override
  protected String inherited() {
    return "heir";
  }

  /** Overrides nothing: what has its name above is of another package. */
  String nearInherited() {
    return "heir" + near + kept;
  }

  /** An updater that a subclass makes. */
  static int updateKept(Guarded guarded) {
    AtomicIntegerFieldUpdater<Guarded> updater =
        AtomicIntegerFieldUpdater.newUpdater(Guarded.class, "counter");
    return updater.addAndGet(guarded, 2);
  }

  /** The same of a field that is none of its business. */
  static int updateNear(Guarded guarded) {
    AtomicIntegerFieldUpdater<Guarded> updater =
        AtomicIntegerFieldUpdater.newUpdater(Guarded.class, "nearCounter");
    return updater.addAndGet(guarded, 2);
  }

  /** A reference. */
  static String updateText(Guarded guarded) {
    AtomicReferenceFieldUpdater<Guarded, String> updater =
        AtomicReferenceFieldUpdater.newUpdater(Guarded.class, String.class, "text");
    return updater.getAndSet(guarded, "new");
  }

  /** Can be read: a subclass may call a protected constructor. */
  public static class KeptSaved extends KeptBase implements Serializable {
    public KeptSaved() {
      super(3);
    }
  }

  /** Cannot be read: the constructor is of another package. */
  public static class NearSaved extends NearBase implements Serializable {
    public NearSaved() {
      super(3);
    }
  }

  /** Cannot be read: the constructor is private. */
  public static class OwnSaved extends OwnBase implements Serializable {
    public OwnSaved() {
      super(3);
    }
  }
}
