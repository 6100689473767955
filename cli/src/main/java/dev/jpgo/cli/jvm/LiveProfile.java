package dev.jpgo.cli.jvm;

import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.common.GivenPath;
import dev.jpgo.cli.common.ProfileSource;
import dev.jpgo.core.profile.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The profile of a file, or of a JVM that runs. */
public final class LiveProfile {
  private LiveProfile() {}

  /** A file by its name, or a JVM by its process id; a file of that name goes first. */
  public static Profile fileOrJvm(String name) {
    Path named = GivenPath.of(name);
    if (Files.exists(named) || !name.chars().allMatch(Character::isDigit)) {
      return ProfileSource.read(named);
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
