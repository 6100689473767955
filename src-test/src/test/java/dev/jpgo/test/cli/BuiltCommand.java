package dev.jpgo.test.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jpgo.test.vm.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the built {@code jpgo.jar}. */
public final class BuiltCommand {
  private static final long LIMIT_SECONDS = 120;

  private BuiltCommand() {}

  /** The java command of the JVM that runs the tests. */
  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** The command line of one run. */
  public static List<String> line(String... arguments) {
    Path jar = ForkedJvm.projectRoot().resolve("cli/target/jpgo.jar");
    if (!Files.isRegularFile(jar)) {
      throw new IllegalStateException(jar + " is missing: build the cli module first");
    }
    List<String> line = new ArrayList<>();
    line.add(java());
    line.add("-XX:TieredStopAtLevel=1");
    line.add("-jar");
    line.add(jar.toString());
    line.addAll(List.of(arguments));
    return line;
  }

  /** Runs the command to its end. */
  public static ForkedJvm.Result run(String... arguments) throws IOException, InterruptedException {
    return run(line(arguments));
  }

  /** Runs any command line to its end; past two minutes it is ended and fails. */
  static ForkedJvm.Result run(List<String> line) throws IOException, InterruptedException {
    return run(LIMIT_SECONDS, line);
  }

  /** Runs any command line to its end; past so many seconds it is ended and fails. */
  public static ForkedJvm.Result run(long seconds, List<String> line)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile("jpgo-test", ".out");
    Path err = Files.createTempFile("jpgo-test", ".err");
    try {
      Process process =
          new ProcessBuilder(line).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
      process.getOutputStream().close();
      if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
        throw new AssertionError(line + " did not end; " + Files.readString(err, UTF_8));
      }
      return new ForkedJvm.Result(
          process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }
}
