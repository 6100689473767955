package dev.jpgo.core.cache;

import java.util.Arrays;

/** Bytes that are being written: numbers in as few as they need, seven bits each. */
public final class Sink {
  private byte[] bytes = new byte[256];
  private int length;

  private void room(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }

  /** A number from -1. */
  public void number(int number) {
    room(5);
    int rest = number + 1;
    while ((rest & ~0x7F) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  /** Any number, in eight bytes. */
  public void word(long word) {
    room(8);
    for (int shift = 0; shift < 64; shift += 8) {
      bytes[length++] = (byte) (word >>> shift);
    }
  }

  /** Some bytes, with their number before them. */
  public void bytes(byte[] some) {
    number(some.length);
    raw(some);
  }

  /** Some bytes alone. */
  public void raw(byte[] some) {
    room(some.length);
    System.arraycopy(some, 0, bytes, length, some.length);
    length += some.length;
  }

  /** All that was written. */
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }
}
