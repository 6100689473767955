package dev.jpgo.agent.world;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A class whose bytes were seen on the way to being defined, until it turns up among the loaded
 * classes. Links of an immutable list, so that threads inside class definition need no lock; what
 * changes belongs to the controller thread.
 */
final class PendingClass {
  final ClassShape shape;
  final byte[] bytes;
  final boolean hidden;
  final @Nullable Object attachment;
  final @Nullable PendingClass next;
  private final @Nullable WeakReference<ClassLoader> loader;

  /** A loaded class has been taken for this one. */
  boolean claimed;

  /** Selectors it may declare: those of its shape, and of others it may be mistaken for. */
  int[] virtuals;

  PendingClass(
      ClassShape shape,
      byte[] bytes,
      boolean hidden,
      @Nullable ClassLoader loader,
      @Nullable Object attachment,
      @Nullable PendingClass next) {
    this(
        shape,
        bytes,
        hidden,
        loader == null ? null : new WeakReference<>(loader),
        attachment,
        next);
  }

  private PendingClass(
      ClassShape shape,
      byte[] bytes,
      boolean hidden,
      @Nullable WeakReference<ClassLoader> loader,
      @Nullable Object attachment,
      @Nullable PendingClass next) {
    this.shape = shape;
    this.bytes = bytes;
    this.hidden = hidden;
    this.loader = loader;
    this.attachment = attachment;
    this.next = next;
    this.virtuals = shape.virtuals();
  }

  /** The same before another rest of the list. */
  PendingClass before(@Nullable PendingClass rest) {
    PendingClass copy = new PendingClass(shape, bytes, hidden, loader, attachment, rest);
    copy.claimed = claimed;
    copy.virtuals = virtuals;
    return copy;
  }

  boolean isFor(String name, @Nullable ClassLoader asked) {
    return shape.name().equals(name)
        && (loader == null ? asked == null : asked != null && loader.get() == asked);
  }

  boolean isBoot() {
    return loader == null;
  }

  /** Whether its loader is gone, and so its definition never happened or has been unloaded. */
  boolean gone() {
    return loader != null && loader.get() == null;
  }

  /**
   * Takes the other's selectors in: which of the two a loaded class is cannot be told. Each is kept
   * once: hundreds of hidden classes may share a name, and every claim merges all of them.
   */
  void mergeWith(PendingClass other) {
    if (virtuals == other.virtuals) {
      return;
    }
    int[] merged = Arrays.copyOf(virtuals, virtuals.length + other.virtuals.length);
    System.arraycopy(other.virtuals, 0, merged, virtuals.length, other.virtuals.length);
    Arrays.sort(merged);
    int kept = 0;
    for (int i = 0; i < merged.length; i++) {
      if (i == 0 || merged[i] != merged[i - 1]) {
        merged[kept++] = merged[i];
      }
    }
    virtuals = kept == merged.length ? merged : Arrays.copyOf(merged, kept);
    other.virtuals = virtuals;
  }
}
