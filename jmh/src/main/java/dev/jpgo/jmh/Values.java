package dev.jpgo.jmh;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** What words of the command line stand for; one that stands for nothing is told in plain words. */
final class Values {
  private static final String WHOLE = "a whole number";

  private Values() {}

  /** Registers paths and numbers with a command and those it has. */
  static void register(CommandLine line) {
    line.registerConverter(Path.class, Values::path);
    line.registerConverter(int.class, word -> number(word, WHOLE, Integer::valueOf));
    line.registerConverter(long.class, word -> number(word, WHOLE, Long::valueOf));
    line.registerConverter(double.class, word -> number(word, "a number", Double::valueOf));
  }

  private static Path path(String word) {
    if (word.isEmpty()) {
      throw new TypeConversionException("an empty name is no file");
    }
    if (word.equals("-")) {
      throw new TypeConversionException(
          "- is no file: write /dev/stdin or /dev/stdout, or ./- for one so named");
    }
    try {
      return Path.of(word);
    } catch (InvalidPathException e) {
      throw new TypeConversionException(word + " is not allowed: " + e.getReason());
    }
  }

  private static <N extends Number> N number(String word, String what, Function<String, N> parse) {
    try {
      return parse.apply(word);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(
          "'"
              + word
              + (word.matches("[+-]?\\d+") ? "' is too large a number" : "' is not " + what));
    }
  }
}
