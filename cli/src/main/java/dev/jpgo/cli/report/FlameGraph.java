package dev.jpgo.cli.report;

import dev.jpgo.core.classfile.MethodId;
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
      MethodId id = method.counts().method();
      Box box = new Box("t" + method.tier(), id, "", method.counts().calls());
      if (add(box, 0, left, width)) {
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
      Box box = new Box(kind, decision.target(), ": " + decision.reason(), decision.count());
      if (add(box, row, left, width)) {
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

  /** What a box says: the whole name where the pointer rests, on it class and method alone. */
  private record Box(String kind, MethodId method, String reason, long count) {
    String label() {
      String owner = method.owner();
      return owner.substring(owner.lastIndexOf('/') + 1) + "." + method.name();
    }
  }

  private boolean add(Box box, int row, double left, double width) {
    double percent = all == 0 ? 0 : 100 * width / all;
    if (percent < NARROWEST) {
      return false;
    }
    deepest = Math.max(deepest, row + 1);
    boxes.append(
        String.format(
            Locale.ROOT,
            "<div class=\"%s\" style=\"left:%.3f%%;width:%.3f%%;bottom:%dpx\" title=\"%s, %d times\">",
            box.kind,
            100 * left / all,
            percent,
            row * ROW,
            HtmlReport.escape(box.method + box.reason),
            box.count));
    boxes.append(HtmlReport.escape(box.label())).append("</div>\n");
    return true;
  }
}
