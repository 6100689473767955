package dev.jpgo.cli;

import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.profile.ProfiledMethod;
import java.util.List;
import java.util.Locale;

/** Methods side by side, and on each the call sites that the optimizer looked at, as boxes. */
final class FlameGraph {
  private static final int ROW = 17;

  /** Narrower boxes, in percent of the width, are left out. */
  private static final double NARROWEST = 0.05;

  private final List<ProfiledMethod> methods;
  private final StringBuilder boxes = new StringBuilder();
  private double all;
  private int deepest = 1;

  FlameGraph(List<ProfiledMethod> methods) {
    this.methods = methods;
    for (ProfiledMethod method : methods) {
      all += width(method);
    }
  }

  String html() {
    double left = 0;
    for (ProfiledMethod method : methods) {
      double width = width(method);
      String name = method.counts().method().toString();
      if (box(0, left, width, "t" + method.tier(), name, method.counts().calls())) {
        List<InlineDecision> decisions =
            method.compiled().map(CompiledMethod::decisions).orElse(List.of());
        decisions(decisions, 1, left);
      }
      left += width;
    }
    return "<div class=\"flame\" style=\"height:" + deepest * ROW + "px\">\n" + boxes + "</div>\n";
  }

  private void decisions(List<InlineDecision> decisions, int row, double start) {
    double left = start;
    for (InlineDecision decision : decisions) {
      double width = width(decision);
      String kind = decision.inlined() ? "in" : "out";
      String name = decision.target() + ": " + decision.reason();
      if (box(row, left, width, kind, name, decision.count())) {
        decisions(decision.inner(), row + 1, left);
      }
      left += width;
    }
  }

  private static double width(ProfiledMethod method) {
    double width = method.counts().calls();
    for (InlineDecision decision :
        method.compiled().map(CompiledMethod::decisions).orElse(List.of())) {
      width += width(decision);
    }
    return width;
  }

  private static double width(InlineDecision decision) {
    double width = decision.count();
    for (InlineDecision inner : decision.inner()) {
      width += width(inner);
    }
    return width;
  }

  private boolean box(int row, double left, double width, String kind, String name, long count) {
    double percent = all == 0 ? 0 : 100 * width / all;
    if (percent < NARROWEST) {
      return false;
    }
    deepest = Math.max(deepest, row + 1);
    String text = HtmlReport.escape(name);
    boxes.append(
        String.format(
            Locale.ROOT,
            "<div class=\"%s\" style=\"left:%.3f%%;width:%.3f%%;bottom:%dpx\" title=\"%s, %d times\">",
            kind,
            100 * left / all,
            percent,
            row * ROW,
            text,
            count));
    boxes.append(text).append("</div>\n");
    return true;
  }
}
