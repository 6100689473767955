package dev.jpgo.jmh.experiment;

import dev.jpgo.jmh.driver.VmSpec;
import dev.jpgo.jmh.experiment.subject.LockSubject;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a monitor costs to enter and leave. */
@Command(
    name = "locks",
    description = "Enter and leave monitors on one thread, with and without the agent.")
final class LocksExperiment implements Callable<Integer> {
  @Mixin private ExperimentOptions options = new ExperimentOptions();

  @Option(
      names = "--count",
      description =
          "Entries for each scenario, up to billions; by default 100 or 400 million, by what one"
              + " costs.")
  private long count;

  @Option(
      names = "--counts",
      split = ",",
      paramLabel = "SCENARIO=N",
      description = "The same for single scenarios, such as THIN=1000000000,CONTENDED=50000000.")
  private Map<LockSubject.Scenario, Long> counts = Map.of();

  @Option(
      names = "--scenarios",
      split = ",",
      description = "${COMPLETION-CANDIDATES} (all by default).")
  private List<LockSubject.Scenario> scenarios = List.of(LockSubject.Scenario.values());

  @Override
  public Integer call() throws IOException, InterruptedException {
    Report report =
        new Report(
            "scenario",
            "vm",
            "entries",
            "base ns",
            "agent ns",
            "speed",
            "base cpu ns",
            "agent cpu ns",
            "cpu speed",
            "result");
    for (VmSpec vm : options.vms()) {
      for (LockSubject.Scenario scenario : scenarios) {
        try (SubjectJvm base = run(vm, Setting.BASE, scenario);
            SubjectJvm agent = run(vm, options.agent("agent", ""), scenario)) {
          report.row(
              scenario.name().toLowerCase(Locale.ROOT),
              vm.name(),
              count(scenario),
              base.number("ns"),
              agent.number("ns"),
              base.number("ns") / agent.number("ns"),
              base.number("cpu"),
              agent.number("cpu"),
              base.number("cpu") / agent.number("cpu"),
              base.value("checksum").equals(agent.value("checksum")) ? "equal" : "DIFFERENT");
        }
      }
    }
    options.publish(report);
    return 0;
  }

  private long count(LockSubject.Scenario scenario) {
    long byDefault =
        switch (scenario) {
          case NONE, THIN, NESTED, ADJACENT, LOCAL -> 400_000_000;
          case METHOD, INFLATED, CONTENDED -> 100_000_000;
        };
    return counts.getOrDefault(scenario, count > 0 ? count : byDefault);
  }

  private SubjectJvm run(VmSpec vm, Setting setting, LockSubject.Scenario scenario)
      throws IOException, InterruptedException {
    SubjectJvm jvm =
        SubjectJvm.start(
            vm, options.vmOptions(), setting, LockSubject.class, scenario, count(scenario));
    jvm.finish();
    return jvm;
  }
}
