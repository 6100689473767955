package dev.jpgo.jmh.report;

import java.util.List;

/**
 * Text in columns.
 *
 * @param rows each as long as {@code headings}
 */
record Table(String title, List<String> headings, List<List<String>> rows) {

  /**
   * As Markdown, aligned so that it reads well on a terminal, with the line ends of this system.
   */
  String markdown() {
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

  /** As a part of a page. */
  String html() {
    Markup markup = new Markup();
    markup.element("h2", title).add("<div class=\"scroll\"><table>\n<thead><tr>");
    headings.forEach(heading -> markup.element("th", heading));
    markup.add("</tr></thead>\n<tbody>\n");
    for (List<String> row : rows) {
      markup.add("<tr>");
      row.forEach(cell -> markup.element("td", cell));
      markup.add("</tr>\n");
    }
    return markup.add("</tbody></table></div>\n").toString();
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
