package dev.jpgo.cli.launch;

import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The JVM that a program is to run on. */
public final class JavaHome {
  /** Oldest Java that the agent runs on. */
  static final int OLDEST = 17;

  private static final Pattern VERSION = Pattern.compile("version \"([^\"]*)\"");

  private JavaHome() {}

  /** The java command of the JVM that runs this. */
  public static String current() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /**
   * A java command that the user named.
   *
   * @throws CliException when it is none, or too old
   */
  public static String checked(Path java) {
    String said;
    try {
      Process process =
          new ProcessBuilder(java.toString(), "-version").redirectErrorStream(true).start();
      process.getOutputStream().close();
      said = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
      process.waitFor();
    } catch (IOException e) {
      String why = Files.exists(java) ? "it cannot be run" : "there is no such file";
      throw new CliException(ExitCode.BAD_JVM, "no JVM at " + java + ": " + why);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliException(ExitCode.FAILURE, "interrupted while " + java + " was asked");
    }
    Matcher version = VERSION.matcher(said);
    if (!version.find()) {
      throw new CliException(ExitCode.BAD_JVM, "no JVM at " + java + ": it tells no version");
    }
    requireSupported(java.toString(), version.group(1));
    return java.toString();
  }

  /**
   * Refuses a JVM that the agent does not run on.
   *
   * @param who the JVM, for the message
   * @param version its version, such as {@code 1.8.0_292} or {@code 17.0.2}
   */
  public static void requireSupported(String who, String version) {
    if (feature(version) < OLDEST) {
      throw new CliException(
          ExitCode.BAD_JVM, who + " is Java " + version + "; jpgo needs " + OLDEST + " or later");
    }
  }

  /** The feature release in a version; 0 when it cannot be read. */
  static int feature(String version) {
    String text = version.startsWith("1.") ? version.substring(2) : version;
    int end = 0;
    while (end < text.length() && end < 4 && Character.isDigit(text.charAt(end))) {
      end++;
    }
    return end == 0 ? 0 : Integer.parseInt(text.substring(0, end));
  }
}
