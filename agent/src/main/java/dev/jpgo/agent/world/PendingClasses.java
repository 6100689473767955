package dev.jpgo.agent.world;

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
    PendingClass claimed = null;
    for (PendingClass at = first.get(); at != null && claimed == null; at = at.next) {
      if (!at.claimed && at.hidden == hidden && at.isFor(reported, loader)) {
        claimed = at;
      }
    }
    if (claimed == null) {
      return null;
    }
    for (PendingClass at = first.get(); at != null; at = at.next) {
      if (at != claimed && (at.hidden == hidden || !hidden) && at.isFor(reported, loader)) {
        claimed.mergeWith(at);
        at.claimed |= !hidden;
      }
    }
    claimed.claimed = true;
    return claimed;
  }

  /** Drops those that have turned up among the loaded classes. */
  public void forgetClaimed() {
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
