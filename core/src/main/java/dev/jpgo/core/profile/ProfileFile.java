package dev.jpgo.core.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Profiles on disk. The format is described in docs/profile-format.md; equal profiles give equal
 * bytes, and every format that was ever written can be read.
 */
public final class ProfileFile {
  /** Largest file that is read, and largest content of one, in bytes. */
  public static final long MAX_BYTES = 1L << 28;

  private ProfileFile() {}

  /**
   * Reads a profile.
   *
   * @throws ProfileFormatException when it is no profile, damaged, truncated or of a newer format;
   *     the message names the file, what is wrong and where
   * @throws IOException when it cannot be read
   */
  public static Profile read(Path file) throws IOException {
    return readAll(file).profile();
  }

  /**
   * Reads a profile, and what it has absorbed.
   *
   * @throws IOException as {@link #read}
   */
  public static PoolContent readAll(Path file) throws IOException {
    return readAll(file, null);
  }

  /**
   * Reads a profile, and what it has absorbed.
   *
   * @param shared where to take texts from that other profiles have, too; or null
   * @throws IOException as {@link #read}
   */
  public static PoolContent readAll(Path file, @Nullable Texts shared) throws IOException {
    long size = Files.size(file);
    if (size > MAX_BYTES) {
      throw new ProfileFormatException(
          file + ": " + size + " bytes, more than a profile can have (" + MAX_BYTES + ")");
    }
    byte[] bytes = Files.readAllBytes(file);
    try {
      return decodeAll(bytes, shared);
    } catch (ProfileFormatException e) {
      throw new ProfileFormatException(file + ": " + e.getMessage());
    }
  }

  /**
   * Writes a profile as {@link DurableFile#write} does.
   *
   * @throws IOException when the place cannot be written; nothing is left behind then
   */
  public static void write(Path file, Profile profile) throws IOException {
    DurableFile.write(file, encode(profile));
  }

  /** The bytes of a profile. Negative counts, which racing counters can lead to, become 0. */
  public static byte[] encode(Profile profile) {
    return ProfileEncoder.encode(profile, List.of());
  }

  /**
   * The profile in these bytes.
   *
   * @throws ProfileFormatException as {@link #read}
   */
  public static Profile decode(byte[] bytes) throws ProfileFormatException {
    return decode(bytes, null);
  }

  static Profile decode(byte[] bytes, @Nullable Texts shared) throws ProfileFormatException {
    return decodeAll(bytes, shared).profile();
  }

  private static PoolContent decodeAll(byte[] bytes, @Nullable Texts shared)
      throws ProfileFormatException {
    if (bytes.length == 0) {
      throw new ProfileFormatException("no jpgo profile: the file is empty");
    }
    if (FormatOne.isOne(bytes)) {
      return new PoolContent(FormatOne.decode(bytes), List.of());
    }
    if (!ProfileEnvelope.isOne(bytes)) {
      throw new ProfileFormatException("no jpgo profile: it does not begin as one");
    }
    return ProfileDecoder.decode(ProfileEnvelope.unwrap(bytes), shared);
  }
}
