package dev.jpgo.agent.hooks;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Records of classes by identity, weak in the class; a {@link ClassValue} would cost several times
 * the record. One thread writes at a time, under this object's lock; readers take none and miss
 * nothing: a link never changes, and a table is filled before it is published.
 */
final class ClassRecords {
  private final ReferenceQueue<Class<?>> gone = new ReferenceQueue<>();
  private volatile AtomicReferenceArray<@Nullable Link> slots = new AtomicReferenceArray<>(256);
  private int size;

  private record Link(ClassRecord record, @Nullable Link next) {}

  /** The record of a class; null when it has none. Any thread. */
  @Nullable ClassRecord find(Class<?> type) {
    AtomicReferenceArray<@Nullable Link> table = slots;
    Link at = table.get(System.identityHashCode(type) & table.length() - 1);
    while (at != null && !at.record.refersTo(type)) {
      at = at.next;
    }
    return at == null ? null : at.record;
  }

  /** The record of a class, made now if it has none. */
  synchronized ClassRecord of(Class<?> type) {
    dropUnloaded();
    ClassRecord known = find(type);
    if (known != null) {
      return known;
    }
    if (size > slots.length()) {
      grow();
    }
    ClassRecord record = new ClassRecord(type, gone);
    add(slots, record);
    size++;
    return record;
  }

  private static void add(AtomicReferenceArray<@Nullable Link> table, ClassRecord record) {
    int slot = record.hash & table.length() - 1;
    table.set(slot, new Link(record, table.get(slot)));
  }

  private void dropUnloaded() {
    for (Reference<?> dead = gone.poll(); dead != null; dead = gone.poll()) {
      ClassRecord record = (ClassRecord) dead;
      int slot = record.hash & slots.length() - 1;
      Link kept = null;
      boolean found = false;
      for (Link at = slots.get(slot); at != null; at = at.next) {
        if (at.record == record) {
          found = true;
        } else {
          kept = new Link(at.record, kept);
        }
      }
      if (found) {
        slots.set(slot, kept);
        size--;
      }
    }
  }

  /** Twice the slots. */
  private void grow() {
    AtomicReferenceArray<@Nullable Link> old = slots;
    AtomicReferenceArray<@Nullable Link> more = new AtomicReferenceArray<>(2 * old.length());
    for (int i = 0; i < old.length(); i++) {
      for (Link at = old.get(i); at != null; at = at.next) {
        add(more, at.record);
      }
    }
    slots = more;
  }
}
