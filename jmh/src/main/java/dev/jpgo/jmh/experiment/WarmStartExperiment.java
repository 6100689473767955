package dev.jpgo.jmh.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jpgo.jmh.driver.Fork;
import dev.jpgo.jmh.driver.ForkFailure;
import dev.jpgo.jmh.driver.ForkLauncher;
import dev.jpgo.jmh.driver.Metric;
import dev.jpgo.jmh.driver.Plateau;
import dev.jpgo.jmh.driver.Scratch;
import dev.jpgo.jmh.driver.Treatment;
import dev.jpgo.jmh.driver.Variant;
import dev.jpgo.jmh.driver.VmSpec;
import dev.jpgo.jmh.workload.Program;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A first start, which leaves a profile and optimized code behind, and second starts with the one,
 * the other, and both: when each gets steady, and what the optimizer has to do for it.
 */
@Command(
    name = "warmstart",
    description = "Compare a first start with second ones, by use=, by cache=, and by both.")
final class WarmStartExperiment implements Callable<Integer> {
  @Mixin private ExperimentOptions options = new ExperimentOptions();

  @Option(
      names = "--programs",
      split = ",",
      paramLabel = "PROGRAM",
      description = "As 'list' prints them (${DEFAULT-VALUE}).")
  private List<String> programs = List.of("stringtemplate");

  @Option(names = "--seconds", description = "For each start (${DEFAULT-VALUE}).")
  private double seconds = 55;

  private final Report report =
      new Report(
          "program",
          "vm",
          "start",
          "first result s",
          "steady from s",
          "of the first start's",
          "as fast as the first in its end, from s",
          "of the first start's",
          "steady ms/operation",
          "compilations",
          "out of the cache",
          "optimizer CPU ms",
          "cache CPU ms",
          "agent's threads CPU s",
          "tier 0 / 1 / 2");

  /**
   * How the first start went.
   *
   * @param steady seconds until it was steady; not a number if it was not
   * @param level nanoseconds of an operation in the end
   * @param reached seconds until that was reached for good
   */
  private record Cold(double steady, double level, double reached) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    for (VmSpec vm : options.vms()) {
      for (String program : programs) {
        Path folder = Scratch.folder("warm");
        run(vm, Program.byLabel(program), folder);
        Scratch.delete(folder);
      }
    }
    options.publish(report);
    return 0;
  }

  private void run(VmSpec vm, Program program, Path folder)
      throws IOException, InterruptedException {
    ForkLauncher launcher =
        new ForkLauncher(
            seconds, seconds / 3, options.agent("", "").options(), options.vmOptions(), 0);
    Path profile = folder.resolve("known.jpgo");
    Path code = Files.createDirectory(folder.resolve("code"));
    Fork base = launcher.run(vm, Treatment.plain(Variant.BASE), program, done -> {});
    Fork first = fork(launcher, vm, program, "first", "out=" + profile + ",cache=" + code);
    Cold cold = cold(first);
    row(vm, program, "no agent", base, cold);
    row(vm, program, "first", first, cold);
    for (boolean use : new boolean[] {true, false}) {
      for (boolean cache : new boolean[] {false, true}) {
        if (use || cache) {
          String label = use && cache ? "`use=`, `cache=`" : use ? "`use=`" : "`cache=`";
          String known = use ? "use=" + profile : "";
          String kept = cache ? "cache=" + copy(code, folder) : "";
          String both = known + (use && cache ? "," : "") + kept;
          Fork warm = fork(launcher, vm, program, label, both);
          if (warm.checksum() != base.checksum()) {
            throw new ForkFailure(program.label() + " computed something else, " + label);
          }
          row(vm, program, label, warm, cold);
        }
      }
    }
  }

  private static Fork fork(
      ForkLauncher launcher, VmSpec vm, Program program, String label, String agentOptions)
      throws IOException, InterruptedException {
    Variant variant = new Variant(label, Variant.Kind.AGENT, agentOptions);
    return launcher.run(vm, Treatment.plain(variant), program, done -> {});
  }

  /** What one start adds to the code must not help the next. */
  private static Path copy(Path code, Path folder) throws IOException {
    Path copy = Files.createTempDirectory(folder, "code");
    try (DirectoryStream<Path> files = Files.newDirectoryStream(code)) {
      for (Path file : files) {
        Files.copy(file, copy.resolve(String.valueOf(file.getFileName())));
      }
    }
    return copy;
  }

  private static Cold cold(Fork first) {
    double level = Plateau.of(first.iterations()).median();
    return new Cold(WarmUp.steadyFrom(first), level, WarmUp.reached(first, level));
  }

  private void row(VmSpec vm, Program program, String label, Fork fork, Cold cold) {
    JsonNode stats = fork.stats();
    double steady = WarmUp.steadyFrom(fork);
    double reached = WarmUp.reached(fork, cold.level());
    JsonNode cache = stats.path("cache");
    report.row(
        program.label(),
        vm.name(),
        label,
        fork.metrics().getOrDefault(Metric.FIRST_RESULT, Double.NaN),
        steady,
        steady / cold.steady(),
        reached,
        reached / cold.reached(),
        Plateau.of(fork.iterations()).median() / 1e6,
        stats.path("optimizer").path("compilations").asLong(),
        cache.path("used").asLong() + cache.path("unchanged").asLong(),
        stats.path("optimizer").path("cpuMillis").asDouble(),
        cache.path("cpuMillis").asDouble(),
        fork.metrics().getOrDefault(Metric.AGENT_CPU, Double.NaN),
        Tiers.of(stats));
  }
}
