package dev.jpgo.test.hooks;

import java.util.Random;

/** Has string builders append, and compares with arrays of chars of its own. */
public final class BuilderAppendsProgram {
  private static final Random RANDOM = new Random(7);

  private BuilderAppendsProgram() {}

  public static void main(String[] arguments) throws InterruptedException {
    int rounds = Integer.parseInt(arguments[0]);
    for (int round = 0; round < rounds; round++) {
      for (int capacity = 0; capacity < 40; capacity++) {
        appends(capacity, round % 3 == 0 ? 128 : round % 3 == 1 ? 256 : 1 << 16);
      }
    }
    nothingAndItself();
    atTheSameTime();
    System.out.println("all the same");
  }

  /** A text of its own, which no builder is needed for. */
  private static final class Expected {
    private final char[] chars = new char[4000];
    private int length;

    void add(char[] more) {
      System.arraycopy(more, 0, chars, length, more.length);
      length += more.length;
    }

    boolean is(CharSequence text) {
      boolean same = text.length() == length;
      for (int i = 0; same && i < length; i++) {
        same = text.charAt(i) == chars[i];
      }
      return same && text.toString().equals(new String(chars, 0, length));
    }
  }

  private static void appends(int capacity, int below) {
    StringBuilder builder = new StringBuilder(capacity);
    StringBuffer buffer = new StringBuffer(capacity);
    Expected expected = new Expected();
    for (int i = 0; i < 60; i++) {
      char[] more = new char[RANDOM.nextInt(4) == 0 ? RANDOM.nextInt(50) : RANDOM.nextInt(4)];
      for (int j = 0; j < more.length; j++) {
        more[j] = (char) RANDOM.nextInt(RANDOM.nextInt(20) == 0 ? below : 128);
      }
      expected.add(more);
      if (more.length == 1) {
        check(builder.append(more[0]) == builder && buffer.append(more[0]) == buffer);
      } else {
        String text = new String(more);
        check(builder.append(text) == builder && buffer.append(text) == buffer);
      }
      check(expected.is(builder) && expected.is(buffer));
      if (i == 30) {
        builder.trimToSize();
        buffer.trimToSize();
      }
    }
    expected.length = 5;
    builder.setLength(5);
    buffer.setLength(5);
    char[] last = {(char) RANDOM.nextInt(below)};
    expected.add(last);
    check(expected.is(builder.append(last[0])) && expected.is(buffer.append(last[0])));
  }

  private static void nothingAndItself() {
    StringBuilder builder = new StringBuilder();
    String nothing = null;
    check(builder.append(nothing).append("").toString().equals("null"));
    builder.append(builder.toString()).append((Object) builder);
    check(builder.toString().equals("nullnullnullnull"));
    check(builder.append('\0').charAt(16) == 0);
    check(builder.append('\u00ff').append('\u0100').substring(17).equals("\u00ff\u0100"));
    check(builder.append("x").append('y').substring(19).equals("xy"));
  }

  /** A buffer loses nothing of what threads append together. */
  private static void atTheSameTime() throws InterruptedException {
    StringBuffer buffer = new StringBuffer(10);
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      char own = (char) ('a' + i);
      String three = String.valueOf(own).repeat(3);
      threads[i] =
          new Thread(
              () -> {
                for (int j = 0; j < 2000; j++) {
                  buffer.append(own).append(three);
                }
              });
      threads[i].start();
    }
    int[] counts = new int[threads.length];
    for (Thread thread : threads) {
      thread.join();
    }
    for (int i = 0; i < buffer.length(); i++) {
      counts[buffer.charAt(i) - 'a']++;
    }
    for (int count : counts) {
      check(count == 8000);
    }
  }

  private static void check(boolean holds) {
    if (!holds) {
      throw new AssertionError();
    }
  }
}
