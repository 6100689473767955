package dev.jpgo.jmh.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.sun.tools.attach.VirtualMachine;
import dev.jpgo.jmh.driver.ForkFailure;
import dev.jpgo.jmh.driver.Installation;
import dev.jpgo.jmh.driver.Scratch;
import dev.jpgo.jmh.driver.VmSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that an experiment drives: it prints lines of a name, a space and a value, and takes orders
 * as lines. It is ended when it is closed, when the experiment is interrupted, and after {@value
 * #LIMIT_MINUTES} minutes at the latest.
 */
final class SubjectJvm implements AutoCloseable {
  private static final int LIMIT_MINUTES = 60;
  private static final int MESSAGE_LINES = 12;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String name;
  private final boolean agent;
  private final Process process;
  private final Path stats;
  private final Path errors;
  private final BufferedReader lines;
  private final PrintStream orders;
  private final Map<String, String> values = new TreeMap<>();
  private final long startNanos;

  private SubjectJvm(String name, boolean agent, List<String> command, Path stats, Path errors)
      throws IOException {
    this.name = name;
    this.agent = agent;
    this.stats = stats;
    this.errors = errors;
    this.startNanos = System.nanoTime();
    this.process = Scratch.start(new ProcessBuilder(command).redirectError(errors.toFile()));
    this.lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    Thread watchdog = new Thread(this::watch, "jpgo-experiment-watchdog");
    watchdog.setDaemon(true);
    watchdog.start();
  }

  /** Starts {@code main} on {@code vm} under {@code setting}. */
  static SubjectJvm start(
      VmSpec vm, List<String> vmOptions, Setting setting, Class<?> main, Object... arguments)
      throws IOException {
    Path stats = Scratch.file(".json");
    Path errors = Scratch.file(".err");
    List<String> command = new ArrayList<>();
    command.add(vm.java().toString());
    command.addAll(vm.flags());
    command.addAll(vmOptions);
    if (setting.agent()) {
      String options = setting.options().isEmpty() ? "" : setting.options() + ",";
      command.add("-javaagent:" + Installation.agentJar() + "=" + options + "stats=" + stats);
    }
    command.add("-cp");
    command.add(Installation.benchClassPath());
    command.add(main.getName());
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    String name = main.getSimpleName() + " on " + vm.name() + ", " + setting.label();
    return new SubjectJvm(name, setting.agent(), command, stats, errors);
  }

  private void watch() {
    try {
      if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  /** Milliseconds since the process was started. */
  double millisSinceStart() {
    return (System.nanoTime() - startNanos) / 1e6;
  }

  long pid() {
    return process.pid();
  }

  void order(String line) {
    orders.println(line);
  }

  /**
   * Waits until the subject has printed {@code key}.
   *
   * @return its value
   * @throws ForkFailure if it ends without
   */
  String await(String key) throws IOException, InterruptedException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (keep(line).equals(key)) {
        return value(key);
      }
    }
    throw failure(process.waitFor());
  }

  private String keep(String line) {
    int space = line.indexOf(' ');
    String key = space < 0 ? line : line.substring(0, space);
    values.put(key, space < 0 ? "" : line.substring(space + 1));
    return key;
  }

  /**
   * What was printed last for {@code key}.
   *
   * @throws ForkFailure if nothing was
   */
  String value(String key) {
    String value = values.get(key);
    if (value == null) {
      throw new ForkFailure(name + " has not told its " + key);
    }
    return value;
  }

  double number(String key) {
    return Double.parseDouble(value(key));
  }

  /**
   * Waits for its end.
   *
   * @throws ForkFailure if it failed, or if it ran without the agent that it was to have: one that
   *     refuses its options stands aside, and a base would be compared with itself
   */
  void finish() throws IOException, InterruptedException {
    orders.close();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      keep(line);
    }
    int code = process.waitFor();
    if (code != 0) {
      throw failure(code);
    }
    if (agent && Files.size(stats) == 0) {
      throw new ForkFailure(name + ": the agent did not run\n" + lastWords());
    }
  }

  private ForkFailure failure(int code) throws IOException {
    return new ForkFailure(name + ": exit code " + code + "\n" + lastWords());
  }

  private String lastWords() throws IOException {
    List<String> said = Files.readAllLines(errors, StandardCharsets.UTF_8);
    return String.join("\n", said.subList(Math.max(0, said.size() - MESSAGE_LINES), said.size()));
  }

  /** The agent's statistics now; the subject must have the agent. */
  JsonNode statsNow() throws IOException {
    Path file = Scratch.file(".json");
    try {
      VirtualMachine jvm = VirtualMachine.attach(Long.toString(process.pid()));
      try {
        jvm.loadAgent(Installation.agentJar().toString(), "command=dump,stats=" + file);
      } finally {
        jvm.detach();
      }
      return JSON.readTree(file.toFile());
    } catch (com.sun.tools.attach.AttachNotSupportedException
        | com.sun.tools.attach.AgentLoadException
        | com.sun.tools.attach.AgentInitializationException refused) {
      throw new ForkFailure(name + ": " + refused.getMessage());
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** The agent's statistics at its end; a missing node without an agent. */
  JsonNode stats() throws IOException {
    return Files.size(stats) == 0 ? MissingNode.getInstance() : JSON.readTree(stats.toFile());
  }

  /** Megabytes of memory that the process has in use now; Linux only, elsewhere NaN. */
  double residentMegabytes() throws IOException {
    return memory("VmRSS:");
  }

  /** The most it has had in use so far. */
  double peakMegabytes() throws IOException {
    return memory("VmHWM:");
  }

  private double memory(String key) throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    if (!Files.isReadable(status)) {
      return Double.NaN;
    }
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith(key)) {
        return Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024;
      }
    }
    return Double.NaN;
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    Files.deleteIfExists(stats);
    Files.deleteIfExists(errors);
  }
}
