package dev.jpgo.jmh.own;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jpgo.jmh.driver.ComparisonRun;
import dev.jpgo.jmh.driver.ForkFailure;
import dev.jpgo.jmh.driver.Interval;
import dev.jpgo.jmh.driver.Metric;
import dev.jpgo.jmh.driver.Statistics;
import dev.jpgo.jmh.driver.Treatment;
import dev.jpgo.jmh.driver.Variant;
import dev.jpgo.jmh.driver.VmSpec;
import dev.jpgo.jmh.report.Document;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Processes of the user's program with each variant in turn, the base first, and what came of them
 * as a result of the {@link Document}. Each round begins with another variant.
 */
public final class OwnComparison {
  private static final long SEED = 20260101;

  private final OwnProgram program;
  private final boolean compareOutput;
  private final List<String> remarks = new ArrayList<>();
  private final Map<Variant, List<OwnRun>> runs = new LinkedHashMap<>();
  private final Map<Variant, String> failures = new LinkedHashMap<>();

  private OwnComparison(OwnProgram program, boolean compareOutput) {
    this.program = program;
    this.compareOutput = compareOutput;
  }

  /** What every process of the program gets. */
  public record Setting(
      List<String> vmOptions,
      List<String> arguments,
      String agentOptions,
      long controlDelayMillis,
      boolean compareOutput) {}

  /** Runs and compares. */
  public static ObjectNode of(
      VmSpec vm,
      Setting setting,
      List<Treatment> treatments,
      int forks,
      ComparisonRun.Listener listener)
      throws IOException, InterruptedException {
    try (OwnProgram program =
        new OwnProgram(
            vm,
            setting.vmOptions(),
            setting.arguments(),
            setting.agentOptions(),
            setting.controlDelayMillis())) {
      OwnComparison comparison = new OwnComparison(program, setting.compareOutput());
      comparison.run(treatments, forks, listener);
      return comparison.result(vm);
    }
  }

  private void run(List<Treatment> treatments, int forks, ComparisonRun.Listener listener)
      throws IOException, InterruptedException {
    List<Treatment> order = new ArrayList<>();
    order.add(new Treatment(Variant.BASE, List.of(), ""));
    order.addAll(treatments);
    order.forEach(treatment -> runs.put(treatment.variant(), new ArrayList<>()));
    int all = forks * order.size();
    for (int i = 0; i < all; i++) {
      Treatment treatment = order.get((i + i / order.size()) % order.size());
      if (failures.containsKey(treatment.variant())) {
        continue;
      }
      listener.fork("your program, " + treatment.variant().label(), i, all);
      try {
        OwnRun run = program.run(treatment);
        runs.getOrDefault(treatment.variant(), new ArrayList<>()).add(run);
        if (run.exitCode() != 0) {
          remark(
              treatment.variant().label()
                  + " ended with exit code "
                  + run.exitCode()
                  + (program.lastWords().isEmpty() ? "" : ": " + program.lastWords()));
        }
      } catch (ForkFailure failed) {
        failures.put(treatment.variant(), String.valueOf(failed.getMessage()));
      }
    }
  }

  private void remark(String remark) {
    if (!remarks.contains(remark)) {
      remarks.add(remark);
    }
  }

  private ObjectNode result(VmSpec vm) {
    List<OwnRun> base = runs.getOrDefault(Variant.BASE, List.of());
    boolean unsteady = base.stream().anyMatch(run -> !run.difference().isEmpty());
    if (unsteady && compareOutput) {
      remarks.add("its output differs from run to run without the agent: it was not compared");
    }
    ObjectNode result = Document.object();
    result.put("vm", vm.name());
    result.put("program", "your program");
    result.putNull("failure");
    ArrayNode said = result.putArray("remarks");
    remarks.forEach(said::add);
    ArrayNode variants = result.putArray("variants");
    for (Map.Entry<Variant, List<OwnRun>> entry : runs.entrySet()) {
      ObjectNode node = variants.addObject();
      node.put("name", entry.getKey().label());
      String failure = failures.getOrDefault(entry.getKey(), "");
      node.put("failure", failure.isEmpty() ? null : failure);
      if (!entry.getKey().equals(Variant.BASE) && failure.isEmpty() && !base.isEmpty()) {
        ObjectNode comparison = node.putObject("comparison");
        equality(comparison, base, entry.getValue(), compareOutput && !unsteady);
        ratio(comparison, "speed", Metric.WALL, base, entry.getValue());
        ratio(comparison, "cpuSpeed", Metric.CPU, base, entry.getValue());
      }
      forks(node, entry.getValue());
    }
    return result;
  }

  private static void equality(
      ObjectNode comparison, List<OwnRun> base, List<OwnRun> other, boolean output) {
    int expected = base.get(0).exitCode();
    String difference = "";
    for (OwnRun run : other) {
      if (run.exitCode() != expected) {
        difference = "exit code " + run.exitCode() + " instead of " + expected;
      } else if (output && difference.isEmpty()) {
        difference = run.difference();
      }
    }
    boolean codesVary = base.stream().anyMatch(run -> run.exitCode() != expected);
    if (!difference.isEmpty() && !codesVary) {
      comparison.put("equal", false);
      comparison.put("difference", difference);
    } else if (output && !codesVary) {
      comparison.put("equal", true);
    }
  }

  private static void ratio(
      ObjectNode comparison, String key, Metric metric, List<OwnRun> base, List<OwnRun> other) {
    double[] before = values(base, metric);
    double[] after = values(other, metric);
    if (before.length == 0 || after.length == 0) {
      return;
    }
    Interval interval = Statistics.ratio(groups(before), groups(after), SEED);
    comparison.put(key, Statistics.median(before) / Statistics.median(after));
    comparison.put(key + "Low", interval.low());
    comparison.put(key + "High", interval.high());
  }

  private static double[] values(List<OwnRun> runs, Metric metric) {
    return runs.stream()
        .filter(run -> run.metrics().containsKey(metric))
        .mapToDouble(run -> run.metrics().getOrDefault(metric, 0.0))
        .toArray();
  }

  private static List<double[]> groups(double[] values) {
    List<double[]> groups = new ArrayList<>();
    for (double value : values) {
      groups.add(new double[] {value});
    }
    return groups;
  }

  private static void forks(ObjectNode node, List<OwnRun> runs) {
    ObjectNode medians = node.putObject("median");
    for (Metric metric : Metric.values()) {
      double[] values = values(runs, metric);
      if (values.length > 0) {
        medians.put(metric.key(), Statistics.median(values));
      }
    }
    ArrayNode forks = node.putArray("forks");
    for (OwnRun run : runs) {
      ObjectNode fork = forks.addObject();
      fork.put("exitCode", run.exitCode());
      fork.put("outputBytes", run.outputBytes());
      ObjectNode metrics = fork.putObject("metrics");
      run.metrics().forEach((metric, value) -> metrics.put(metric.key(), value));
      if (!run.stats().isMissingNode()) {
        fork.set("stats", run.stats());
      }
    }
  }
}
