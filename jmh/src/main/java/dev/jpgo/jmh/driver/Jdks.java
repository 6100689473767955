package dev.jpgo.jmh.driver;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The JDKs of this machine: the one that runs, those named by {@code JAVA<feature>_HOME}, and the
 * neighbours of the one that runs.
 */
final class Jdks {
  private Jdks() {}

  /** The launcher of the JDK of release {@code feature}, or of the running one for {@code this}. */
  static Path java(String feature) {
    Path here = Path.of(System.getProperty("java.home"));
    if (feature.equals("this") || feature.equals(feature(here))) {
      return launcher(here);
    }
    String named = System.getenv("JAVA" + feature + "_HOME");
    if (named != null) {
      return launcher(Path.of(named));
    }
    SortedSet<Path> found = new TreeSet<>();
    try (var neighbours = Files.newDirectoryStream(here.toRealPath().getParent())) {
      for (Path neighbour : neighbours) {
        if (Files.isExecutable(launcher(neighbour)) && feature(neighbour).equals(feature)) {
          found.add(neighbour);
        }
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    if (found.isEmpty()) {
      throw new NoSuchJvm(
          "no JDK " + feature + " beside " + here + "; name one in JAVA" + feature + "_HOME");
    }
    return launcher(found.first());
  }

  private static Path launcher(Path home) {
    return home.resolve("bin").resolve("java");
  }

  /** The feature release that a JDK's {@code release} file tells, or "". */
  private static String feature(Path home) {
    Path file = home.resolve("release");
    if (!Files.isRegularFile(file)) {
      return "";
    }
    Properties release = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      release.load(reader);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    String version = release.getProperty("JAVA_VERSION", "").replace("\"", "");
    int end = 0;
    while (end < version.length() && Character.isDigit(version.charAt(end))) {
      end++;
    }
    return version.substring(0, end);
  }
}
