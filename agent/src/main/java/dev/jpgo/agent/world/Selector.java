package dev.jpgo.agent.world;

/**
 * A method name and descriptor as one number, so that a class costs four bytes a method rather than
 * two strings. Different selectors may have the same number: whoever compares them must be content
 * with "perhaps".
 */
public final class Selector {
  private Selector() {}

  /** From strings; the same number as from the modified UTF-8 of a class file (JVMS 4.4.7). */
  public static int of(String name, String descriptor) {
    return add(add(17, name) * 31, descriptor);
  }

  private static int add(int hash, String string) {
    int result = hash;
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (c != 0 && c < 0x80) {
        result = 31 * result + c;
      } else if (c < 0x800) {
        result = 31 * result + (0xc0 | c >> 6);
        result = 31 * result + (0x80 | c & 0x3f);
      } else {
        result = 31 * result + (0xe0 | c >> 12);
        result = 31 * result + (0x80 | c >> 6 & 0x3f);
        result = 31 * result + (0x80 | c & 0x3f);
      }
    }
    return result;
  }

  /** From two constants of a class file, given where they are after their tags. */
  static int of(byte[] bytes, int nameAt, int typeAt) {
    return add(add(17, bytes, nameAt) * 31, bytes, typeAt);
  }

  private static int add(int hash, byte[] bytes, int at) {
    int start = at + 2;
    int end = start + ((bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff);
    int result = hash;
    for (int i = start; i < end; i++) {
      result = 31 * result + (bytes[i] & 0xff);
    }
    return result;
  }
}
