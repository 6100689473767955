package dev.jpgo.agent.world;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Classes between the transformer and the heap: reported, perhaps not yet defined. A thread that
 * computes which classes there are must count these in, since they may have instances a moment
 * later. Lock-free: an immutable list behind one reference.
 */
public final class PendingClasses {
  private final AtomicReference<@Nullable PendingClass> first = new AtomicReference<>();
  private final AtomicLong definitions = new AtomicLong();

  /** The list from {@code indexed} on by names, for the controller thread alone. */
  private final Map<String, List<PendingClass>> byName = new HashMap<>();

  private @Nullable PendingClass indexed;

  /**
   * Adds a class; called inside its definition, before assumptions are looked at.
   *
   * @param attachment what its record is to have attached from the start
   */
  public void add(
      ClassShape shape,
      byte[] bytes,
      boolean hidden,
      @Nullable ClassLoader loader,
      @Nullable Object attachment) {
    PendingClass head;
    PendingClass added;
    do {
      head = first.get();
      added = new PendingClass(shape, bytes, hidden, loader, attachment, head);
    } while (!first.compareAndSet(head, added));
    definitions.incrementAndGet();
  }

  /** Counts up whenever classes may have been added. */
  long definitions() {
    return definitions.get();
  }

  /** Says that there are classes nobody reported, so that the next refresh takes a snapshot. */
  public void touch() {
    definitions.incrementAndGet();
  }

  @Nullable PendingClass first() {
    return first.get();
  }

  /**
   * The report of a class that has just been found loaded. Hidden classes may share the name in
   * their bytes: then one of them is taken, and all of that name are from then on held capable of
   * declaring what any of them declares.
   */
  @Nullable PendingClass claim(Class<?> type, String name, boolean hidden) {
    ClassLoader loader = type.getClassLoader();
    String reported = hidden ? name.substring(0, name.lastIndexOf('/')) : name;
    index();
    List<PendingClass> ofThisName = byName.getOrDefault(reported, List.of());
    PendingClass claimed = null;
    for (int i = ofThisName.size() - 1; i >= 0 && claimed == null; i--) {
      PendingClass at = ofThisName.get(i);
      if (!at.claimed && at.hidden == hidden && at.isFor(reported, loader)) {
        claimed = at;
      }
    }
    if (claimed == null) {
      return null;
    }
    for (PendingClass at : ofThisName) {
      if (at != claimed && (at.hidden == hidden || !hidden) && at.isFor(reported, loader)) {
        claimed.mergeWith(at);
        at.claimed |= !hidden;
      }
    }
    claimed.claimed = true;
    return claimed;
  }

  /** Takes in what was added since: else every claim would go through thousands of others. */
  private void index() {
    List<PendingClass> added = new ArrayList<>();
    PendingClass head = first.get();
    for (PendingClass at = head; at != null && at != indexed; at = at.next) {
      added.add(at);
    }
    for (int i = added.size() - 1; i >= 0; i--) {
      PendingClass each = added.get(i);
      List<PendingClass> ofThisName = byName.get(each.shape.name());
      if (ofThisName == null) {
        ofThisName = new ArrayList<>(1);
        byName.put(each.shape.name(), ofThisName);
      }
      ofThisName.add(each);
    }
    indexed = head;
  }

  /** Drops those that have turned up among the loaded classes. */
  public void forgetClaimed() {
    byName.clear();
    indexed = null;
    PendingClass head;
    PendingClass kept;
    do {
      head = first.get();
      kept = null;
      for (PendingClass at = head; at != null; at = at.next) {
        if (!at.claimed && !at.gone()) {
          kept = at.before(kept);
        }
      }
    } while (!first.compareAndSet(head, kept));
  }
}
