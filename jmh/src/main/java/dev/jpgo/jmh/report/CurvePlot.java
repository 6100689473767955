package dev.jpgo.jmh.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Lines over the time since the start of a process, on a logarithmic axis: warming up happens in
 * the first seconds of minutes.
 */
final class CurvePlot {
  private static final double WIDTH = 520;
  private static final double HEIGHT = 260;
  private static final double LEFT = 52;
  private static final double RIGHT = WIDTH - 10;
  private static final double TOP = 24;
  private static final double BOTTOM = HEIGHT - 34;

  /** Above this ratio of the largest to the smallest value the axis is logarithmic. */
  private static final double WIDE = 4;

  private final String title;
  private final boolean fromZero;
  private final List<Line> lines = new ArrayList<>();

  /** One fork. */
  private record Line(String name, int color, double[] x, double[] y) {}

  /**
   * @param fromZero whether the vertical axis begins at 0
   */
  CurvePlot(String title, boolean fromZero) {
    this.title = title;
    this.fromZero = fromZero;
  }

  /** Adds a line through points with increasing {@code x}, in seconds above 0. */
  void add(String name, int color, double[] x, double[] y) {
    if (x.length > 0) {
      lines.add(new Line(name, color, x, y));
    }
  }

  /** The picture, or "" if there is no line. */
  String svg() {
    if (lines.isEmpty()) {
      return "";
    }
    double left = Double.POSITIVE_INFINITY;
    double right = 0;
    double low = Double.POSITIVE_INFINITY;
    double high = 0;
    for (Line line : lines) {
      left = Math.min(left, Math.max(1e-3, line.x[0]));
      right = Math.max(right, line.x[line.x.length - 1]);
      for (double y : line.y) {
        low = Math.min(low, y);
        high = Math.max(high, y);
      }
    }
    boolean logarithmic = !fromZero && low > 0 && high / low > WIDE;
    Axis x = Axis.of(left, right, LEFT, RIGHT, true);
    Axis y =
        logarithmic
            ? Axis.of(low / 1.05, high * 1.05, BOTTOM, TOP, true)
            : Axis.of(0, high * 1.05, BOTTOM, TOP, false);
    Markup svg = new Markup();
    svg.add("<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n", WIDTH, HEIGHT);
    svg.element("title", title);
    frame(svg, x, y);
    for (Line line : lines) {
      svg.add("<path class=\"s%d line\" d=\"%s\">", line.color, path(line, x, y));
      svg.element("title", line.name).add("</path>\n");
    }
    return svg.add("</svg>\n").toString();
  }

  private void frame(Markup svg, Axis x, Axis y) {
    svg.add("<text class=\"name\" x=\"%.0f\" y=\"14\">%s</text>\n", LEFT, Markup.escape(title));
    for (double tick : y.ticks()) {
      double at = y.place(tick);
      svg.add("<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>\n", LEFT, at, RIGHT);
      svg.add("<text class=\"end\" x=\"%.1f\" y=\"%.1f\">", LEFT - 6, at + 3.5);
      svg.add(Axis.label(tick)).add("</text>\n");
    }
    for (double tick : x.ticks()) {
      double at = x.place(tick);
      svg.add("<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>\n", at, BOTTOM, BOTTOM + 4);
      svg.add("<text class=\"mid\" x=\"%.1f\" y=\"%.1f\">", at, BOTTOM + 16);
      svg.add(Axis.label(tick)).add("</text>\n");
    }
    svg.add("<path class=\"axis\" d=\"M%.1f %.1fH%.1f\"/>\n", LEFT, BOTTOM, RIGHT);
    svg.add("<text class=\"mid\" x=\"%.1f\" y=\"%.1f\">", (LEFT + RIGHT) / 2, BOTTOM + 30);
    svg.add("seconds since the start of the process</text>\n");
  }

  private static String path(Line line, Axis x, Axis y) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < line.x.length; i++) {
      path.append(
          String.format(
              Locale.ROOT,
              "%s%.1f %.1f",
              i == 0 ? "M" : "L",
              x.place(line.x[i]),
              y.place(line.y[i])));
    }
    if (line.x.length == 1) {
      path.append("h3");
    }
    return path.toString();
  }
}
