package dev.jpgo.jmh.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jpgo.jmh.driver.ForkFailure;
import dev.jpgo.jmh.driver.VmSpec;
import dev.jpgo.jmh.experiment.subject.ProgramSubject;
import dev.jpgo.jmh.workload.Program;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How much the agent rewrites, on which threads, and what share of the processor that takes. */
@Command(
    name = "jitstats",
    description = "Count what is rewritten, and its share of the process's CPU time.")
final class JitStatsExperiment implements Callable<Integer> {
  @Mixin private ExperimentOptions options = new ExperimentOptions();

  @Option(
      names = "--programs",
      split = ",",
      paramLabel = "PROGRAM",
      description = "As 'list' prints them (${DEFAULT-VALUE}).")
  private List<String> programs = List.of("ecj", "h2", "jackson", "stringtemplate");

  @Option(names = "--seconds", description = "For each run (${DEFAULT-VALUE}).")
  private double seconds = 20;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Report report =
        new Report(
            "program",
            "vm",
            "setting",
            "methods seen",
            "tier 0 / 1 / 2",
            "class files looked at in the foreground",
            "rewritten there",
            "foreground ms",
            "foreground share %",
            "classes rewritten in the background",
            "batches",
            "in retransformations ms",
            "longest ms",
            "optimizer CPU ms",
            "agent's threads CPU ms",
            "background share %",
            "process CPU ms",
            "first iteration, CPU of its thread ms");
    for (VmSpec vm : options.vms()) {
      for (String label : programs) {
        run(vm, Program.byLabel(label), report);
      }
    }
    options.publish(report);
    return 0;
  }

  private void run(VmSpec vm, Program program, Report report)
      throws IOException, InterruptedException {
    String checksum = "";
    List<Setting> settings =
        List.of(
            Setting.BASE, options.agent("after a delay", ""), options.agent("at load", "delay=0"));
    for (Setting setting : settings) {
      try (SubjectJvm jvm =
          SubjectJvm.start(
              vm, options.vmOptions(), setting, ProgramSubject.class, program.label(), seconds)) {
        jvm.finish();
        if (!checksum.isEmpty() && !checksum.equals(jvm.value("checksum"))) {
          throw new ForkFailure(program.label() + " computed something else, " + setting.label());
        }
        checksum = jvm.value("checksum");
        add(vm, program, setting, jvm, report);
      }
    }
  }

  private static void add(
      VmSpec vm, Program program, Setting setting, SubjectJvm jvm, Report report)
      throws IOException {
    JsonNode stats = jvm.stats();
    JsonNode redefinition = stats.path("redefinition");
    JsonNode foreground = stats.path("foreground");
    double process = jvm.number("process");
    report.row(
        program.label(),
        vm.name(),
        setting.label(),
        stats.path("methods").path("seen").asLong(),
        Tiers.of(stats),
        foreground.path("classes").asLong(),
        foreground.path("rewritten").asLong(),
        foreground.path("millis").asDouble(),
        100 * foreground.path("millis").asDouble() / process,
        redefinition.path("classes").asLong(),
        redefinition.path("batches").asLong(),
        redefinition.path("pauseMillisTotal").asDouble(),
        redefinition.path("pauseMillisMax").asDouble(),
        stats.path("optimizer").path("cpuMillis").asDouble(),
        jvm.number("agent"),
        100 * jvm.number("agent") / process,
        process,
        jvm.number("setup"));
  }
}
