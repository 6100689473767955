package dev.jpgo.cli.common;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** A path within an argument that is not a path as a whole. */
public final class GivenPath {
  private GivenPath() {}

  /**
   * The path.
   *
   * @throws CliException when this system, or the encoding of its file names, has no such path
   */
  public static Path of(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new CliException(ExitCode.USAGE, text + " is not allowed: " + e.getReason());
    }
  }
}
