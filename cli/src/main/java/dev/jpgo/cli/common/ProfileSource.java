package dev.jpgo.cli.common;

import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.core.profile.ProfileFormatException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads profile files, and says what is wrong with one. */
public final class ProfileSource {
  private ProfileSource() {}

  /**
   * Reads a profile file.
   *
   * @throws CliException when it is missing, unreadable or damaged
   */
  public static Profile read(Path file) {
    if (Files.isDirectory(file)) {
      throw new CliException(ExitCode.BAD_FILE, file + " is a folder, not a profile");
    }
    try {
      return ProfileFile.read(file);
    } catch (NoSuchFileException e) {
      throw new CliException(ExitCode.BAD_FILE, "there is no file " + file);
    } catch (AccessDeniedException e) {
      throw new CliException(ExitCode.BAD_FILE, "no permission to read " + file);
    } catch (ProfileFormatException e) {
      throw new CliException(ExitCode.BAD_FILE, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new CliException(ExitCode.BAD_FILE, "cannot read " + file + ": " + e.getMessage());
    }
  }
}
