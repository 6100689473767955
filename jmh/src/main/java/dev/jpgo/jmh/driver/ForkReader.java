package dev.jpgo.jmh.driver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;

/** Reads the lines of the runner; others, which are the program's own, are skipped. */
final class ForkReader {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final DoubleConsumer progress;
  private final List<Iteration> iterations = new ArrayList<>();
  private final Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
  private boolean ended;

  /**
   * @param progress told seconds since the start, after each iteration
   */
  ForkReader(DoubleConsumer progress) {
    this.progress = progress;
  }

  /** Reads to the end of the stream. */
  void read(InputStream stream) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("{\"i\":")) {
          Iteration iteration = iteration(JSON.readTree(line));
          iterations.add(iteration);
          progress.accept(iteration.elapsed());
        } else if (line.startsWith("{\"startSeconds\":") || line.startsWith("{\"end\":")) {
          metrics(JSON.readTree(line));
          ended = line.startsWith("{\"end\":");
        }
      }
    }
  }

  /** Whether there was an iteration and the line that closes a run. */
  boolean complete() {
    return ended && !iterations.isEmpty();
  }

  /**
   * What was read.
   *
   * @param stats the agent's, or a missing node
   */
  Fork fork(JsonNode stats) {
    metrics.put(Metric.FIRST_RESULT, iterations.get(0).elapsed());
    JsonNode redefinition = stats.path("redefinition");
    if (redefinition.isObject()) {
      metrics.put(Metric.PAUSES, redefinition.path("batches").asDouble());
      metrics.put(Metric.PAUSE_TOTAL, redefinition.path("pauseMillisTotal").asDouble());
      metrics.put(Metric.PAUSE_MAX, redefinition.path("pauseMillisMax").asDouble());
    }
    return new Fork(List.copyOf(iterations), metrics, stats);
  }

  private void metrics(JsonNode line) {
    for (Metric metric : Metric.values()) {
      if (line.path(metric.key()).isNumber()) {
        metrics.put(metric, line.path(metric.key()).asDouble());
      }
    }
  }

  private static Iteration iteration(JsonNode line) {
    return new Iteration(
        line.path("nanos").asLong(),
        line.path("cpu").asLong(),
        line.path("checksum").asLong(),
        line.path("elapsed").asDouble());
  }
}
