package dev.jpgo.cli.jvm;

import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.common.GivenPath;
import dev.jpgo.cli.common.ProfileSource;
import dev.jpgo.core.profile.Profile;
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
      return DumpCommand.profileOf(Long.parseLong(name));
    } catch (NumberFormatException e) {
      throw new CliException(ExitCode.BAD_JVM, "there is no process " + name);
    }
  }
}
