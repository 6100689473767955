package dev.jpgo.jmh.peer;

import dev.jpgo.jmh.driver.Installation;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;

/** The peers' own jars, where the build has put them: a folder each. */
final class PeerJars {
  private PeerJars() {}

  /**
   * All jars of a peer, as a class path.
   *
   * @throws PeerUnavailable if there are none
   */
  static String of(String peer) throws PeerUnavailable {
    Path folder = Installation.peerFolder().resolve(peer);
    SortedSet<Path> jars = new TreeSet<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*.jar")) {
        found.forEach(jars::add);
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }
    if (jars.isEmpty()) {
      throw new PeerUnavailable(
          "no jars in lib/peers/" + peer + "; the build was told to do without");
    }
    return String.join(File.pathSeparator, jars.stream().map(Path::toString).toList());
  }
}
