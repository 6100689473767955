package dev.jpgo.jmh.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jpgo.jmh.driver.ForkFailure;
import dev.jpgo.jmh.driver.VmSpec;
import dev.jpgo.jmh.experiment.subject.BigAppSubject;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Very many methods at once: what each costs in memory, how fast the queue of those that wait to be
 * rewritten gets empty, and how long requests take meanwhile and after.
 */
@Command(
    name = "bigapp",
    description = "Count and queue very many generated methods while requests are served.")
final class BigAppExperiment implements Callable<Integer> {
  private static final String COUNTED = "delay=0,tier1.calls=2000000000,tier1.loops=2000000000";
  private static final String QUEUED =
      "delay=0,tier1.calls=10,tier2.calls=10,queue=1000000,share=100";
  private static final long POLL_MILLIS = 2_000;
  private static final int STILL = 3;

  @Mixin private ExperimentOptions options = new ExperimentOptions();

  @Option(names = "--methods", description = "Generated, 20 to a class (${DEFAULT-VALUE}).")
  private int methods = 300_000;

  @Option(names = "--calls", description = "Of each before requests come (${DEFAULT-VALUE}).")
  private int calls = 40;

  @Option(
      names = "--gate-seconds",
      description = "How long requests wait for the queue at most (${DEFAULT-VALUE}).")
  private int gateSeconds = 600;

  @Option(
      names = "--seconds",
      description = "Of requests after the gate, and without an agent (${DEFAULT-VALUE}).")
  private int seconds = 10;

  @Option(names = "--counted-only", description = "Leave out the setting that queues them.")
  private boolean countedOnly;

  /** What happened at the gate. */
  private record Gate(String outcome, double seconds, double promoted) {}

  /** By how many bytes the memory in use grew while the last nine tenths were loaded and run. */
  private record Memory(double heap, double metaspace) {
    static Memory grown(SubjectJvm jvm) {
      return new Memory(
          jvm.number("heap") - jvm.number("tenth-heap"),
          jvm.number("metaspace") - jvm.number("tenth-metaspace"));
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Report report =
        new Report(
            "setting",
            "vm",
            "methods",
            "loaded s",
            "heap B/method",
            "metaspace B/method",
            "queue peak, classes",
            "gate",
            "promotions/s",
            "requests meanwhile: 50% / 99% / max ms",
            "after: 50% / 99% / max ms",
            "tier 0 / 1 / 2",
            "longest pause ms");
    List<Setting> settings =
        countedOnly
            ? List.of(Setting.BASE, options.agent("counted", COUNTED))
            : List.of(
                Setting.BASE, options.agent("counted", COUNTED), options.agent("queued", QUEUED));
    for (VmSpec vm : options.vms()) {
      Memory base = new Memory(0, 0);
      String checksum = "";
      for (Setting setting : settings) {
        try (SubjectJvm jvm =
            SubjectJvm.start(
                vm, options.vmOptions(), setting, BigAppSubject.class, methods, calls)) {
          drive(vm, setting, jvm, base, report);
          if (!setting.agent()) {
            base = Memory.grown(jvm);
            checksum = jvm.value("checksum");
          } else if (!checksum.equals(jvm.value("checksum"))) {
            throw new ForkFailure("the methods computed something else, " + setting.label());
          }
        }
      }
    }
    options.publish(report);
    return 0;
  }

  private void drive(VmSpec vm, Setting setting, SubjectJvm jvm, Memory base, Report report)
      throws IOException, InterruptedException {
    jvm.await("called");
    Gate gate = setting.agent() ? gate(jvm) : new Gate("-", 0, Double.NaN);
    if (!setting.agent()) {
      Thread.sleep(seconds * 1000L);
    }
    String meanwhile = told(jvm, "meanwhile");
    Thread.sleep(seconds * 1000L);
    String after = told(jvm, "after");
    jvm.finish();
    JsonNode stats = jvm.stats();
    double count = jvm.number("methods");
    Memory memory = Memory.grown(jvm);
    report.row(
        setting.label(),
        vm.name(),
        (long) count,
        jvm.number("loaded"),
        setting.agent() ? (memory.heap() - base.heap()) / (count * 0.9) : Double.NaN,
        setting.agent() ? (memory.metaspace() - base.metaspace()) / (count * 0.9) : Double.NaN,
        stats.path("queue").path("peak").asLong(),
        gate.outcome(),
        gate.promoted(),
        meanwhile,
        after,
        Tiers.of(stats),
        stats.path("redefinition").path("pauseMillisMax").asDouble());
  }

  /** Polls until nothing waits and nothing is promoted any more, or patience is at its end. */
  private Gate gate(SubjectJvm jvm) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    double first = promotions(jvm.statsNow());
    double last = first;
    double lastChange = 0;
    int still = 0;
    long pending = 0;
    double elapsed = 0;
    while (still < STILL && elapsed < gateSeconds) {
      Thread.sleep(POLL_MILLIS);
      JsonNode stats = jvm.statsNow();
      elapsed = (System.nanoTime() - begin) / 1e9;
      pending = stats.path("queue").path("pending").asLong();
      double promoted = promotions(stats);
      still = pending == 0 && promoted == last ? still + 1 : 0;
      if (promoted != last) {
        lastChange = elapsed;
      }
      last = promoted;
    }
    String outcome =
        still >= STILL
            ? "empty after " + Math.round(lastChange) + " s"
            : pending + " classes wait after " + Math.round(elapsed) + " s";
    double time = lastChange > 0 ? lastChange : Double.NaN;
    return new Gate(outcome, elapsed, (last - first) / time);
  }

  private static double promotions(JsonNode stats) {
    JsonNode promotions = stats.path("promotions");
    return promotions.path("tier1").asDouble() + promotions.path("tier2").asDouble();
  }

  private static String told(SubjectJvm jvm, String name) throws IOException, InterruptedException {
    jvm.order("tell " + name);
    String[] words = jvm.await(name).split(" ");
    return Report.text(Double.valueOf(words[0]))
        + " / "
        + Report.text(Double.valueOf(words[1]))
        + " / "
        + Report.text(Double.valueOf(words[2]));
  }
}
