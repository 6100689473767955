package dev.jpgo.agent;

import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.events.Outputs;
import dev.jpgo.agent.events.PoolWriter;
import dev.jpgo.agent.options.OutputPattern;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.core.profile.ProfileOrigin;
import dev.jpgo.core.profile.ProfiledMethod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Writes profile and statistics; nothing at all where no file was asked for. */
final class Reports {
  private final Log log;
  private final String mode;
  private final String version;
  private final long startMillis;
  private final long poolWaitMillis;

  /**
   * @param startMillis when the agent started, milliseconds since 1970 UTC
   * @param poolWaitMillis how long to wait for a pool's lock
   */
  Reports(Log log, String mode, String version, long startMillis, long poolWaitMillis) {
    this.log = log;
    this.mode = mode;
    this.version = version;
    this.startMillis = startMillis;
    this.poolWaitMillis = poolWaitMillis;
  }

  /** The virtual machine, as a person reads it. */
  static String jvm() {
    return System.getProperty("java.vm.name", "?")
        + " "
        + System.getProperty("java.vm.version", "?");
  }

  /**
   * Writes a profile: into a pool, or in place of what is there.
   *
   * @param phase what the program calls this part of its run
   * @return what failed, or an empty string
   */
  String profile(OutputPattern.Place place, List<ProfiledMethod> methods, String phase) {
    try {
      Profile profile = new Profile(List.of(origin(phase)), methods);
      if (place.pool()) {
        new PoolWriter(log, poolWaitMillis).add(place.file(), profile);
      } else {
        ProfileFile.write(place.file(), profile);
      }
      return "";
    } catch (IOException | RuntimeException e) {
      return failed("profile", place.file().toString(), e);
    }
  }

  /**
   * Writes statistics.
   *
   * @return what failed, or an empty string
   */
  String statistics(String file, String json) {
    if (file.isEmpty()) {
      return "";
    }
    try {
      Outputs.write(Path.of(file), json);
      return "";
    } catch (IOException | RuntimeException e) {
      return failed("statistics", file, e);
    }
  }

  private String failed(String what, String file, Exception e) {
    String line = what + " not written to " + file + ": " + e;
    log.error(line);
    return line;
  }

  private ProfileOrigin origin(String phase) {
    String command = System.getProperty("sun.java.command", "");
    int space = command.indexOf(' ');
    return new ProfileOrigin(
        jvm(),
        System.getProperty("os.name", ""),
        System.getProperty("os.arch", ""),
        mode.toLowerCase(Locale.ROOT),
        version,
        space < 0 ? command : command.substring(0, space),
        phase,
        startMillis,
        System.currentTimeMillis() - startMillis,
        1);
  }
}
