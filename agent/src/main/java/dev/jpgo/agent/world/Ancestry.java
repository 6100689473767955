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
  /** Superclasses that are only reported may name each other in a circle. */
  private static final int MOST_ABOVE = 100;

  private final ClassRegistry registry;
  private final @Nullable PendingClass pending;
  private final List<ClassRecord> loaded = new ArrayList<>();
  private final List<ClassShape> reported = new ArrayList<>();
  private boolean complete = true;

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
   * Whether a class is below another, whichever of those of its superclass's name that turns out to
   * be. One of that name that is defined later is looked at then, and this class again.
   */
  boolean isSurelyBelow(ClassShape shape, ClassRecord above) {
    return isSurelyBelow(shape.superName(), above, MOST_ABOVE);
  }

  private boolean isSurelyBelow(@Nullable String superName, ClassRecord above, int most) {
    boolean found = false;
    if (superName == null || most == 0) {
      return false;
    }
    for (ClassRecord at = registry.named(superName); at != null; at = at.sameName) {
      found = true;
      if (!isBelow(at, above)) {
        return false;
      }
    }
    for (PendingClass at = pending; at != null; at = at.next) {
      if (at.shape.name().equals(superName)) {
        found = true;
        if (!isSurelyBelow(at.shape.superName(), above, most - 1)) {
          return false;
        }
      }
    }
    return found;
  }

  private static boolean isBelow(ClassRecord below, ClassRecord above) {
    for (ClassRecord at = below; at != null; at = at.superRecord()) {
      if (at == above) {
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
      found = true;
      add(at);
    }
    for (PendingClass at = pending; at != null; at = at.next) {
      if (at.shape.name().equals(name)) {
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
