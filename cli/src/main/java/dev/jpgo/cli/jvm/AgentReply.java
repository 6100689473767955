package dev.jpgo.cli.jvm;

import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file in which an agent says how it went (see {@code JpgoAgent.agentmain}): a load that failed
 * tells the one who attached no more than that.
 */
final class AgentReply {
  private final Path file;

  private AgentReply(Path file) {
    this.file = file;
  }

  /** A new reply file, which the JVM's user can write. */
  static AgentReply expectedFrom(long pid) throws IOException {
    Path file = Files.createTempFile("jpgo", ".reply").toAbsolutePath();
    if (file.toString().indexOf(',') >= 0) {
      Files.delete(file);
      throw new IOException("a temporary folder with a comma in its name: " + file);
    }
    LentFolder.give(file, pid);
    return new AgentReply(file);
  }

  /** The agent argument that names it; must come first. */
  String argument() {
    return "reply=" + file;
  }

  /**
   * Reads what the agent said.
   *
   * @throws CliException when it was not ok
   */
  void requireOk(long pid) throws IOException {
    String text = Files.readString(file);
    int lineEnd = text.indexOf('\n');
    String outcome = lineEnd < 0 ? text : text.substring(0, lineEnd);
    String message = lineEnd < 0 ? "" : text.substring(lineEnd + 1).replace('\n', ' ');
    switch (outcome) {
      case "ok" -> {}
      case "present" ->
          throw new CliException(ExitCode.BAD_JVM, "JVM " + pid + " has an agent already");
      case "absent" ->
          throw new CliException(
              ExitCode.BAD_JVM, "JVM " + pid + " has no agent: jpgo attach " + pid);
      case "detached" ->
          throw new CliException(
              ExitCode.BAD_JVM,
              "JVM " + pid + " has no agent, it was detached: jpgo attach " + pid);
      case "" ->
          throw new CliException(ExitCode.FAILURE, "the agent of JVM " + pid + " gave no answer");
      default -> throw new CliException(ExitCode.FAILURE, "JVM " + pid + ": " + message);
    }
  }

  void delete() throws IOException {
    Files.deleteIfExists(file);
  }
}
