package dev.jpgo.agent.hooks;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The lines of classes by identity, weak in the class; a {@link ClassValue} would cost several
 * times their object. One thread writes at a time, under this object's lock; readers take none and
 * miss nothing: a link never changes, and a table is filled before it is published.
 */
final class ClassLinesTable {
  private final ReferenceQueue<Class<?>> gone = new ReferenceQueue<>();
  private volatile AtomicReferenceArray<@Nullable Link> slots = new AtomicReferenceArray<>(256);
  private int size;

  private record Link(ClassLines lines, @Nullable Link next) {}

  /** The lines of a class; null when it has none. Any thread. */
  @Nullable ClassLines find(Class<?> type) {
    AtomicReferenceArray<@Nullable Link> table = slots;
    Link at = table.get(System.identityHashCode(type) & table.length() - 1);
    while (at != null && !at.lines.refersTo(type)) {
      at = at.next;
    }
    return at == null ? null : at.lines;
  }

  /** The lines of a class, made now if it has none. */
  synchronized ClassLines of(Class<?> type) {
    dropUnloaded();
    ClassLines known = find(type);
    if (known != null) {
      return known;
    }
    if (size > slots.length()) {
      grow();
    }
    ClassLines lines = new ClassLines(type, gone);
    add(slots, lines);
    size++;
    return lines;
  }

  private static void add(AtomicReferenceArray<@Nullable Link> table, ClassLines lines) {
    int slot = lines.hash & table.length() - 1;
    table.set(slot, new Link(lines, table.get(slot)));
  }

  private void dropUnloaded() {
    for (Reference<?> dead = gone.poll(); dead != null; dead = gone.poll()) {
      ClassLines lines = (ClassLines) dead;
      int slot = lines.hash & slots.length() - 1;
      Link kept = null;
      boolean found = false;
      for (Link at = slots.get(slot); at != null; at = at.next) {
        if (at.lines == lines) {
          found = true;
        } else {
          kept = new Link(at.lines, kept);
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
        add(more, at.lines);
      }
    }
    slots = more;
  }
}
