package dev.jpgo.jmh.report;

import java.util.List;

/** Text in columns. */
final class MarkdownTable {
  private MarkdownTable() {}

  /** A table with the line ends of this system. */
  static String of(List<String> headings, List<List<String>> rows) {
    int[] widths = new int[headings.size()];
    widen(widths, headings);
    rows.forEach(row -> widen(widths, row));
    StringBuilder table = new StringBuilder();
    append(table, headings, widths);
    for (int width : widths) {
      table.append('|').append("-".repeat(width + 2));
    }
    table.append('|').append(System.lineSeparator());
    rows.forEach(row -> append(table, row, widths));
    return table.toString();
  }

  private static void widen(int[] widths, List<String> row) {
    for (int column = 0; column < widths.length; column++) {
      widths[column] = Math.max(widths[column], row.get(column).length());
    }
  }

  private static void append(StringBuilder table, List<String> row, int[] widths) {
    for (int column = 0; column < widths.length; column++) {
      String cell = row.get(column);
      table.append("| ").append(cell).append(" ".repeat(widths[column] - cell.length() + 1));
    }
    table.append('|').append(System.lineSeparator());
  }
}
