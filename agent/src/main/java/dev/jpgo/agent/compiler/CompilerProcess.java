package dev.jpgo.agent.compiler;

import dev.jpgo.agent.world.UnknownBytesException;
import dev.jpgo.core.world.World;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

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

  /** For a process whose streams have ended to end itself. */
  private static final long LAST_MILLIS = 2_000;

  /** Exit codes beyond are those of processes that a signal ended. */
  private static final int SIGNALS = 128;

  private static final int LAST_SIGNAL = 64;

  private final Path launcher;
  private final Process process;
  private final Conversation conversation;
  private final Deadline deadline;
  private boolean greeted;
  private volatile boolean late;

  private CompilerProcess(Path launcher, Process process, Conversation conversation) {
    this.launcher = launcher;
    this.process = process;
    this.conversation = conversation;
    this.deadline = Deadline.start(LONGEST_NANOS, this::giveUp);
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
    } catch (EOFException gone) {
      throw new IOException(ended(), gone);
    } finally {
      deadline.end();
    }
  }

  private void greet() throws IOException {
    try {
      conversation.greet();
      greeted = true;
    } catch (EOFException gone) {
      throw gone;
    } catch (IOException failure) {
      throw new IOException(
          launcher + " runs no JVM of version 17 or later: " + failure.getMessage(), failure);
    }
  }

  /** How it came that nothing is said any more. */
  private String ended() {
    if (late) {
      return "the other process gave no answer for 30 s";
    }
    int code;
    try {
      if (!process.waitFor(LAST_MILLIS, TimeUnit.MILLISECONDS)) {
        return "the other process says nothing any more";
      }
      code = process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "the other process has ended";
    }
    boolean killed = code > SIGNALS && code <= SIGNALS + LAST_SIGNAL;
    String how =
        killed ? "was ended by signal " + (code - SIGNALS) : "ended with exit code " + code;
    return greeted || killed
        ? "the other process " + how
        : launcher + " runs no JVM of version 17 or later: it " + how;
  }

  private void giveUp() {
    late = true;
    process.destroyForcibly();
  }

  /** Ends the process; any thread. */
  @Override
  public void close() {
    deadline.stop();
    process.destroyForcibly();
  }
}
