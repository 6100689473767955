package dev.jpgo.jmh.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jpgo.jmh.driver.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How much faster the same was when inlined by hand, where a kernel and its twin were measured. */
final class ByHand {
  private static final String TWIN = "-by-hand";

  private ByHand() {}

  /** A line for each pair on a VM. */
  static List<String> of(JsonNode document) {
    List<String> lines = new ArrayList<>();
    for (JsonNode kernel : document.path("results")) {
      for (JsonNode twin : document.path("results")) {
        boolean pair =
            twin.path("vm").equals(kernel.path("vm"))
                && twin.path("program").asText().equals(kernel.path("program").asText() + TWIN);
        double limit = pair ? baseNanos(kernel) / baseNanos(twin) : Double.NaN;
        if (Double.isFinite(limit)) {
          lines.add(line(kernel, limit));
        }
      }
    }
    return lines;
  }

  private static String line(JsonNode kernel, double limit) {
    StringBuilder line = new StringBuilder("inlined by hand, without an agent: ");
    line.append(Remarks.place(kernel)).append(String.format(Locale.ROOT, " %.2fx", limit));
    for (JsonNode variant : kernel.path("variants")) {
      JsonNode speed = variant.path("comparison").path("speed");
      if (speed.isNumber()) {
        line.append(", ").append(variant.path("name").asText()).append(' ');
        line.append(ResultTables.ratio(speed));
      }
    }
    return line.toString();
  }

  /** The median over forks of what an operation of the base takes, or NaN. */
  private static double baseNanos(JsonNode result) {
    List<Double> medians = new ArrayList<>();
    for (JsonNode variant : result.path("variants")) {
      JsonNode forks =
          variant.path("name").asText().equals("base")
              ? variant.path("forks")
              : variant.path("base").path("forks");
      forks.forEach(fork -> medians.add(fork.path("medianNanos").asDouble()));
    }
    return medians.isEmpty()
        ? Double.NaN
        : Statistics.median(medians.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
