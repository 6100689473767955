package dev.jpgo.test.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How long a program goes on: so many milliseconds, which is its first argument, or, where it is
 * given a file and what is to be found in it, until a while after that is there, and eight seconds
 * at least.
 */
final class Awaited {
  private static final long LOOK_AGAIN_NANOS = 500_000_000;
  private static final long LEAST_NANOS = 8_000_000_000L;
  private static final long AFTER_NANOS = 3_000_000_000L;

  private final Path file;
  private final List<Pattern> patterns;
  private final long begin = System.nanoTime();
  private long end;
  private long nextLook = begin;
  private boolean found;

  /** From the program's arguments: milliseconds at most, and a file and expressions or nothing. */
  Awaited(String... arguments) {
    end = begin + Long.parseLong(arguments[0]) * 1_000_000;
    found = arguments.length == 1;
    file = Path.of(found ? "" : arguments[1]);
    patterns = Arrays.stream(arguments).skip(2).map(Pattern::compile).toList();
  }

  /** Whether it is to go on. */
  boolean goesOn() throws IOException {
    long now = System.nanoTime();
    if (!found && now - nextLook >= 0) {
      nextLook = now + LOOK_AGAIN_NANOS;
      if (Files.exists(file)) {
        String text = Files.readString(file);
        found = patterns.stream().allMatch(pattern -> pattern.matcher(text).find());
      }
      if (found) {
        end = begin + Math.min(end - begin, Math.max(LEAST_NANOS, now - begin + AFTER_NANOS));
      }
    }
    return now - end < 0;
  }
}
