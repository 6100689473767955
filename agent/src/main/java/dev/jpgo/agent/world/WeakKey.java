package dev.jpgo.agent.world;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * A key that is equal to another when both refer to the same object, and that does not keep it
 * alive.
 *
 * @param <T> what it refers to
 */
final class WeakKey<T> extends WeakReference<T> {
  private final int hash;

  /** For looking up only. */
  WeakKey(T referent) {
    super(referent);
    hash = System.identityHashCode(referent);
  }

  WeakKey(T referent, ReferenceQueue<? super T> queue) {
    super(referent, queue);
    hash = System.identityHashCode(referent);
  }

  /**
   * Finds the key of an object. For whoever asks for thousands: it is used again and again, and an
   * interpreter takes longer to make a reference than to look it up.
   */
  static final class Probe {
    private @Nullable Object referent;
    private int hash;

    Probe of(Object object) {
      referent = object;
      hash = System.identityHashCode(object);
      return this;
    }

    @Override
    public int hashCode() {
      return hash;
    }

    /** Is asked by the map, of the keys in it. */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof WeakKey<?> key && key.hash == hash && key.get() == referent;
    }
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof WeakKey<?> key) || key.hash != hash) {
      return false;
    }
    Object mine = get();
    return mine != null && mine == key.get();
  }
}
