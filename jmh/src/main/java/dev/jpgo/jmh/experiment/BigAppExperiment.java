package dev.jpgo.jmh.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jpgo.jmh.driver.ForkFailure;
import dev.jpgo.jmh.driver.Scratch;
import dev.jpgo.jmh.driver.VmSpec;
import dev.jpgo.jmh.experiment.subject.BigAppSubject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
  private static final String EVERYTHING_AT_ONCE =
      "tier1.calls=10,tier2.calls=10,queue=1000000,share=100";

  /** What the application runs with, besides without an agent. */
  enum With {
    /** Counters in every method, and nothing promoted. */
    COUNTED("delay=0,share=100,tier1.calls=2000000000,tier1.loops=2000000000"),
    /** Thresholds so low that everything waits at once. */
    QUEUED("delay=0," + EVERYTHING_AT_ONCE),
    /** The thresholds there are; leaves a profile, which knows what was critical. */
    EARLIER("strategy=hot,delay=0,share=100,out="),
    /** Everything waits at once, and what an earlier run knew to be critical goes first. */
    KNOWN("delay=0," + EVERYTHING_AT_ONCE + ",use=");

    private final String agentOptions;

    With(String agentOptions) {
      this.agentOptions = agentOptions;
    }

    private String options(Path profile) {
      return agentOptions + (agentOptions.endsWith("=") ? profile : "");
    }
  }

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

  @Option(
      names = "--settings",
      split = ",",
      description =
          "${COMPLETION-CANDIDATES}; all by default. KNOWN uses the profile that EARLIER leaves.")
  private List<With> settings = List.of(With.values());

  /** What happened at the gate. */
  private record Gate(String outcome, double promotionsPerSecond) {}

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
            "agent's threads CPU s",
            "of that optimizer s",
            "requests meanwhile: 50% / 99% / max ms",
            "after: 50% / 99% / max ms",
            "tier 0 / 1 / 2",
            "longest pause ms");
    Path folder = Scratch.folder("bigapp");
    for (VmSpec vm : options.vms()) {
      Path profile = folder.resolve(vm.name() + ".jpgo");
      Memory base = new Memory(0, 0);
      String checksum = "";
      for (Setting setting : settings(profile)) {
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
    Scratch.delete(folder);
    options.publish(report);
    return 0;
  }

  private List<Setting> settings(Path profile) {
    List<Setting> all = new ArrayList<>(List.of(Setting.BASE));
    for (With with : settings) {
      all.add(options.agent(with.name().toLowerCase(Locale.ROOT), with.options(profile)));
    }
    return all;
  }

  private void drive(VmSpec vm, Setting setting, SubjectJvm jvm, Memory base, Report report)
      throws IOException, InterruptedException {
    jvm.await("called");
    Gate gate = setting.agent() ? gate(jvm) : new Gate("-", Double.NaN);
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
        gate.promotionsPerSecond(),
        jvm.number("agent"),
        stats.path("optimizer").path("cpuMillis").asDouble() / 1000,
        meanwhile,
        after,
        Tiers.of(stats),
        stats.path("redefinition").path("pauseMillisMax").asDouble());
  }

  /** Has the application wait until the agent is idle. */
  private Gate gate(SubjectJvm jvm) throws IOException, InterruptedException {
    double before = promotions(jvm.statsNow());
    jvm.order("gate " + gateSeconds);
    String[] words = jvm.await("gate").split(" ");
    double seconds = Double.parseDouble(words[1]);
    JsonNode stats = jvm.statsNow();
    long pending = stats.path("queue").path("pending").asLong();
    String outcome =
        words[0].equals("idle")
            ? "idle after " + Report.text(seconds) + " s"
            : pending + " classes wait after " + Report.text(seconds) + " s";
    return new Gate(outcome, (promotions(stats) - before) / seconds);
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
