package dev.jpgo.jmh.driver;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a JVM says about itself.
 *
 * @param version such as {@code 17.0.21}
 * @param lines of {@code -version}
 */
public record JvmFacts(String version, List<String> lines) {
  private static final int OLDEST = 17;
  private static final long SECONDS = 60;
  private static final Pattern VERSION = Pattern.compile("version \"([^\"]*)\"");

  /**
   * Starts the JVM, with the flags of its specification and others, and asks it.
   *
   * @throws NoSuchJvm if it is none, does not start that way, or is too old
   */
  public static JvmFacts of(VmSpec vm, List<String> more) throws InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(vm.java().toString());
    command.addAll(vm.flags());
    command.addAll(more);
    command.add("-version");
    String said;
    int code;
    try {
      Process process = Scratch.start(new ProcessBuilder(command).redirectErrorStream(true));
      process.getOutputStream().close();
      said = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
      code = process.waitFor(SECONDS, TimeUnit.SECONDS) ? process.exitValue() : -1;
      process.destroyForcibly();
    } catch (IOException e) {
      String why = Files.exists(vm.java()) ? "it cannot be run" : "there is no such file";
      throw new NoSuchJvm("no JVM at " + vm.java() + ": " + why);
    }
    Matcher version = VERSION.matcher(said);
    if (code != 0) {
      String first = said.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
      throw new NoSuchJvm(vm.name() + " does not start: " + first);
    }
    if (!version.find()) {
      throw new NoSuchJvm("no JVM at " + vm.java() + ": it tells no version");
    }
    JvmFacts facts = new JvmFacts(version.group(1), said.lines().toList());
    if (facts.feature() < OLDEST) {
      throw new NoSuchJvm(
          vm.java() + " is Java " + version.group(1) + "; jpgo needs " + OLDEST + " or later");
    }
    return facts;
  }

  /** The feature release; 0 when it cannot be read. */
  public int feature() {
    String text = version.startsWith("1.") ? version.substring(2) : version;
    int end = 0;
    while (end < text.length() && end < 4 && Character.isDigit(text.charAt(end))) {
      end++;
    }
    return end == 0 ? 0 : Integer.parseInt(text.substring(0, end));
  }
}
