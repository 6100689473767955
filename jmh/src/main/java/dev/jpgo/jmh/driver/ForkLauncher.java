package dev.jpgo.jmh.driver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.jpgo.jmh.runner.WorkloadRunner;
import dev.jpgo.jmh.workload.Program;
import java.io.IOException;
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
  public Fork run(VmSpec vm, Treatment treatment, Program program, DoubleConsumer progress)
      throws IOException, InterruptedException {
    return run(vm, treatment, program, progress, process -> {});
  }

  /**
   * The same.
   *
   * @param started told the process as soon as there is one
   */
  Fork run(
      VmSpec vm,
      Treatment treatment,
      Program program,
      DoubleConsumer progress,
      Consumer<Process> started)
      throws IOException, InterruptedException {
    Path stats = Scratch.file(".json");
    Path errors = Scratch.file(".err");
    try {
      ProcessBuilder builder = new ProcessBuilder(command(vm, treatment, program, stats));
      builder.redirectError(errors.toFile());
      Process process = Scratch.start(builder);
      started.accept(process);
      Timer watchdog = watch(process);
      ForkReader reader = new ForkReader(progress);
      int code;
      try {
        reader.read(process.getInputStream());
        code = process.waitFor();
      } finally {
        watchdog.cancel();
        process.destroyForcibly();
      }
      String name = program.label() + " on " + vm.name() + ", " + treatment.variant().label();
      if (code != 0 || !reader.complete()) {
        throw new ForkFailure(name + ": exit code " + code + "\n" + tail(errors));
      }
      if (treatment.variant().kind() == Variant.Kind.AGENT && Files.size(stats) == 0) {
        // it refused its options: the base would be compared with itself
        throw new ForkFailure(name + ": the agent did not run\n" + tail(errors));
      }
      return reader.fork(statistics(stats));
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

  private List<String> command(VmSpec vm, Treatment treatment, Program program, Path stats) {
    List<String> command = new ArrayList<>();
    command.add(vm.java().toString());
    command.addAll(vm.flags());
    command.addAll(vmOptions);
    command.addAll(treatment.arguments(agentOptions, controlDelayMillis, stats.toString()));
    command.add("-D" + WorkloadRunner.START_PROPERTY + "=" + System.currentTimeMillis());
    command.add("-cp");
    command.add(
        treatment.classPath().isEmpty()
            ? ProgramPath.of(program).toString()
            : treatment.classPath());
    command.add(WorkloadRunner.class.getName());
    command.add(program.label());
    command.add(Double.toString(treatment.variant().equals(Variant.BASE) ? baseSeconds : seconds));
    command.add("0");
    return command;
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
