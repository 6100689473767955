package dev.jpgo.test.hooks;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/** Has the JDK go over arrays, and compares with loops of its own. */
public final class ArrayLoopsProgram {
  private static final Random RANDOM = new Random(3);

  private ArrayLoopsProgram() {}

  public static void main(String[] arguments) {
    int rounds = Integer.parseInt(arguments[0]);
    for (int round = 0; round < rounds; round++) {
      for (int length = 0; length < 70; length++) {
        strings(chars(length, round % 3 == 0 ? 128 : 256));
        strings(chars(length, 1 << 16));
        char[] one = chars(length, 256);
        if (length > 0) {
          one[RANDOM.nextInt(length)] += 256;
        }
        strings(one);
        fill(length);
      }
    }
    boundsAndNulls();
    System.out.println("all the same");
  }

  private static char[] chars(int length, int below) {
    char[] chars = new char[length];
    for (int i = 0; i < length; i++) {
      chars[i] = (char) RANDOM.nextInt(below);
    }
    return chars;
  }

  private static void strings(char[] chars) {
    int length = chars.length;
    int from = RANDOM.nextInt(length + 1);
    String text = new String(chars);
    String rest = new String(chars, from, length - from);
    check(text.length() == length && rest.length() == length - from);
    int hash = 0;
    int arrayHash = 1;
    for (int i = 0; i < length; i++) {
      check(text.charAt(i) == chars[i]);
      check(i < from || rest.charAt(i - from) == chars[i]);
      hash = 31 * hash + chars[i];
      arrayHash = 31 * arrayHash + chars[i];
    }
    check(text.hashCode() == hash);
    check(Arrays.hashCode(chars) == arrayHash);
    char[] copied = new char[length + 3];
    text.getChars(from, length, copied, 2);
    for (int i = 0; i < copied.length; i++) {
      check(copied[i] == (i < 2 || i - 2 >= length - from ? 0 : chars[from + i - 2]));
    }
    check(text.equals(text.substring(0, from) + rest));
    if (length > 0) {
      char[] other = chars.clone();
      int at = RANDOM.nextInt(length);
      other[at] ^= 1;
      String changed = new String(other);
      check(!text.equals(changed) && text.compareTo(changed) == chars[at] - other[at]);
      check(text.compareTo(text.substring(0, at)) == length - at);
      int first = 0;
      while (chars[first] != chars[at]) {
        first++;
      }
      check(text.indexOf(chars[at]) == first);
      check(text.indexOf(chars[at], at) == at);
    }
    check(
        new String(text.getBytes(StandardCharsets.UTF_16LE), StandardCharsets.UTF_16LE).equals(text)
            || hasSurrogates(chars));
    if (!hasSurrogates(chars)) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      check(new String(bytes, StandardCharsets.UTF_8).equals(text));
    }
  }

  private static boolean hasSurrogates(char[] chars) {
    for (char each : chars) {
      if (Character.isSurrogate(each)) {
        return true;
      }
    }
    return false;
  }

  private static void fill(int length) {
    int from = RANDOM.nextInt(length + 1);
    int to = from + RANDOM.nextInt(length - from + 1);
    int value = RANDOM.nextInt();
    byte[] bytes = new byte[length];
    char[] chars = new char[length];
    int[] ints = new int[length];
    Arrays.fill(bytes, from, to, (byte) value);
    Arrays.fill(chars, from, to, (char) value);
    Arrays.fill(ints, from, to, value);
    for (int i = 0; i < length; i++) {
      boolean in = from <= i && i < to;
      check(bytes[i] == (in ? (byte) value : 0));
      check(chars[i] == (in ? (char) value : 0));
      check(ints[i] == (in ? value : 0));
    }
    Arrays.fill(bytes, (byte) ~value);
    Arrays.fill(chars, (char) ~value);
    Arrays.fill(ints, ~value);
    for (int i = 0; i < length; i++) {
      check(bytes[i] == (byte) ~value && chars[i] == (char) ~value && ints[i] == ~value);
    }
  }

  private static void boundsAndNulls() {
    check(Arrays.hashCode((char[]) null) == 0);
    int[] ints = new int[40];
    String out = thrown(() -> Arrays.fill(ints, 3, 41, 1));
    check(out.equals("java.lang.ArrayIndexOutOfBoundsException: Array index out of range: 41"));
    out = thrown(() -> Arrays.fill(ints, 30, 3, 1));
    check(out.equals("java.lang.IllegalArgumentException: fromIndex(30) > toIndex(3)"));
    out = thrown(() -> Arrays.fill(ints, 20, Integer.MIN_VALUE, 1));
    check(out.equals("java.lang.IllegalArgumentException: fromIndex(20) > toIndex(-2147483648)"));
    check(Arrays.stream(ints).sum() == 0);
    check(thrown(() -> Arrays.fill((int[]) null, 1)).startsWith("java.lang.NullPointerException"));
    String text = "sixteen letters.";
    out = thrown(() -> text.getChars(0, 17, new char[20], 0));
    check(out.startsWith("java.lang.StringIndexOutOfBoundsException"));
    out = thrown(() -> text.getChars(0, 16, new char[20], 5));
    check(out.contains("IndexOutOfBoundsException"));
  }

  private static String thrown(Runnable code) {
    try {
      code.run();
      return "nothing";
    } catch (RuntimeException e) {
      return e.toString();
    }
  }

  private static void check(boolean same) {
    if (!same) {
      throw new AssertionError("not the same");
    }
  }
}
