package dev.jpgo.jmh.report;

import java.util.ArrayList;
import java.util.List;

/** Single measurements as dots, a row for each variant. */
final class StripPlot {
  private static final double WIDTH = 900;
  private static final double LEFT = 140;
  private static final double RIGHT = WIDTH - 20;
  private static final double TOP = 24;
  private static final double ROW = 22;

  private final String title;
  private final List<Row> rows = new ArrayList<>();

  private record Row(String name, int color, double[] values) {}

  StripPlot(String title) {
    this.title = title;
  }

  void add(String name, int color, double[] values) {
    if (values.length > 0) {
      rows.add(new Row(name, color, values));
    }
  }

  /** The picture, or "" if there is no row. */
  String svg() {
    if (rows.isEmpty()) {
      return "";
    }
    double high = 0;
    for (Row row : rows) {
      for (double value : row.values) {
        high = Math.max(high, value);
      }
    }
    Axis x = Axis.of(0, high * 1.03, LEFT, RIGHT, false);
    double bottom = TOP + rows.size() * ROW;
    Markup svg = new Markup();
    svg.add("<svg class=\"wide\" viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n", WIDTH, bottom + 24);
    svg.element("title", title);
    svg.add("<text class=\"name\" x=\"%.0f\" y=\"14\">%s</text>\n", LEFT, Markup.escape(title));
    for (double tick : x.ticks()) {
      svg.add("<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>\n", x.place(tick), TOP, bottom);
      svg.add("<text class=\"mid\" x=\"%.1f\" y=\"%.1f\">", x.place(tick), bottom + 16);
      svg.add(Axis.label(tick)).add("</text>\n");
    }
    for (int i = 0; i < rows.size(); i++) {
      double y = TOP + (i + 0.5) * ROW;
      svg.add("<text class=\"end\" x=\"%.1f\" y=\"%.1f\">", LEFT - 10, y + 4);
      svg.add(Markup.escape(rows.get(i).name)).add("</text>\n");
      for (double value : rows.get(i).values) {
        svg.add(
            "<circle class=\"s%d dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"><title>%.3f</title></circle>\n",
            rows.get(i).color, x.place(value), y, value);
      }
    }
    return svg.add("</svg>\n").toString();
  }
}
