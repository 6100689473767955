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

  /** Selectors that others may declare which it may be mistaken for, and its own; or null. */
  private int @Nullable [] merged;

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
  }

  /** The same before another rest of the list. */
  PendingClass before(@Nullable PendingClass rest) {
    PendingClass copy = new PendingClass(shape, bytes, hidden, loader, attachment, rest);
    copy.claimed = claimed;
    copy.merged = merged;
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

  /** Selectors it may declare: those of its shape, and of others it may be mistaken for. */
  int[] virtuals() {
    int[] known = merged;
    return known == null ? shape.virtuals() : known;
  }

  /**
   * Takes the other's selectors in: which of the two a loaded class is cannot be told. Each is kept
   * once: hundreds of hidden classes may share a name, and every claim merges all of them.
   */
  void mergeWith(PendingClass other) {
    int[] own = virtuals();
    int[] others = other.virtuals();
    if (own == others) {
      return;
    }
    int[] all = Arrays.copyOf(own, own.length + others.length);
    System.arraycopy(others, 0, all, own.length, others.length);
    Arrays.sort(all);
    int kept = 0;
    for (int i = 0; i < all.length; i++) {
      if (i == 0 || all[i] != all[i - 1]) {
        all[kept++] = all[i];
      }
    }
    int[] both = kept == all.length ? all : Arrays.copyOf(all, kept);
    merged = both;
    other.merged = both;
  }
}
