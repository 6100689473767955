package dev.jpgo.jmh.driver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.jpgo.jmh.runner.WorkloadRunner;
import dev.jpgo.jmh.workload.Program;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;

/**
 * Starts measured JVMs and waits for each.
 *
 * @param seconds how long each runs, set-up not counted
 * @param baseSeconds how long a base runs; it needs no time to get steady when interpreted
 * @param agentOptions for the agent variant, {@code key=value,...}, or ""
 * @param vmOptions for every variant, besides what the specification asks for
 * @param controlDelayMillis how long the control waits before it retransforms; the agent's default
 *     delay makes the two comparable
 */
public record ForkLauncher(
    double seconds,
    double baseSeconds,
    String agentOptions,
    List<String> vmOptions,
    long controlDelayMillis) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MESSAGE_LINES = 12;
  private static final long GRACE_MILLIS = 120_000;

  /**
   * Runs {@code program} once.
   *
   * @param progress told seconds since the start, after each iteration
   * @throws ForkFailure if the JVM fails
   */
  public Fork run(VmSpec vm, Variant variant, Program program, DoubleConsumer progress)
      throws IOException, InterruptedException {
    return run(vm, variant, program, progress, process -> {});
  }

  /**
   * The same.
   *
   * @param started told the process as soon as there is one
   */
  Fork run(
      VmSpec vm,
      Variant variant,
      Program program,
      DoubleConsumer progress,
      Consumer<Process> started)
      throws IOException, InterruptedException {
    Path stats = Files.createTempFile("jpgo-bench", ".json");
    Path errors = Files.createTempFile("jpgo-bench", ".err");
    try {
      ProcessBuilder builder = new ProcessBuilder(command(vm, variant, program, stats));
      builder.redirectError(errors.toFile());
      Process process = builder.start();
      started.accept(process);
      Timer watchdog = watch(process);
      List<Iteration> iterations;
      int code;
      try {
        iterations = read(process, progress);
        code = process.waitFor();
      } finally {
        watchdog.cancel();
        process.destroyForcibly();
      }
      if (code != 0 || iterations.isEmpty()) {
        throw new ForkFailure(
            program.label()
                + " on "
                + vm.name()
                + ", "
                + variant.label()
                + ": exit code "
                + code
                + "\n"
                + tail(errors));
      }
      return new Fork(iterations, statistics(stats));
    } finally {
      Files.deleteIfExists(stats);
      Files.deleteIfExists(errors);
    }
  }

  /** Ends a JVM that takes far longer than planned: a deadlock must not stop the other forks. */
  private Timer watch(Process process) {
    Timer timer = new Timer("jpgo-bench-watchdog", true);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            process.destroyForcibly();
          }
        },
        (long) (seconds * 3_000) + GRACE_MILLIS);
    return timer;
  }

  private List<String> command(VmSpec vm, Variant variant, Program program, Path stats) {
    List<String> command = new ArrayList<>();
    command.add(vm.java().toString());
    command.addAll(vm.flags());
    command.addAll(vmOptions);
    switch (variant) {
      case BASE -> {}
      case AGENT -> command.add("-javaagent:" + Installation.agentJar() + "=" + options(stats));
      case CONTROL ->
          command.add("-javaagent:" + Installation.benchJar() + "=" + controlDelayMillis);
    }
    command.add("-D" + WorkloadRunner.START_PROPERTY + "=" + System.currentTimeMillis());
    command.add("-cp");
    command.add(Installation.benchClassPath());
    command.add(WorkloadRunner.class.getName());
    command.add(program.label());
    command.add(Double.toString(variant == Variant.BASE ? baseSeconds : seconds));
    command.add("0");
    return command;
  }

  private String options(Path stats) {
    return (agentOptions.isEmpty() ? "" : agentOptions + ",") + "stats=" + stats;
  }

  private static List<Iteration> read(Process process, DoubleConsumer progress) throws IOException {
    List<Iteration> iterations = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("{\"i\":")) {
          Iteration iteration = iteration(JSON.readTree(line));
          iterations.add(iteration);
          progress.accept(iteration.elapsed());
        }
      }
    }
    return iterations;
  }

  private static Iteration iteration(JsonNode line) {
    return new Iteration(
        line.path("nanos").asLong(),
        line.path("cpu").asLong(),
        line.path("checksum").asLong(),
        line.path("elapsed").asDouble());
  }

  private static JsonNode statistics(Path file) throws IOException {
    return Files.size(file) == 0 ? MissingNode.getInstance() : JSON.readTree(file.toFile());
  }

  private static String tail(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    return String.join(
        "\n", lines.subList(Math.max(0, lines.size() - MESSAGE_LINES), lines.size()));
  }
}
