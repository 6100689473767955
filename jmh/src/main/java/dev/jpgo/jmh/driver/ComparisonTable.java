package dev.jpgo.jmh.driver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Comparisons as a Markdown table, aligned so that it reads well on a terminal, too. */
public final class ComparisonTable {
  private static final List<String> HEADINGS =
      List.of(
          "program",
          "vm",
          "variant",
          "result",
          "speed",
          "95% interval",
          "cpu",
          "break-even",
          "tier 0 / 1 / 2",
          "pause, max");

  private ComparisonTable() {}

  /** One row for each comparison, with the line ends of this system. */
  public static String markdown(List<Comparison> comparisons) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADINGS);
    for (Comparison comparison : comparisons) {
      rows.add(row(comparison));
    }
    int[] widths = widths(rows);
    StringBuilder table = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      append(table, rows.get(i), widths);
      if (i == 0) {
        for (int width : widths) {
          table.append("| ").append("-".repeat(width)).append(' ');
        }
        table.append('|').append(System.lineSeparator());
      }
    }
    return table.toString();
  }

  private static void append(StringBuilder table, List<String> row, int[] widths) {
    for (int column = 0; column < widths.length; column++) {
      String cell = row.get(column);
      table.append("| ").append(cell).append(" ".repeat(widths[column] - cell.length() + 1));
    }
    table.append('|').append(System.lineSeparator());
  }

  private static int[] widths(List<List<String>> rows) {
    int[] widths = new int[HEADINGS.size()];
    for (List<String> row : rows) {
      for (int column = 0; column < widths.length; column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    return widths;
  }

  private static List<String> row(Comparison comparison) {
    JsonNode methods = comparison.stats().path("methods");
    JsonNode redefinition = comparison.stats().path("redefinition");
    boolean agent = comparison.variant().kind() == Variant.Kind.AGENT;
    return List.of(
        comparison.program().label(),
        comparison.vm(),
        comparison.variant().label(),
        comparison.checksumEqual() ? "equal" : "DIFFERS",
        ratio(comparison.speedup()) + (comparison.steady() ? "" : " (not steady)"),
        ratio(comparison.interval().low()) + " - " + ratio(comparison.interval().high()),
        ratio(comparison.cpuSpeedup()),
        breakEven(comparison),
        agent
            ? methods.path("tier0").asText("?")
                + " / "
                + methods.path("tier1").asText("?")
                + " / "
                + methods.path("tier2").asText("?")
            : "",
        agent
            ? millis(redefinition.path("pauseMillisTotal"))
                + ", "
                + millis(redefinition.path("pauseMillisMax"))
                + " ms"
            : "");
  }

  private static String breakEven(Comparison comparison) {
    return comparison.breakEvenSeconds().isPresent()
        ? String.format(Locale.ROOT, "%.1f s", comparison.breakEvenSeconds().getAsDouble())
        : "never";
  }

  private static String ratio(double value) {
    return String.format(Locale.ROOT, "%.2fx", value);
  }

  private static String millis(JsonNode node) {
    return node.isNumber() ? String.format(Locale.ROOT, "%.0f", node.asDouble()) : "?";
  }
}
