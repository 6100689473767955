package dev.jpgo.jmh.experiment;

import dev.jpgo.jmh.driver.VmSpec;
import dev.jpgo.jmh.experiment.subject.ActorSubject;
import dev.jpgo.jmh.experiment.subject.RemoteSubject;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Messages between actors: of one process, in two styles, and of two processes. */
@Command(
    name = "pingpong",
    description = "Have Pekko actors exchange messages, in one process and between two.")
final class PingPongExperiment implements Callable<Integer> {
  @Mixin private ExperimentOptions options = new ExperimentOptions();

  @Option(
      names = "--throughput",
      split = ",",
      description =
          "Messages that an actor may take before its thread turns to another (${DEFAULT-VALUE}).")
  private List<Integer> throughputs = List.of(1, 5, 25);

  @Option(names = "--styles", split = ",", description = "${COMPLETION-CANDIDATES}.")
  private List<ActorSubject.Style> styles = List.of(ActorSubject.Style.values());

  @Option(names = "--pairs", description = "Of actors (${DEFAULT-VALUE}).")
  private int pairs = 4;

  @Option(names = "--rounds", description = "Of each run (${DEFAULT-VALUE}).")
  private int rounds = 20;

  @Option(names = "--messages", description = "For each pair and round (${DEFAULT-VALUE}).")
  private int messages = 8_000;

  @Option(
      names = "--remote-messages",
      description = "There and back, for each round between processes; 0: none (${DEFAULT-VALUE}).")
  private int remoteMessages = 200;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Report report =
        new Report(
            "style",
            "vm",
            "throughput",
            "messages",
            "base/s",
            "agent/s",
            "speed",
            "first round",
            "tier 0 / 1 / 2");
    Setting agent = options.agent("agent", "");
    for (VmSpec vm : options.vms()) {
      for (ActorSubject.Style style : styles) {
        for (int throughput : throughputs) {
          try (SubjectJvm base = local(vm, Setting.BASE, style, throughput);
              SubjectJvm with = local(vm, agent, style, throughput)) {
            add(report, style.name().toLowerCase(Locale.ROOT), vm, throughput, base, with);
          }
        }
      }
      if (remoteMessages > 0) {
        try (SubjectJvm base = remote(vm, Setting.BASE);
            SubjectJvm with = remote(vm, agent)) {
          add(report, "remote", vm, "-", base, with);
        }
      }
    }
    options.publish(report);
    return 0;
  }

  private static void add(
      Report report, String style, VmSpec vm, Object throughput, SubjectJvm base, SubjectJvm with)
      throws IOException {
    report.row(
        style,
        vm.name(),
        throughput,
        with.value("messages"),
        base.number("steady"),
        with.number("steady"),
        with.number("steady") / base.number("steady"),
        with.number("first") / base.number("first"),
        Tiers.of(with.stats()));
  }

  private SubjectJvm local(VmSpec vm, Setting setting, ActorSubject.Style style, int throughput)
      throws IOException, InterruptedException {
    SubjectJvm jvm =
        SubjectJvm.start(
            vm,
            options.vmOptions(),
            setting,
            ActorSubject.class,
            style,
            throughput,
            pairs,
            rounds,
            messages);
    jvm.finish();
    return jvm;
  }

  /** Both processes run under the setting. */
  private SubjectJvm remote(VmSpec vm, Setting setting) throws IOException, InterruptedException {
    List<String> vmOptions = options.vmOptions();
    try (SubjectJvm echo = SubjectJvm.start(vm, vmOptions, setting, RemoteSubject.class)) {
      String address = echo.await("address");
      SubjectJvm player =
          SubjectJvm.start(vm, vmOptions, setting, RemoteSubject.class, rounds, remoteMessages);
      player.order(address);
      player.finish();
      echo.finish();
      return player;
    }
  }
}
