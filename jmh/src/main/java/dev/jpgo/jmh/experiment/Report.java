package dev.jpgo.jmh.experiment;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rows under named columns, as a Markdown table and as JSON. */
final class Report {
  private final List<String> columns;
  private final List<List<Object>> rows = new ArrayList<>();

  Report(String... columns) {
    this.columns = List.of(columns);
  }

  /**
   * Adds a row: texts, and numbers, which JSON gets in full and the table with three digits.
   *
   * @throws IllegalArgumentException if it has not a cell for each column
   */
  void row(Object... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(cells.length + " cells for columns " + columns);
    }
    rows.add(List.of(cells));
    System.err.println(String.join(" | ", texts(cells)));
  }

  private static List<String> texts(Object... cells) {
    List<String> texts = new ArrayList<>();
    for (Object cell : cells) {
      texts.add(text(cell));
    }
    return texts;
  }

  /** Whole numbers whole, others with at least three digits that mean something. */
  static String text(Object cell) {
    if (!(cell instanceof Double number)) {
      return cell.toString();
    }
    if (Double.isNaN(number)) {
      return "-";
    }
    double size = Math.abs(number);
    String format = size >= 100 || size == 0 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, number);
  }

  String markdown() {
    StringBuilder table = new StringBuilder();
    line(table, columns);
    table.append("|---".repeat(columns.size())).append("|\n");
    for (List<Object> row : rows) {
      line(table, texts(row.toArray()));
    }
    return table.toString();
  }

  private static void line(StringBuilder table, List<String> cells) {
    table.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  /** An array of objects, one for each row, keyed by column. */
  ArrayNode json() {
    ArrayNode array = new ObjectMapper().createArrayNode();
    for (List<Object> row : rows) {
      ObjectNode object = array.addObject();
      for (int i = 0; i < columns.size(); i++) {
        object.putPOJO(columns.get(i), row.get(i));
      }
    }
    return array;
  }

  void writeJson(Path file) throws IOException {
    new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(file.toFile(), json());
  }
}
