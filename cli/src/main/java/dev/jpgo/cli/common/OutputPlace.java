package dev.jpgo.cli.common;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Checks early that something can be written, before a program is started for it. */
public final class OutputPlace {
  private OutputPlace() {}

  /**
   * The absolute form of a file to write.
   *
   * @throws CliException when its folder does not exist or nothing can be written there
   */
  public static Path check(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    Path folder = absolute.getParent();
    if (folder == null || Files.isDirectory(absolute)) {
      throw new CliException(ExitCode.BAD_OUTPUT, "cannot write " + file + ": it is a folder");
    }
    if (!Files.isDirectory(folder)) {
      throw new CliException(
          ExitCode.BAD_OUTPUT, "cannot write " + file + ": there is no folder " + folder);
    }
    if (!Files.isWritable(Files.exists(absolute) ? absolute : folder)) {
      throw new CliException(ExitCode.BAD_OUTPUT, "cannot write " + file + ": no permission");
    }
    return absolute;
  }

  /**
   * Fails early for a file of which only the folder is known before a program runs.
   *
   * @param name of the file, for the message
   * @throws CliException when the folder does not exist or nothing can be written there
   */
  public static void checkIn(Path folder, String name) {
    if (!Files.isDirectory(folder)) {
      throw new CliException(
          ExitCode.BAD_OUTPUT, "cannot write " + name + ": there is no folder " + folder);
    }
    if (!Files.isWritable(folder)) {
      throw new CliException(ExitCode.BAD_OUTPUT, "cannot write " + name + ": no permission");
    }
  }

  /**
   * Fails when two options name the same file, which would hold one of both in the end. A device is
   * none.
   *
   * @throws CliException that names the options
   */
  public static void checkApart(String option, Path file, String other, Path otherFile) {
    if (file.equals(otherFile) && (!Files.exists(file) || Files.isRegularFile(file))) {
      throw new CliException(
          ExitCode.USAGE, option + " and " + other + " name the same file: " + file);
    }
  }

  /**
   * Fails when what is written would replace what it is made of. A device is not replaced.
   *
   * @throws CliException that names the file
   */
  public static void checkKeeps(Path target, Path input) {
    try {
      if (Files.isRegularFile(target) && Files.exists(input) && Files.isSameFile(target, input)) {
        throw new CliException(
            ExitCode.USAGE, "cannot write " + target + ": it is what is to be read");
      }
    } catch (IOException e) {
      throw new CliException(ExitCode.BAD_FILE, "cannot read " + input + ": " + why(e));
    }
  }

  /** What a failed write is about, in words: some exceptions say nothing but the file's name. */
  public static CliException failed(Path target, IOException failure) {
    return new CliException(ExitCode.BAD_OUTPUT, "cannot write " + target + ": " + why(failure));
  }

  private static String why(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return "there is no such place";
    }
    if (failure instanceof AccessDeniedException) {
      return "no permission";
    }
    if (failure instanceof FileSystemException known && known.getReason() != null) {
      return known.getReason();
    }
    return failure instanceof FileSystemException || failure.getMessage() == null
        ? failure.getClass().getSimpleName()
        : failure.getMessage();
  }

  /** Says what was written, if it is a file that can be looked at: data has no line after it. */
  public static void say(PrintWriter out, Path written, String line) {
    if (Files.isRegularFile(written) && !isStandardOutput(written)) {
      out.println(line);
      out.flush();
    }
  }

  /** Whether a path leads to where this process prints. */
  public static boolean isStandardOutput(Path path) {
    Path out = Path.of("/proc/self/fd/1");
    try {
      return Files.exists(out) && Files.exists(path) && Files.isSameFile(path, out);
    } catch (IOException e) {
      return false; // one of them has gone this moment
    }
  }

  /**
   * The absolute form of a folder to write to. If it is not there it will be made, with those that
   * it is to be in. One that is there may well be good for reading alone.
   *
   * @throws CliException when there is something else in its place, or it cannot be made
   */
  public static Path checkFolder(Path folder) {
    Path absolute = folder.toAbsolutePath().normalize();
    Path there = absolute;
    for (Path above = there.getParent();
        above != null && !Files.exists(there);
        above = above.getParent()) {
      there = above;
    }
    if (!Files.isDirectory(there)) {
      throw new CliException(
          ExitCode.BAD_OUTPUT, "cannot write to " + folder + ": " + there + " is no folder");
    }
    if (!there.equals(absolute) && !Files.isWritable(there)) {
      throw new CliException(ExitCode.BAD_OUTPUT, "cannot make " + folder + ": no permission");
    }
    return absolute;
  }
}
