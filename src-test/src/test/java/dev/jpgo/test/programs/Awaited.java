package dev.jpgo.test.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How long a program goes on: so many milliseconds, which is its first argument, or, where it is
 * given a file and what is to be found in it, until a while after that is there.
 */
final class Awaited {
  private static final long LOOK_AGAIN_NANOS = 500_000_000;
  private static final long AFTER_NANOS = 3_000_000_000L;

  private final Path file;
  private final List<Pattern> patterns;
  private long end;
  private long nextLook = System.nanoTime();
  private boolean found;

  /** From the program's arguments: milliseconds at most, and a file and expressions or nothing. */
  Awaited(String... arguments) {
    end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
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
      if (found && end - now > AFTER_NANOS) {
        end = now + AFTER_NANOS;
      }
    }
    return now - end < 0;
  }
}
