package dev.jpgo.agent.world;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The classes above one that is about to be defined, by name: the VM has not resolved them yet.
 * Where several classes have a name all are taken, loaded or reported alike. Used inside class
 * definition: no locks, loads nothing.
 */
final class Ancestry {
  /**
   * So many reported classes are looked at for one answer: they may name each other in a circle.
   * Where that is not enough, the answer is the one for which flags are cleared.
   */
  private static final int MOST_LOOKS = 100;

  private final ClassRegistry registry;
  private final @Nullable PendingClass pending;
  private final List<ClassRecord> loaded = new ArrayList<>();
  private final List<ClassShape> reported = new ArrayList<>();
  private boolean complete = true;
  private boolean doubtful;
  private int looks;

  private Ancestry(ClassRegistry registry, @Nullable PendingClass pending) {
    this.registry = registry;
    this.pending = pending;
  }

  static Ancestry of(ClassShape shape, ClassRegistry registry, @Nullable PendingClass pending) {
    Ancestry ancestry = new Ancestry(registry, pending);
    ancestry.above(shape);
    return ancestry;
  }

  /** Whether every name above it is the name of a class that is loaded or was reported. */
  boolean complete() {
    return complete;
  }

  boolean contains(ClassRecord record) {
    return loaded.contains(record);
  }

  /**
   * Whether a class is below another, whichever of those of its supertypes' names these turn out to
   * be. One of such a name that is defined later is looked at then, and this class again.
   */
  boolean isSurelyBelow(ClassShape shape, ClassRecord above) {
    looks = MOST_LOOKS;
    return isSurely(shape, above);
  }

  private boolean isSurely(ClassShape shape, ClassRecord above) {
    if (shape.superName() != null && isEachBelow(shape.superName(), above)) {
      return true;
    }
    for (String each : shape.interfaces()) {
      if (isEachBelow(each, above)) {
        return true;
      }
    }
    return false;
  }

  private boolean isEachBelow(String name, ClassRecord above) {
    boolean found = false;
    for (ClassRecord at = registry.named(name); at != null; at = at.sameName) {
      found = true;
      if (!isBelow(at, above)) {
        return false;
      }
    }
    for (PendingClass at = pending; at != null; at = at.next) {
      if (at.shape.name().equals(name)) {
        found = true;
        if (--looks < 0 || !isSurely(at.shape, above)) {
          return false;
        }
      }
    }
    return found;
  }

  /**
   * Whether the class may be below {@code root} and not below {@code target}. Where each name above
   * it is that of one class, all that was found is above it.
   */
  boolean mayAvoid(ClassShape shape, ClassRecord root, ClassRecord target) {
    if (!doubtful) {
      return contains(root) && !contains(target);
    }
    looks = MOST_LOOKS;
    return mayPass(shape, root, target);
  }

  /**
   * Whether there is a choice of classes for the names of its supertypes with one of them below the
   * root, and none below the target.
   */
  private boolean mayPass(ClassShape shape, ClassRecord root, ClassRecord target) {
    if (isSurely(shape, target)) {
      return false;
    }
    if (shape.superName() != null && mayOnePass(shape.superName(), root, target)) {
      return true;
    }
    for (String each : shape.interfaces()) {
      if (mayOnePass(each, root, target)) {
        return true;
      }
    }
    return false;
  }

  private boolean mayOnePass(String name, ClassRecord root, ClassRecord target) {
    for (ClassRecord at = registry.named(name); at != null; at = at.sameName) {
      if (isBelow(at, root) && !isBelow(at, target)) {
        return true;
      }
    }
    for (PendingClass at = pending; at != null; at = at.next) {
      if (at.shape.name().equals(name) && (--looks < 0 || mayPass(at.shape, root, target))) {
        return true;
      }
    }
    return false;
  }

  /** Whether {@code above} is {@code below}, or a superclass or superinterface of it. */
  static boolean isBelow(ClassRecord below, ClassRecord above) {
    if (below == above) {
      return true;
    }
    ClassRecord superclass = below.superRecord();
    if (superclass != null && isBelow(superclass, above)) {
      return true;
    }
    for (ClassRecord each : below.interfaceRecords()) {
      if (isBelow(each, above)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a class with this name may be above it. */
  boolean names(String name) {
    for (ClassRecord record : loaded) {
      if (record.name().equals(name)) {
        return true;
      }
    }
    for (ClassShape shape : reported) {
      if (shape.name().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a class above it may declare a method of this selector. */
  boolean mayDeclare(int selector) {
    for (ClassRecord record : loaded) {
      if (record.mayDeclare(selector)) {
        return true;
      }
    }
    return reportedMayDeclare(selector);
  }

  boolean reportedMayDeclare(int selector) {
    for (ClassShape shape : reported) {
      if (shape.mayDeclare(selector)) {
        return true;
      }
    }
    return false;
  }

  /** Loaded classes above it that may declare a method of this selector. */
  List<ClassRecord> declaring(int selector) {
    List<ClassRecord> declaring = new ArrayList<>();
    for (ClassRecord record : loaded) {
      if (record.mayDeclare(selector)) {
        declaring.add(record);
      }
    }
    return declaring;
  }

  private void above(ClassShape shape) {
    if (shape.superName() != null) {
      add(shape.superName());
    }
    for (String each : shape.interfaces()) {
      add(each);
    }
  }

  private void add(String name) {
    boolean found = false;
    for (ClassRecord at = registry.named(name); at != null; at = at.sameName) {
      doubtful |= found;
      found = true;
      add(at);
    }
    for (PendingClass at = pending; at != null; at = at.next) {
      if (at.shape.name().equals(name)) {
        doubtful |= found;
        found = true;
        if (!reported.contains(at.shape)) {
          reported.add(at.shape);
          above(at.shape);
        }
      }
    }
    complete &= found;
  }

  private void add(ClassRecord record) {
    if (loaded.contains(record)) {
      return;
    }
    loaded.add(record);
    ClassRecord superclass = record.superRecord();
    if (superclass != null) {
      add(superclass);
    }
    for (ClassRecord each : record.interfaceRecords()) {
      add(each);
    }
  }
}
