package dev.jpgo.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The locals of a loop on their way from a frame of an older version to a frame of a newer one.
 * Made by {@link JpgoOsr#poll}, filled by the old frame, emptied by the new one, both in the same
 * thread.
 *
 * <p>Generated code writes the fields directly where a call could overflow the stack.
 */
public final class JpgoHandover {
  /** The thread that hands over; null once the hand-over was completed or given up. */
  public volatile @Nullable Thread owner;

  /** Set by the old frame when everything is in, right before it calls itself. */
  public boolean armed;

  /** Set when the new frame has unpacked this; from then on exceptions are the new frame's. */
  public boolean taken;

  /** References in the order they were put; null once the new frame has unpacked them. */
  public @Nullable Object @Nullable [] references;

  private final long[] primitives;
  private int nextReference;
  private int nextPrimitive;
  final int loop;
  final int ticket;

  JpgoHandover(int loop, int ticket, int referenceCount, int primitiveCount) {
    this.loop = loop;
    this.ticket = ticket;
    this.owner = Thread.currentThread();
    this.references = new Object[referenceCount];
    this.primitives = new long[primitiveCount];
  }

  /** Appends a local; {@code this} is returned for the next. */
  public JpgoHandover put(@Nullable Object value) {
    @Nullable Object[] into = references;
    if (into != null) {
      into[nextReference++] = value;
    }
    return this;
  }

  /** Appends a local; {@code this} is returned for the next. */
  public JpgoHandover put(int value) {
    primitives[nextPrimitive++] = value;
    return this;
  }

  /** Appends a local; {@code this} is returned for the next. */
  public JpgoHandover put(long value) {
    primitives[nextPrimitive++] = value;
    return this;
  }

  /** Appends a local, its NaN bits kept; {@code this} is returned for the next. */
  public JpgoHandover put(float value) {
    primitives[nextPrimitive++] = Float.floatToRawIntBits(value);
    return this;
  }

  /** Appends a local, its NaN bits kept; {@code this} is returned for the next. */
  public JpgoHandover put(double value) {
    primitives[nextPrimitive++] = Double.doubleToRawLongBits(value);
    return this;
  }

  /** Makes the locals readable from the first on; called by {@link JpgoOsr#take}. */
  void rewind() {
    nextReference = 0;
    nextPrimitive = 0;
  }

  /** Next reference in the order they were put. */
  public @Nullable Object takeReference() {
    @Nullable Object[] from = references;
    return from == null ? null : from[nextReference++];
  }

  public int takeInt() {
    return (int) primitives[nextPrimitive++];
  }

  public long takeLong() {
    return primitives[nextPrimitive++];
  }

  public float takeFloat() {
    return Float.intBitsToFloat((int) primitives[nextPrimitive++]);
  }

  public double takeDouble() {
    return Double.longBitsToDouble(primitives[nextPrimitive++]);
  }
}
