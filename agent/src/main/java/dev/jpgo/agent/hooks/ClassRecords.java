package dev.jpgo.agent.hooks;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Records of classes by identity, weak in the class; a {@link ClassValue} would cost several times
 * the record. One thread writes at a time, under this object's lock; readers take none: a chain is
 * only prepended to or cut, and a table is filled before it is published.
 */
final class ClassRecords {
  private final ReferenceQueue<Class<?>> gone = new ReferenceQueue<>();
  private volatile AtomicReferenceArray<@Nullable ClassRecord> slots =
      new AtomicReferenceArray<>(256);
  private int size;

  /** The record of a class; null when it has none. Any thread. */
  @Nullable ClassRecord find(Class<?> type) {
    AtomicReferenceArray<@Nullable ClassRecord> table = slots;
    ClassRecord record = table.get(System.identityHashCode(type) & table.length() - 1);
    while (record != null && !record.refersTo(type)) {
      record = record.next;
    }
    return record;
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
    int slot = record.hash & slots.length() - 1;
    record.next = slots.get(slot);
    slots.set(slot, record);
    size++;
    return record;
  }

  private void dropUnloaded() {
    for (Reference<?> dead = gone.poll(); dead != null; dead = gone.poll()) {
      ClassRecord record = (ClassRecord) dead;
      int slot = record.hash & slots.length() - 1;
      ClassRecord before = null;
      ClassRecord at = slots.get(slot);
      while (at != null && at != record) {
        before = at;
        at = at.next;
      }
      if (at != null) {
        size--;
        if (before == null) {
          slots.set(slot, at.next);
        } else {
          before.next = at.next;
        }
      }
    }
  }

  /**
   * Twice the slots. Chains are linked anew in place; a reader in the middle of one may miss its
   * record, and then leaves one trace unrepaired.
   */
  private void grow() {
    AtomicReferenceArray<@Nullable ClassRecord> old = slots;
    AtomicReferenceArray<@Nullable ClassRecord> more = new AtomicReferenceArray<>(2 * old.length());
    for (int i = 0; i < old.length(); i++) {
      ClassRecord at = old.get(i);
      while (at != null) {
        ClassRecord next = at.next;
        int slot = at.hash & more.length() - 1;
        at.next = more.get(slot);
        more.set(slot, at);
        at = next;
      }
    }
    slots = more;
  }
}
