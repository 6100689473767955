package dev.jpgo.cli;

import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Where a profile comes from: a file, or a running JVM. */
final class ProfileSource {
  private ProfileSource() {}

  /**
   * Reads a profile file.
   *
   * @throws CliException when it is missing, unreadable or damaged
   */
  static Profile read(Path file) {
    if (Files.isDirectory(file)) {
      throw new CliException(ExitCode.BAD_FILE, file + " is a folder, not a profile");
    }
    try {
      return ProfileFile.read(file);
    } catch (NoSuchFileException e) {
      throw new CliException(ExitCode.BAD_FILE, "there is no file " + file);
    } catch (AccessDeniedException e) {
      throw new CliException(ExitCode.BAD_FILE, "no permission to read " + file);
    } catch (IOException e) {
      throw new CliException(ExitCode.BAD_FILE, String.valueOf(e.getMessage()));
    }
  }

  /** A file by its name, or a JVM by its process id; a file of that name goes first. */
  static Profile fileOrJvm(String name) {
    if (Files.exists(Path.of(name)) || !name.chars().allMatch(Character::isDigit)) {
      return read(Path.of(name));
    }
    try {
      Path folder = Files.createTempDirectory("jpgo");
      Path file = folder.resolve("dump.jpgo");
      try {
        return DumpCommand.dump(Long.parseLong(name), file);
      } catch (NumberFormatException e) {
        throw new CliException(ExitCode.BAD_JVM, "there is no process " + name);
      } finally {
        Files.deleteIfExists(file);
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new CliException(ExitCode.BAD_OUTPUT, "no temporary folder: " + e.getMessage());
    }
  }
}
