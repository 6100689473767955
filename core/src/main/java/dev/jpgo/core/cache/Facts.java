package dev.jpgo.core.cache;

import dev.jpgo.core.world.VariableHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a compilation was told about the program, in terms that another JVM can check: classes by
 * how they are come by from the class of the method, which is number 0.
 *
 * @param entities the classes, by number
 * @param steps how each is come by, and how those that were come by in several ways are the same;
 *     in an order in which each starts from a class that is known by then
 * @param links pairs of classes that see each other
 * @param held handles in static final fields
 * @param assumed what rests on no other class being defined
 */
public record Facts(
    List<Entity> entities,
    List<Step> steps,
    List<Link> links,
    List<Held> held,
    List<Assumed> assumed) {
  public Facts {
    entities = List.copyOf(entities);
    steps = List.copyOf(steps);
    links = List.copyOf(links);
    held = List.copyOf(held);
    assumed = List.copyOf(assumed);
  }

  /**
   * A class.
   *
   * @param name its internal name
   * @param fingerprint of its bytes; 0 when nothing that they say was asked
   * @param code whether its code was read, rather than its shape
   * @param loader number of its defining loader: equal for two classes of one loader; 0 for the
   *     boot loader
   * @param initialized whether it had to be
   * @param exported whether its package had to be exported to every module
   */
  public record Entity(
      String name,
      long fingerprint,
      boolean code,
      int loader,
      boolean initialized,
      boolean exported) {}

  /** How one class is come by from another. */
  public enum Way {
    /** The class that a name means in its code. */
    NAMED,
    /** Its superclass. */
    SUPERCLASS,
    /** One of its interfaces. */
    INTERFACE,
    /** A class below it. */
    BELOW,
    /** How many interfaces it has; comes by none. */
    INTERFACES
  }

  /**
   * A way from one class to another.
   *
   * @param name of the class come by, where the way needs it
   * @param index of the interface, or how many there are
   * @param to -1 for none
   */
  public record Step(Way way, int from, String name, int index, int to) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Step that
          && way == that.way
          && from == that.from
          && index == that.index
          && to == that.to
          && name.equals(that.name);
    }

    @Override
    public int hashCode() {
      return ((name.hashCode() * 31 + from) * 31 + index) * 31 + to;
    }
  }

  /**
   * Two classes.
   *
   * @param reads whether the module of one reads that of the other; both are in one otherwise
   */
  public record Link(boolean reads, int from, int to) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Link that
          && reads == that.reads
          && from == that.from
          && to == that.to;
    }

    @Override
    public int hashCode() {
      return (from * 31 + to) * 2 + (reads ? 1 : 0);
    }
  }

  /** A handle that a class holds in a field. */
  public record Held(int owner, String field, VariableHandle handle) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Held that
          && owner == that.owner
          && field.equals(that.field)
          && handle.equals(that.handle);
    }

    @Override
    public int hashCode() {
      return (owner * 31 + field.hashCode()) * 31 + handle.hashCode();
    }
  }

  /**
   * As {@link dev.jpgo.core.world.Assumption}.
   *
   * @param except -1 for none
   */
  public record Assumed(int root, String name, String descriptor, int target, int except) {}
}
