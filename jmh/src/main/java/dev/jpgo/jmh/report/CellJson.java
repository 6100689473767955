package dev.jpgo.jmh.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jpgo.jmh.driver.Arm;
import dev.jpgo.jmh.driver.Cell;
import dev.jpgo.jmh.driver.Comparison;
import dev.jpgo.jmh.driver.Fork;
import dev.jpgo.jmh.driver.Iteration;
import dev.jpgo.jmh.driver.Metric;
import dev.jpgo.jmh.driver.Plateau;
import dev.jpgo.jmh.driver.Statistics;
import dev.jpgo.jmh.driver.Variant;
import dev.jpgo.jmh.driver.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A cell as a result of the {@link Document}. */
public final class CellJson {
  private CellJson() {}

  /**
   * The result.
   *
   * @param raw whether each iteration is told, besides the windows
   */
  public static ObjectNode of(Cell cell, boolean duet, boolean raw) {
    ObjectNode node = Document.object();
    node.put("vm", cell.vm().name());
    node.put("program", cell.program().label());
    failure(node, cell.failure());
    List<Fork> all = new ArrayList<>(cell.base());
    cell.arms().forEach(arm -> all.addAll(arm.forks()));
    int size = Window.size(all);
    node.put("windowSize", size);
    ArrayNode variants = node.putArray("variants");
    if (!duet) {
      ObjectNode base = variants.addObject();
      base.put("name", Variant.BASE.label());
      failure(base, cell.failure());
      forks(base, cell.base(), size, raw);
    }
    for (Arm arm : cell.arms()) {
      ObjectNode variant = variants.addObject();
      variant.put("name", arm.variant().label());
      failure(variant, arm.failure());
      if (arm.complete() && cell.failure().isEmpty()) {
        compare(variant.putObject("comparison"), Comparison.of(cell.program(), cell.vm(), arm));
      }
      forks(variant, arm.forks(), size, raw);
      if (duet) {
        forks(variant.putObject("base"), arm.base(), size, raw);
      }
    }
    return node;
  }

  private static void failure(ObjectNode node, String failure) {
    if (failure.isEmpty()) {
      node.putNull("failure");
    } else {
      node.put("failure", failure);
    }
  }

  private static void compare(ObjectNode node, Comparison comparison) {
    node.put("equal", comparison.checksumEqual());
    node.put("speed", comparison.speedup());
    node.put("speedLow", comparison.interval().low());
    node.put("speedHigh", comparison.interval().high());
    node.put("meanSpeed", comparison.meanSpeedup());
    node.put("cpuSpeed", comparison.cpuSpeedup());
    node.put("steady", comparison.steady());
    if (comparison.breakEvenSeconds().isPresent()) {
      node.put("breakEvenSeconds", comparison.breakEvenSeconds().getAsDouble());
    } else {
      node.putNull("breakEvenSeconds");
    }
  }

  private static void forks(ObjectNode node, List<Fork> forks, int windowSize, boolean raw) {
    ObjectNode medians = node.putObject("median");
    for (Metric metric : Metric.values()) {
      double[] known =
          forks.stream()
              .map(Fork::metrics)
              .filter(metrics -> metrics.containsKey(metric))
              .mapToDouble(metrics -> metrics.getOrDefault(metric, 0.0))
              .toArray();
      if (known.length > 0) {
        medians.put(metric.key(), Statistics.median(known));
      }
    }
    ArrayNode array = node.putArray("forks");
    for (Fork fork : forks) {
      fork(array.addObject(), fork, windowSize, raw);
    }
  }

  private static void fork(ObjectNode node, Fork fork, int windowSize, boolean raw) {
    Plateau plateau = Plateau.of(fork.iterations());
    node.put("operations", fork.iterations().size());
    node.put("checksum", fork.checksum());
    node.put("shape", plateau.state().shape().name().toLowerCase(Locale.ROOT));
    node.put("steady", plateau.steady());
    node.put("steadyFrom", plateau.state().from());
    node.put("steadyFromSeconds", fork.iterations().get(plateau.state().from()).begin());
    node.put("levels", plateau.state().pieces());
    node.put("drift", plateau.drift());
    node.put("medianNanos", plateau.median());
    node.put("meanNanos", plateau.mean());
    ObjectNode metrics = node.putObject("metrics");
    for (Map.Entry<Metric, Double> metric : fork.metrics().entrySet()) {
      metrics.put(metric.getKey().key(), metric.getValue());
    }
    ArrayNode windows = node.putArray("windows");
    for (Window window : Window.of(fork.iterations(), windowSize)) {
      windows
          .addArray()
          .add(window.to())
          .add(Math.round(window.elapsed() * 1e6) / 1e6)
          .add(Math.round(window.meanNanos()))
          .add(window.maxNanos());
    }
    if (raw) {
      ArrayNode nanos = node.putArray("nanos");
      for (Iteration iteration : fork.iterations()) {
        nanos.add(iteration.nanos());
      }
    }
    if (!fork.stats().isMissingNode()) {
      node.set("stats", fork.stats());
    }
  }
}
