package dev.jpgo.jmh.experiment;

import dev.jpgo.jmh.driver.VmSpec;
import dev.jpgo.jmh.experiment.subject.HttpSubject;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * An HTTP server under load from this process: how soon it is there, how much it answers at most,
 * and how long answers take at a rate that every setting can bear.
 */
@Command(
    name = "plaintext",
    description = "Put an Undertow server under load: start, throughput, latency, memory.")
final class PlaintextExperiment implements Callable<Integer> {
  private static final int WINDOWS = 30;

  @Mixin private ExperimentOptions options = new ExperimentOptions();

  @Option(names = "--connections", description = "Open at the same time (${DEFAULT-VALUE}).")
  private int connections = 4;

  @Option(names = "--threads", description = "That serve (${DEFAULT-VALUE}).")
  private int threads = 1;

  @Option(names = "--seconds", description = "Of as much load as is answered (${DEFAULT-VALUE}).")
  private double seconds = 60;

  @Option(names = "--paced-seconds", description = "Of load at a fixed rate (${DEFAULT-VALUE}).")
  private double pacedSeconds = 20;

  @Option(
      names = "--rate",
      description =
          "Requests a second then; half of what the base answered in its last third by default.")
  private double rate;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Report report =
        new Report(
            "setting",
            "vm",
            "start ms",
            "first answer ms",
            "answers/s, first third",
            "answers/s, last third",
            "at rate/s",
            "50% ms",
            "75% ms",
            "90% ms",
            "99% ms",
            "max ms",
            "working set MB",
            "peak MB",
            "tier 0 / 1 / 2");
    for (VmSpec vm : options.vms()) {
      double bearable = rate;
      for (Setting setting : settings()) {
        bearable = run(vm, setting, bearable, report);
      }
    }
    options.publish(report);
    return 0;
  }

  private List<Setting> settings() {
    return List.of(
        Setting.BASE,
        options.agent("hot", "strategy=hot"),
        options.agent("all", "strategy=all,delay=0"));
  }

  /** Adds a row; returns the rate at which latency was measured. */
  private double run(VmSpec vm, Setting setting, double wantedRate, Report report)
      throws IOException, InterruptedException {
    try (SubjectJvm jvm =
        SubjectJvm.start(vm, options.vmOptions(), setting, HttpSubject.class, threads)) {
      int port = Integer.parseInt(jvm.await("port"));
      double started = jvm.millisSinceStart();
      try (HttpConnection connection = new HttpConnection(port)) {
        connection.request();
      }
      double firstAnswer = jvm.millisSinceStart();
      HttpLoad load = new HttpLoad(port, connections);
      long[] answered = load.closed(seconds, WINDOWS);
      double last = perSecond(answered, WINDOWS * 2 / 3, WINDOWS);
      double pace = wantedRate > 0 ? wantedRate : last / 2;
      Latencies latencies = load.paced(pacedSeconds, pace);
      double resident = jvm.residentMegabytes();
      double peak = jvm.peakMegabytes();
      jvm.finish();
      report.row(
          setting.label(),
          vm.name(),
          started,
          firstAnswer,
          perSecond(answered, 0, WINDOWS / 3),
          last,
          pace,
          latencies.millis(0.5),
          latencies.millis(0.75),
          latencies.millis(0.9),
          latencies.millis(0.99),
          latencies.maxMillis(),
          resident,
          peak,
          Tiers.of(jvm.stats()));
      return pace;
    }
  }

  private double perSecond(long[] answered, int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += answered[i];
    }
    return sum / (seconds * (to - from) / WINDOWS);
  }
}
