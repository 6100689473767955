package dev.jpgo.jmh.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The tables of a {@link Document}: what became faster or slower, and what it cost; then a line for
 * whatever could not be measured. Markdown that reads well on a terminal, too.
 */
public final class ResultTables {
  private static final List<String> SPEED =
      List.of(
          "program",
          "vm",
          "variant",
          "result",
          "speed",
          "95% interval",
          "cpu",
          "steady",
          "break-even");
  private static final List<String> COST =
      List.of(
          "program",
          "vm",
          "variant",
          "start",
          "first result",
          "peak RSS",
          "peak heap",
          "cpu",
          "agent cpu",
          "pauses, longest");
  private static final List<String> COMMAND =
      List.of(
          "vm",
          "variant",
          "result",
          "wall",
          "speed",
          "95% interval",
          "cpu",
          "cpu speed",
          "95% interval",
          "peak RSS");

  private final JsonNode document;

  private ResultTables(JsonNode document) {
    this.document = document;
  }

  /** All of it as text, ending with a line end. */
  public static String of(JsonNode document) {
    StringBuilder text = new StringBuilder();
    for (Table table : tables(document)) {
      text.append(text.length() == 0 ? "" : System.lineSeparator()).append(table.markdown());
    }
    List<String> remarks = Remarks.of(document);
    text.append(remarks.isEmpty() ? "" : System.lineSeparator());
    for (String line : remarks) {
      text.append(line).append(System.lineSeparator());
    }
    return text.toString();
  }

  /** The tables alone. */
  static List<Table> tables(JsonNode document) {
    ResultTables tables = new ResultTables(document);
    return document.path("kind").asText().equals("command")
        ? List.of(tables.command())
        : List.of(tables.speed(), tables.cost());
  }

  private Table speed() {
    List<List<String>> rows = new ArrayList<>();
    for (JsonNode result : document.path("results")) {
      for (JsonNode variant : result.path("variants")) {
        JsonNode comparison = variant.path("comparison");
        boolean base = variant.path("name").asText().equals("base");
        if (!base) {
          rows.add(
              List.of(
                  result.path("program").asText(),
                  result.path("vm").asText(),
                  variant.path("name").asText(),
                  outcome(variant),
                  ratio(comparison.path("speed")),
                  interval(comparison, "speed"),
                  ratio(comparison.path("cpuSpeed")),
                  steady(comparison),
                  breakEven(comparison)));
        }
      }
    }
    return new Table("Speed", SPEED, rows);
  }

  private Table cost() {
    List<List<String>> rows = new ArrayList<>();
    for (JsonNode result : document.path("results")) {
      for (JsonNode variant : result.path("variants")) {
        if (variant.has("base")) {
          rows.add(cost(result, "base of " + variant.path("name").asText(), variant.path("base")));
        }
        rows.add(cost(result, variant.path("name").asText(), variant));
      }
    }
    return new Table("Cost", COST, rows);
  }

  private static List<String> cost(JsonNode result, String name, JsonNode variant) {
    JsonNode median = variant.path("median");
    JsonNode pauses = median.path("pauseTotalMillis");
    return List.of(
        result.path("program").asText(),
        result.path("vm").asText(),
        name,
        seconds(median.path("startSeconds")),
        seconds(median.path("firstResultSeconds")),
        megabytes(median.path("rssPeakBytes")),
        megabytes(median.path("heapPeakBytes")),
        seconds(median.path("cpuSeconds")),
        seconds(median.path("agentCpuSeconds")),
        pauses.isNumber() ? format("%.0f, %.0f ms", pauses, median.path("pauseMaxMillis")) : "");
  }

  private Table command() {
    List<List<String>> rows = new ArrayList<>();
    for (JsonNode result : document.path("results")) {
      for (JsonNode variant : result.path("variants")) {
        JsonNode comparison = variant.path("comparison");
        JsonNode median = variant.path("median");
        rows.add(
            List.of(
                result.path("vm").asText(),
                variant.path("name").asText(),
                variant.path("name").asText().equals("base") ? "" : outcome(variant),
                seconds(median.path("wallSeconds")),
                ratio(comparison.path("speed")),
                interval(comparison, "speed"),
                seconds(median.path("cpuSeconds")),
                ratio(comparison.path("cpuSpeed")),
                interval(comparison, "cpuSpeed"),
                megabytes(median.path("rssPeakBytes"))));
      }
    }
    return new Table("Speed and cost", COMMAND, rows);
  }

  /** In a word, what came of a variant. */
  static String outcome(JsonNode variant) {
    if (variant.path("failure").isTextual()) {
      return "FAILED";
    }
    JsonNode equal = variant.path("comparison").path("equal");
    if (!equal.isBoolean()) {
      return "not compared";
    }
    return equal.asBoolean() ? "equal" : "DIFFERS";
  }

  static String ratio(JsonNode value) {
    return value.isNumber() ? format("%.2fx", value) : "";
  }

  static String interval(JsonNode comparison, String key) {
    JsonNode low = comparison.path(key + "Low");
    return low.isNumber() ? format("%.2fx - %.2fx", low, comparison.path(key + "High")) : "";
  }

  static String seconds(JsonNode value) {
    return value.isNumber() ? format(value.asDouble() < 10 ? "%.2f s" : "%.1f s", value) : "";
  }

  static String megabytes(JsonNode value) {
    return value.isNumber()
        ? String.format(Locale.ROOT, "%.0f MB", value.asDouble() / (1 << 20))
        : "";
  }

  static String steady(JsonNode comparison) {
    JsonNode steady = comparison.path("steady");
    return !steady.isBoolean() ? "" : steady.asBoolean() ? "yes" : "NO";
  }

  static String breakEven(JsonNode comparison) {
    JsonNode seconds = comparison.path("breakEvenSeconds");
    return seconds.isMissingNode() ? "" : seconds.isNull() ? "never" : format("%.1f s", seconds);
  }

  private static String format(String format, JsonNode... values) {
    Object[] numbers = new Object[values.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = values[i].asDouble();
    }
    return String.format(Locale.ROOT, format, numbers);
  }
}
