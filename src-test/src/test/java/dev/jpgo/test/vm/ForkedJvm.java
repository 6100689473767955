package dev.jpgo.test.vm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One run of a class of the test class path in a JVM of its own, with or without the built agent.
 */
public final class ForkedJvm {
  /** What a run left: exit code and both streams. */
  public record Result(int exitCode, String out, String err) {}

  private final Vm vm;
  private final List<String> flags = new ArrayList<>();
  private String classPath = System.getProperty("java.class.path");
  private Path folder = Path.of("").toAbsolutePath();
  private List<String> launcher = List.of();
  private long limitSeconds = 180;

  private ForkedJvm(Vm vm) {
    this.vm = vm;
  }

  public static ForkedJvm on(Vm vm) {
    return new ForkedJvm(vm);
  }

  /** Adds JVM flags. */
  public ForkedJvm with(String... moreFlags) {
    flags.addAll(List.of(moreFlags));
    return this;
  }

  /** Replaces the class path, which is the test's own otherwise. */
  public ForkedJvm classPath(Path... entries) {
    classPath =
        Stream.of(entries)
            .map(Path::toString)
            .collect(Collectors.joining(System.getProperty("path.separator")));
    return this;
  }

  /** Sets the folder to run in, which is this process's own otherwise. */
  public ForkedJvm in(Path workingFolder) {
    folder = workingFolder;
    return this;
  }

  /** Has the JVM started by another command, which is given its command line as arguments. */
  public ForkedJvm through(String... command) {
    launcher = List.of(command);
    return this;
  }

  /** Sets when a run is ended and fails, which is after three minutes otherwise. */
  public ForkedJvm within(long seconds) {
    limitSeconds = seconds;
    return this;
  }

  /** Adds the built agent with these options. */
  public ForkedJvm withAgent(String options) {
    return with("-javaagent:" + agentJar() + (options.isEmpty() ? "" : "=" + options));
  }

  /** The built agent jar. */
  public static Path agentJar() {
    Path jar = projectRoot().resolve("agent/target/jpgo-agent.jar");
    if (!Files.isRegularFile(jar)) {
      throw new IllegalStateException(jar + " is missing: build the agent module first");
    }
    return jar;
  }

  /** The root of the project's tree. */
  public static Path projectRoot() {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(at.resolve("agent")) || !Files.isDirectory(at.resolve("core"))) {
      at = at.getParent();
      if (at == null) {
        throw new IllegalStateException("not inside the project's tree");
      }
    }
    return at;
  }

  /** The command line that {@link #run} starts. */
  public List<String> command(Class<?> main, String... arguments) {
    return command(main.getName(), arguments);
  }

  /** The command line that {@link #run} starts. */
  public List<String> command(String main, String... arguments) {
    List<String> command = new ArrayList<>(launcher);
    command.addAll(vm.command());
    command.add("-Xss2m");
    // C2 throws hot implicit exceptions without message and trace; programs here print both.
    command.add("-XX:-OmitStackTraceInFastThrow");
    command.addAll(flags);
    command.add("-cp");
    command.add(classPath);
    command.add(main);
    command.addAll(List.of(arguments));
    return command;
  }

  /** Runs a main class to its end. A run past its limit is ended and fails. */
  public Result run(Class<?> main, String... arguments) {
    return run(main.getName(), arguments);
  }

  /** Runs a main class to its end. A run past its limit is ended and fails. */
  public Result run(String main, String... arguments) {
    try {
      Path out = Files.createTempFile("jpgo-test", ".out");
      Path err = Files.createTempFile("jpgo-test", ".err");
      try {
        Process process =
            new ProcessBuilder(command(main, arguments))
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        process.getOutputStream().close();
        if (!process.waitFor(limitSeconds, TimeUnit.SECONDS)) {
          process.destroyForcibly().waitFor();
          throw new AssertionError(
              main
                  + " on "
                  + vm
                  + " did not end in "
                  + limitSeconds
                  + " s; its messages:\n"
                  + Files.readString(err, UTF_8));
        }
        return new Result(
            process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
      } finally {
        Files.delete(out);
        Files.delete(err);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + main, e);
    }
  }
}
