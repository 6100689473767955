package dev.jpgo.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jpgo.cli.launch.JavaHome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs of the command in a JVM of its own, where it depends on the JVM's surroundings. */
final class ForkedCommand {
  private final Path folder;
  private final List<String> jvmOptions;

  /** The current folder, in which outputs are put as well, and options of the JVM. */
  ForkedCommand(Path folder, String... jvmOptions) {
    this.folder = folder;
    this.jvmOptions = List.of(jvmOptions);
  }

  CommandRun run(String... arguments) throws IOException, InterruptedException {
    Path out = folder.resolve("stdout.txt");
    int code = run(out.toFile(), arguments);
    return new CommandRun(code, Files.readString(out, UTF_8), err());
  }

  /** Runs the command with this as its standard output, and returns the exit code. */
  int run(File out, String... arguments) throws IOException, InterruptedException {
    Process process = builder(arguments).redirectOutput(out).start();
    process.getOutputStream().close();
    return process.waitFor();
  }

  /** Runs the command into a pipe that nobody reads, and returns the exit code. */
  int runUnread(String... arguments) throws IOException, InterruptedException {
    Process process = builder(arguments).start();
    process.getInputStream().close();
    process.getOutputStream().close();
    return process.waitFor();
  }

  /** What the last run had to say on standard error. */
  String err() throws IOException {
    return Files.readString(folder.resolve("stderr.txt"), UTF_8);
  }

  private ProcessBuilder builder(String... arguments) {
    List<String> line = new ArrayList<>(List.of(JavaHome.current()));
    line.addAll(jvmOptions);
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    line.addAll(List.of(arguments));
    return new ProcessBuilder(line)
        .directory(folder.toFile())
        .redirectError(folder.resolve("stderr.txt").toFile());
  }
}
