package dev.jpgo.cli.launch;

import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the other jars are: in the source tree that property {@code jpgo.home} names (the launcher
 * sets it) or that this jar was built in, or beside this jar.
 */
public final class Installation {
  private Installation() {}

  /** The agent. */
  public static Path agentJar() {
    return find("agent/target/jpgo-agent.jar");
  }

  /** The benchmarks and the demo. */
  static Path benchJar() {
    return find("jmh/target/jpgo-bench.jar");
  }

  private static Path find(String inTree) {
    List<Path> places = new ArrayList<>();
    String home = System.getProperty("jpgo.home");
    if (home != null) {
      places.add(Path.of(home, inTree));
    }
    Path here = here();
    Path file = Path.of(inTree).getFileName();
    for (Path at = here.getParent(); at != null; at = at.getParent()) {
      places.add(at.resolve(file));
      places.add(at.resolve(inTree));
    }
    for (Path place : places) {
      if (Files.isRegularFile(place)) {
        return place.toAbsolutePath().normalize();
      }
    }
    throw new CliException(
        ExitCode.FAILURE, file + " is not beside " + here + "; build it with: mvn package");
  }

  private static Path here() {
    CodeSource source = Installation.class.getProtectionDomain().getCodeSource();
    try {
      return Path.of(source.getLocation().toURI()).toAbsolutePath();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("place of this class", e);
    }
  }
}
