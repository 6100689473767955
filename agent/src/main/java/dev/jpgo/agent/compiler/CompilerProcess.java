package dev.jpgo.agent.compiler;

import dev.jpgo.agent.world.UnknownBytesException;
import dev.jpgo.core.world.World;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Another JVM that optimizes for this one. It is told nothing but what it asks for, and its code is
 * taken over like that of a cache: what it rests on comes with it. Belongs to the controller
 * thread, but for {@link #close}.
 */
public final class CompilerProcess implements AutoCloseable {
  /** What would have the other JVM load agents, or write where we read. */
  private static final List<String> VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  /** The other side gives up before. */
  private static final long LONGEST_NANOS = 30_000_000_000L;

  private final Path launcher;
  private final Process process;
  private final Conversation conversation;
  private final Deadline deadline;
  private boolean greeted;

  private CompilerProcess(Path launcher, Process process, Conversation conversation) {
    this.launcher = launcher;
    this.process = process;
    this.conversation = conversation;
    this.deadline = Deadline.start(LONGEST_NANOS, process::destroyForcibly);
  }

  /**
   * Starts a JVM; it is waited for when it is needed.
   *
   * @param java its launcher, or the folder of a JDK
   * @param jar the agent's jar
   * @param world what it is to see
   * @throws IOException when it does not start; the message says why in one line
   */
  public static CompilerProcess start(
      Path java, Path jar, CompileSetting setting, World world, ProgramBytes bytes)
      throws IOException {
    Path launcher = Files.isDirectory(java) ? java.resolve("bin").resolve("java") : java;
    if (!Files.isExecutable(launcher)) {
      throw new IOException(launcher + " is no program that can be run");
    }
    ProcessBuilder builder =
        new ProcessBuilder(
            launcher.toString(),
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:TieredStopAtLevel=1", // what is there soon matters, not what is fastest
            "-XX:+UseSerialGC",
            "-Xmx512m",
            "-cp",
            jar.toString(),
            "dev.jpgo.agent.JpgoAgent",
            "compiler");
    builder.environment().keySet().removeAll(VARIABLES);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Process process = builder.start();
    Channel channel =
        new Channel(
            new BufferedInputStream(process.getInputStream(), 1 << 16), process.getOutputStream());
    Conversation conversation = new Conversation(channel, setting, new WorldAnswers(world, bytes));
    return new CompilerProcess(launcher, process, conversation);
  }

  /**
   * Has a method optimized.
   *
   * @throws IOException when the process is gone or makes no sense: it is of no use any more
   * @throws UnknownBytesException when bytes of a class are needed that are not here; they have
   *     been sent for
   * @throws IllegalStateException when the optimizer failed on this method
   */
  public Conversation.Made compile(CompileJob job) throws IOException {
    deadline.begin();
    try {
      if (!greeted) {
        greet();
      }
      return conversation.compile(job);
    } finally {
      deadline.end();
    }
  }

  private void greet() throws IOException {
    try {
      conversation.greet();
      greeted = true;
    } catch (IOException failure) {
      throw new IOException(
          launcher + " runs no JVM of version 17 or later: " + failure.getMessage(), failure);
    }
  }

  /** Ends the process; any thread. */
  @Override
  public void close() {
    deadline.stop();
    process.destroyForcibly();
  }
}
