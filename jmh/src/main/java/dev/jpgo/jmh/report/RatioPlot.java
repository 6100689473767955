package dev.jpgo.jmh.report;

import java.util.ArrayList;
import java.util.List;

/** Ratios with their intervals, one below the other, on a logarithmic axis with a line at 1. */
final class RatioPlot {
  private static final double WIDTH = 900;
  private static final double LEFT = 290;
  private static final double RIGHT = WIDTH - 70;
  private static final double TOP = 14;
  private static final double ROW = 20;
  private static final double WIDEST = 100;

  private final List<Row> rows = new ArrayList<>();

  private record Row(
      String name, int color, boolean steady, double value, double low, double high) {}

  /**
   * Adds a row.
   *
   * @param steady whether the figure rests on a steady state; if not it is drawn hollow
   */
  void add(String name, int color, boolean steady, double value, double low, double high) {
    if (value > 0) {
      rows.add(new Row(name, color, steady, value, low, high));
    }
  }

  /** The picture, or "" if there is no row. */
  String svg() {
    if (rows.isEmpty()) {
      return "";
    }
    double low = 0.8;
    double high = 1.25;
    for (Row row : rows) {
      low = Math.min(low, row.low / 1.05);
      high = Math.max(high, row.high * 1.05);
    }
    Axis x = Axis.of(Math.max(low, 1 / WIDEST), Math.min(high, WIDEST), LEFT, RIGHT, true);
    double bottom = TOP + rows.size() * ROW;
    Markup svg = new Markup();
    svg.add("<svg class=\"wide\" viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n", WIDTH, bottom + 40);
    svg.element("title", "speed with 95% intervals");
    for (double tick : x.ticks()) {
      svg.add("<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>\n", x.place(tick), TOP, bottom);
      svg.add("<text class=\"mid\" x=\"%.1f\" y=\"%.1f\">", x.place(tick), bottom + 16);
      svg.add(Axis.label(tick)).add("x</text>\n");
    }
    svg.add("<path class=\"one\" d=\"M%.1f %.1fV%.1f\"/>\n", x.place(1), TOP, bottom);
    svg.add("<text class=\"mid\" x=\"%.1f\" y=\"%.1f\">", (LEFT + RIGHT) / 2, bottom + 32);
    svg.add("slower than the base \u2190 speed \u2192 faster</text>\n");
    for (int i = 0; i < rows.size(); i++) {
      row(svg, x, rows.get(i), TOP + (i + 0.5) * ROW);
    }
    return svg.add("</svg>\n").toString();
  }

  private static void row(Markup svg, Axis x, Row row, double y) {
    svg.add("<text class=\"end\" x=\"%.1f\" y=\"%.1f\">", LEFT - 10, y + 4);
    svg.add(Markup.escape(row.name)).add("</text>\n");
    svg.add(
        "<path class=\"s%d bar\" d=\"M%.1f %.1fH%.1f\"/>\n",
        row.color, x.place(row.low), y, x.place(row.high));
    svg.add(
        "<circle class=\"s%d %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\">",
        row.color, row.steady ? "dot" : "hollow", x.place(row.value), y);
    svg.element(
            "title",
            String.format(
                java.util.Locale.ROOT,
                "%s: %.3fx, 95%% interval %.3fx to %.3fx%s",
                row.name,
                row.value,
                row.low,
                row.high,
                row.steady ? "" : ", not steady"))
        .add("</circle>\n");
    svg.add("<text x=\"%.1f\" y=\"%.1f\">%.2fx</text>\n", RIGHT + 10, y + 4, row.value);
  }
}
