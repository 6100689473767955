package dev.jpgo.test.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An {@link EchoProgram} that runs until it is closed. */
final class LiveProgram implements AutoCloseable {
  private final Process process;
  private final BufferedReader out;
  private final Path err;

  private LiveProgram(Process process, Path err) {
    this.process = process;
    this.out = new BufferedReader(process.inputReader(UTF_8));
    this.err = err;
  }

  /** Starts it and waits until it is ready. */
  static LiveProgram on(Vm vm, String... flags) throws IOException {
    return start(ForkedJvm.on(vm).with(flags).command(EchoProgram.class));
  }

  /** Starts a command line that ends in an {@link EchoProgram} and waits until it is ready. */
  static LiveProgram start(List<String> line) throws IOException {
    Path err = Files.createTempFile("jpgo-test", ".err");
    Process process = new ProcessBuilder(new ArrayList<>(line)).redirectError(err.toFile()).start();
    LiveProgram program = new LiveProgram(process, err);
    assertEquals("ready", program.out.readLine(), program::err);
    return program;
  }

  String pid() {
    return Long.toString(process.pid());
  }

  Process process() {
    return process;
  }

  /** What it has written to standard error so far. */
  String err() {
    try {
      return Files.readString(err, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Has it compute something, and checks the answer. */
  void checkAlive(int rounds) throws IOException {
    process.getOutputStream().write((rounds + "\n").getBytes(UTF_8));
    process.getOutputStream().flush();
    assertEquals(rounds + " " + EchoProgram.work(rounds), out.readLine(), this::err);
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    process.onExit().join();
    Files.delete(err);
  }
}
