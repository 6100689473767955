package dev.jpgo.cli.common;

import java.nio.file.Path;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** What words of the command line stand for; one that stands for nothing is told in plain words. */
public final class Values {
  private Values() {}

  /** Registers paths and numbers with a command and those it has. */
  public static void register(CommandLine line) {
    line.registerConverter(Path.class, Values::path);
    line.registerConverter(int.class, word -> number(word, Integer::valueOf));
    line.registerConverter(Integer.class, word -> number(word, Integer::valueOf));
    line.registerConverter(long.class, word -> number(word, Long::valueOf));
    line.registerConverter(Long.class, word -> number(word, Long::valueOf));
  }

  private static Path path(String word) {
    try {
      return GivenPath.of(word);
    } catch (CliException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  private static <N extends Number> N number(String word, Function<String, N> parse) {
    try {
      return parse.apply(word);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(
          "'"
              + word
              + (word.matches("[+-]?\\d+")
                  ? "' is too large a number"
                  : "' is not a whole number"));
    }
  }
}
