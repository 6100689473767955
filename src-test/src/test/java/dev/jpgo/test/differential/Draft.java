package dev.jpgo.test.differential;

import java.util.List;
import java.util.Random;

/** The text of a program that is being written, and the chance that decides what it will be. */
final class Draft {
  private final Random random;
  private final StringBuilder out = new StringBuilder();
  private int depth;
  private int names;

  Draft(long seed) {
    random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
  }

  /** A number from 0 up to, not including, a limit. */
  int below(int limit) {
    return random.nextInt(limit);
  }

  /** True once in so many times. */
  boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  boolean coin() {
    return random.nextBoolean();
  }

  long anyLong() {
    return random.nextLong();
  }

  String pick(String... texts) {
    return texts[random.nextInt(texts.length)];
  }

  String pick(List<String> texts) {
    return texts.get(random.nextInt(texts.size()));
  }

  /** A name that the program does not have yet. */
  String name(String prefix) {
    return prefix + names++;
  }

  void line(String text) {
    out.append("  ".repeat(Math.min(depth, 6))).append(text).append('\n');
  }

  void lines(List<String> texts) {
    texts.forEach(this::line);
  }

  void indent(int levels) {
    depth += levels;
  }

  /** What has been written since this was last asked. */
  String take() {
    String text = out.toString();
    out.setLength(0);
    return text;
  }
}
