package dev.jpgo.test.vm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A JVM and the flags that select one of its execution modes. */
public enum Vm {
  JDK17_INT(17, "-Xint"),
  JDK25_INT(25, "-Xint"),
  ZERO17(17, "-zero"),
  JDK17_C1(17, "-XX:TieredStopAtLevel=1"),
  JDK25_C1(25, "-XX:TieredStopAtLevel=1"),
  JDK17(17),
  JDK25(25);

  private final int feature;
  private final List<String> flags;

  Vm(int feature, String... flags) {
    this.feature = feature;
    this.flags = List.of(flags);
  }

  public boolean interpreted() {
    return flags.contains("-Xint") || flags.contains("-zero");
  }

  public int feature() {
    return feature;
  }

  /**
   * The command that starts this JVM. Skips the running test when the machine does not have it: JDK
   * 25 is looked for at {@code JAVA25_HOME} and beside the running JDK, the Zero VM inside JDK 17.
   */
  public List<String> command() {
    Path home = home();
    if (flags.contains("-zero")) {
      Assumptions.assumeTrue(
          Files.exists(home.resolve("lib/zero/libjvm.so")),
          () -> this + " skipped: no Zero VM in JDK " + feature + " (Debian: openjdk-17-jre-zero)");
    }
    List<String> command = new ArrayList<>();
    command.add(home.resolve("bin/java").toString());
    command.addAll(flags);
    return command;
  }

  /** Where the JDK is. Skips the running test when the machine does not have it. */
  public Path home() {
    Optional<Path> home = find();
    Assumptions.assumeTrue(home.isPresent(), () -> this + " skipped: no JDK " + feature + " found");
    return home.get();
  }

  private Optional<Path> find() {
    Path running = Path.of(System.getProperty("java.home"));
    String named = System.getenv("JAVA" + feature + "_HOME");
    if (named != null && !named.isEmpty()) {
      return Optional.of(Path.of(named)).filter(this::isWanted);
    }
    if (isWanted(running)) {
      return Optional.of(running);
    }
    Path siblings = running.toAbsolutePath().getParent();
    if (siblings == null) {
      return Optional.empty();
    }
    try (Stream<Path> homes = Files.list(siblings)) {
      return homes.sorted().filter(this::isWanted).findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isWanted(Path home) {
    Path release = home.resolve("release");
    if (!Files.isRegularFile(release) || !Files.isExecutable(home.resolve("bin/java"))) {
      return false;
    }
    try {
      return Files.readString(release).contains("JAVA_VERSION=\"" + feature);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
