package dev.jpgo.jmh.driver;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the jars are. */
public final class Installation {
  private static final String AGENT_PROPERTY = "jpgo.agent";

  private Installation() {}

  /** The jar (or class folder) that this class was loaded from, as a class path. */
  public static String benchClassPath() {
    Path here = here();
    return Files.isDirectory(here) ? System.getProperty("java.class.path") : here.toString();
  }

  /** The benchmark jar. */
  public static Path benchJar() {
    return here();
  }

  /**
   * The jar of the control alone: an agent's jar joins the class path of the program that it is in,
   * and with it what its manifest names.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Path controlJar() {
    Path jar = here().resolveSibling("jpgo-bench-control.jar");
    if (!Files.isRegularFile(jar)) {
      throw new IllegalArgumentException("no control agent at " + jar + "; build it");
    }
    return jar;
  }

  /** The folder of what the peers of the comparisons need; it may be absent. */
  public static Path peerFolder() {
    return here().resolveSibling("lib").resolve("peers");
  }

  /**
   * The agent: what the system property {@code jpgo.agent} names, or where the build leaves it.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Path agentJar() {
    String named = System.getProperty(AGENT_PROPERTY);
    Path jar =
        named != null
            ? Path.of(named)
            : here().resolveSibling("../../agent/target/jpgo-agent.jar").normalize();
    if (!Files.isRegularFile(jar)) {
      throw new IllegalArgumentException(
          "no agent at " + jar + "; build it, or name it by -D" + AGENT_PROPERTY + "=JAR");
    }
    return jar.toAbsolutePath();
  }

  private static Path here() {
    try {
      return Path.of(
          Installation.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
