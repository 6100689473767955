package dev.jpgo.core.cache;

import java.util.Arrays;

/**
 * Bytes that are being read. Whatever they are, the outcome is a value within the bounds asked for
 * or an {@link IllegalArgumentException}, and no more memory than there are bytes.
 */
public final class Source {
  private final byte[] bytes;
  private int at;

  public Source(byte[] bytes) {
    this.bytes = bytes;
  }

  private int next() {
    if (at >= bytes.length) {
      throw new IllegalArgumentException("the end came too early");
    }
    return bytes[at++];
  }

  /** A number from -1 to a bound. */
  public int signed(int bound) {
    int number = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int digit = next();
      number |= (digit & 0x7F) << shift;
      if (digit >= 0) {
        int value = number - 1;
        if (value < -1 || value > bound) {
          throw new IllegalArgumentException(value + " where " + bound + " is the most");
        }
        return value;
      }
    }
    throw new IllegalArgumentException("a number without end");
  }

  /** A number from 0 to a bound. */
  public int number(int bound) {
    int value = signed(bound);
    if (value < 0) {
      throw new IllegalArgumentException("no number");
    }
    return value;
  }

  /** How many of something follow, of which each takes a byte at least. */
  int count() {
    return number(bytes.length - at);
  }

  /** Any number. */
  public long word() {
    long word = 0;
    for (int shift = 0; shift < 64; shift += 8) {
      word |= (long) (next() & 0xFF) << shift;
    }
    return word;
  }

  /** Some bytes. */
  public byte[] bytes() {
    int length = number(bytes.length);
    if (length > bytes.length - at) {
      throw new IllegalArgumentException("the end came too early");
    }
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }

  /** All that has not been read yet. */
  public byte[] rest() {
    byte[] rest = Arrays.copyOfRange(bytes, at, bytes.length);
    at = bytes.length;
    return rest;
  }

  /** Whether all has been read. */
  public boolean isAtEnd() {
    return at == bytes.length;
  }
}
