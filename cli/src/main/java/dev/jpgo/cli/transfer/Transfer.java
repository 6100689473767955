package dev.jpgo.cli.transfer;

import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfiledMethod;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/** Writes profiles for other tools, and reads what other profilers sampled. */
public final class Transfer {
  /** What can be written. */
  public enum Out {
    PPROF,
    FOLDED,
    LCOV,
    JFR,
    CSV,
    SITES
  }

  /** What can be read. */
  public enum In {
    JFR,
    PPROF
  }

  private Transfer() {}

  /**
   * Writes a profile.
   *
   * @param bytecode where to take methods' bytecode from, for formats with lines
   * @throws IOException when the file cannot be written
   */
  public static void write(
      Profile profile, Out format, Path file, Function<ProfiledMethod, Optional<String>> bytecode)
      throws IOException {
    switch (format) {
      case PPROF -> {
        try (OutputStream out = Files.newOutputStream(file)) {
          Pprof.write(profile, out);
        }
      }
      case FOLDED -> text(file, TextFormats.folded(profile));
      case LCOV -> text(file, Lcov.of(profile, bytecode));
      case CSV -> text(file, TextFormats.csv(profile));
      case SITES -> text(file, TextFormats.sites(profile));
      case JFR -> FlightRecording.write(profile, file);
    }
  }

  /** Names may hold unpaired surrogates, which become question marks. */
  private static void text(Path file, String text) throws IOException {
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Reads samples.
   *
   * @throws IOException when it cannot be read, or is no such file
   */
  public static Profile read(Path file, In format) throws IOException {
    return switch (format) {
      case JFR -> FlightRecording.read(file);
      case PPROF -> Pprof.read(Files.readAllBytes(file));
    };
  }
}
