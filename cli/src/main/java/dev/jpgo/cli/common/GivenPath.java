package dev.jpgo.cli.common;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** The path that a word stands for. */
public final class GivenPath {
  private GivenPath() {}

  /**
   * The path.
   *
   * @throws CliException when this system, or the encoding of its file names, has no such path, or
   *     it is the word that some commands take for a standard stream
   */
  public static Path of(String text) {
    if (text.isEmpty()) {
      throw new CliException(ExitCode.USAGE, "an empty name is no file");
    }
    if (text.equals("-")) {
      throw new CliException(
          ExitCode.USAGE, "- is no file: write /dev/stdin or /dev/stdout, or ./- for one so named");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new CliException(
          ExitCode.USAGE, text + " is not allowed: " + e.getReason() + encoding(text));
    }
  }

  private static String encoding(String text) {
    return text.chars().allMatch(c -> c < 128)
        ? ""
        : "; names of files are in " + System.getProperty("sun.jnu.encoding") + " here (LC_ALL)";
  }
}
