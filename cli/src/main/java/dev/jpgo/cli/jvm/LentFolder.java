package dev.jpgo.cli.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;

/** A folder of ours in which a JVM leaves files, as whichever user it runs. */
final class LentFolder implements AutoCloseable {
  private final Path folder;
  private final List<Path> files = new ArrayList<>();

  private LentFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Makes a folder that a JVM can write to.
   *
   * @throws IOException when there is no room for one, or its user cannot be given it
   */
  static LentFolder to(long pid) throws IOException {
    LentFolder made = new LentFolder(Files.createTempDirectory("jpgo").toAbsolutePath());
    try {
      give(made.folder, pid);
      return made;
    } catch (IOException e) {
      made.close();
      throw e;
    }
  }

  /** Gives what we have made to the user of a JVM, if that is another one (then we are root). */
  static void give(Path made, long pid) throws IOException {
    Path process = Path.of("/proc", Long.toString(pid));
    if (Files.isDirectory(process)) {
      UserPrincipal owner = Files.getOwner(process);
      if (!owner.equals(Files.getOwner(made))) {
        Files.setOwner(made, owner);
      }
    }
  }

  /** Where the JVM may leave a file. */
  Path file(String name) {
    Path file = folder.resolve(name);
    files.add(file);
    return file;
  }

  /** What the JVM has left. A link is not followed: it might lead to what only root may read. */
  static byte[] content(Path left) throws IOException {
    try (InputStream in = Files.newInputStream(left, LinkOption.NOFOLLOW_LINKS)) {
      return in.readAllBytes();
    }
  }

  @Override
  public void close() throws IOException {
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
    Files.delete(folder);
  }
}
