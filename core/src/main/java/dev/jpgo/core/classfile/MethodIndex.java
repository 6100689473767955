package dev.jpgo.core.classfile;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Where the methods of a class file are, to read or to exchange a few of many: ASM steps through
 * all members of a class for each of its readers, which for a class of a thousand methods takes
 * longer than what is done with one. Found by stepping over the file (JVMS 4.1, 4.6) without
 * decoding names.
 */
public final class MethodIndex {
  private final RawClass raw;

  /** Position of the number of fields. */
  private final int fields;

  /** Position of each method, and behind the last one. */
  private final int[] methods;

  /**
   * Steps over a class file.
   *
   * @throws IllegalArgumentException if it is cut off or has constants of an unknown form
   */
  public MethodIndex(byte[] classFile) {
    try {
      raw = new RawClass(classFile);
      if (raw.body < 0) {
        throw new IllegalArgumentException("constants of an unknown form");
      }
      fields = raw.body + 8 + 2 * raw.u2(raw.body + 6);
      int at = raw.skipMembers(fields);
      methods = new int[raw.u2(at) + 1];
      at += 2;
      for (int i = 0; i < methods.length - 1; i++) {
        methods[i] = at;
        at = raw.skipAttributes(at + 6);
      }
      methods[methods.length - 1] = at;
    } catch (ArrayIndexOutOfBoundsException | NegativeArraySizeException e) {
      throw new IllegalArgumentException("a class file that is cut off", e);
    }
  }

  /** How many methods there are. */
  public int size() {
    return methods.length - 1;
  }

  /**
   * Ordinal of the method of this name and descriptor, or -1.
   *
   * @param guess the ordinal that it most likely has
   */
  public int find(String name, String descriptor, int guess) {
    byte[] wantedName = constant(name);
    byte[] wantedDescriptor = constant(descriptor);
    if (guess >= 0 && guess < size() && is(guess, wantedName, wantedDescriptor)) {
      return guess;
    }
    for (int i = 0; i < size(); i++) {
      if (is(i, wantedName, wantedDescriptor)) {
        return i;
      }
    }
    return -1;
  }

  private boolean is(int ordinal, byte[] name, byte[] descriptor) {
    return is(methods[ordinal] + 4, descriptor) && is(methods[ordinal] + 2, name);
  }

  /** Whether the constant that is referred to at a position is this one. */
  private boolean is(int reference, byte[] constant) {
    int at = raw.constants[raw.u2(reference)];
    int end = at + constant.length;
    return end <= raw.bytes.length
        && raw.bytes[at + 1] == constant[1]
        && Arrays.equals(raw.bytes, at, end, constant, 0, constant.length);
  }

  /** Length and modified UTF-8, as in the constant pool (JVMS 4.4.7). */
  private static byte[] constant(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length() + 2);
    try {
      new DataOutputStream(bytes).writeUTF(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // longer than a constant may be
    }
    return bytes.toByteArray();
  }

  /**
   * A class file with all of this one's constants and attributes, without its fields, and with some
   * of its methods alone.
   *
   * @param ordinals of the methods, ascending
   */
  public byte[] only(int... ordinals) {
    int size = fields + 4 + raw.bytes.length - end();
    for (int ordinal : ordinals) {
      size += methods[ordinal + 1] - methods[ordinal];
    }
    byte[] only = new byte[size];
    int at = copy(0, fields, only, 0);
    put(only, at, 0);
    put(only, at + 2, ordinals.length);
    at += 4;
    for (int ordinal : ordinals) {
      at = copy(methods[ordinal], methods[ordinal + 1], only, at);
    }
    copy(end(), raw.bytes.length, only, at);
    return only;
  }

  /**
   * This class file with other methods.
   *
   * @param changed what {@link #only} gave for these ordinals, with other methods in place of its
   *     own, as many; constants may have been added behind the others, and attributes of the class
   *     been changed
   */
  public byte[] with(byte[] changed, int... ordinals) {
    MethodIndex other = new MethodIndex(changed);
    if (other.size() != ordinals.length) {
      throw new IllegalArgumentException(other.size() + " methods in place of " + ordinals.length);
    }
    int size = changed.length - (other.methods[0] - other.fields) + end() - fields;
    for (int i = 0; i < ordinals.length; i++) {
      size -= methods[ordinals[i] + 1] - methods[ordinals[i]];
    }
    byte[] whole = new byte[size];
    int at = other.copy(0, other.fields, whole, 0);
    int from = fields;
    for (int i = 0; i < ordinals.length; i++) {
      at = copy(from, methods[ordinals[i]], whole, at);
      at = other.copy(other.methods[i], other.methods[i + 1], whole, at);
      from = methods[ordinals[i] + 1];
    }
    at = copy(from, end(), whole, at);
    other.copy(other.end(), changed.length, whole, at);
    return whole;
  }

  private int end() {
    return methods[methods.length - 1];
  }

  private int copy(int from, int to, byte[] into, int at) {
    System.arraycopy(raw.bytes, from, into, at, to - from);
    return at + to - from;
  }

  private static void put(byte[] into, int at, int value) {
    into[at] = (byte) (value >> 8);
    into[at + 1] = (byte) value;
  }
}
