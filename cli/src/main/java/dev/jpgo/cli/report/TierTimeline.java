package dev.jpgo.cli.report;

import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfiledMethod;
import dev.jpgo.core.profile.TierStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * When methods changed tier: how many were in which, a bar for each hot method, and every change
 * with its reason.
 */
final class TierTimeline {
  private static final int BARS = 50;
  private static final int CHANGES = 2000;
  private static final int HEIGHT = 160;
  private static final int WIDTH = 1000;

  /** A method's step. */
  private record Change(ProfiledMethod method, TierStep step, int before) {}

  private final List<ProfiledMethod> hot;
  private final List<Change> changes = new ArrayList<>();
  private final double end;
  private final long runs;
  private final StringBuilder page = new StringBuilder();

  /**
   * @param hot the methods to have bars, most called first
   */
  TierTimeline(Profile profile, List<ProfiledMethod> hot) {
    this.hot = hot.stream().filter(method -> !method.steps().isEmpty()).limit(BARS).toList();
    for (ProfiledMethod method : profile.methods()) {
      int tier = 0;
      for (TierStep step : method.steps()) {
        changes.add(new Change(method, step, tier));
        tier = step.tier();
      }
    }
    changes.sort(Comparator.comparingLong(change -> change.step.atMillis()));
    double last = changes.isEmpty() ? 0 : changes.get(changes.size() - 1).step.atMillis();
    runs = Math.max(1, profile.runs());
    end = Math.max(1, Math.max(last, (double) profile.durationMillis() / runs));
  }

  String html() {
    if (changes.isEmpty()) {
      return "<p>No method changed its tier, or none of it was recorded.</p>\n";
    }
    merged();
    counts();
    axis();
    page.append("<div class=\"bars\">\n");
    hot.forEach(this::bar);
    page.append("</div>\n");
    axis();
    table();
    return page.toString();
  }

  /** A profile has one run's changes of a method, however many runs were merged into it. */
  private void merged() {
    if (runs > 1) {
      page.append("<p>Merged of ").append(runs).append(" runs. Of each method that run is shown ");
      page.append("in which it changed its tier most often, in the time since that run began: ");
      page.append("what is above each other here need not have been so at once.</p>\n");
    }
  }

  /** Methods in tiers 1 and 2 on top of each other, as steps. */
  private void counts() {
    int[] now = new int[3];
    int most = 1;
    for (Change change : changes) {
      move(now, change);
      most = Math.max(most, now[1] + now[2]);
    }
    StringBuilder optimized = new StringBuilder("M0 " + HEIGHT);
    StringBuilder both = new StringBuilder("M0 " + HEIGHT);
    now = new int[3];
    for (int i = 0; i < changes.size(); i++) {
      move(now, changes.get(i));
      long at = changes.get(i).step.atMillis();
      if (i + 1 == changes.size() || changes.get(i + 1).step.atMillis() != at) {
        step(optimized, at, now[2], most);
        step(both, at, now[1] + now[2], most);
      }
    }
    page.append("<p>Up to ").append(most).append(" methods at once in tier 1 (yellow) and 2 ");
    page.append("(red); at the end ").append(now[1]).append(" and ").append(now[2]);
    page.append(".</p>\n<svg class=\"counts\" viewBox=\"0 0 ").append(WIDTH).append(' ');
    page.append(HEIGHT).append("\" preserveAspectRatio=\"none\" role=\"img\">");
    area("s1", both);
    area("s2", optimized);
    page.append("</svg>\n");
  }

  private static void move(int[] now, Change change) {
    now[change.before]--;
    now[change.step.tier()]++;
  }

  private void step(StringBuilder path, long at, int height, int most) {
    path.append(String.format(Locale.ROOT, " H%.2f", WIDTH * at / end));
    path.append(String.format(Locale.ROOT, " V%.2f", HEIGHT - (double) HEIGHT * height / most));
  }

  private void area(String kind, StringBuilder path) {
    page.append("<path class=\"").append(kind).append("\" d=\"").append(path);
    page.append(" H").append(WIDTH).append(" V").append(HEIGHT).append(" Z\"/>");
  }

  private void axis() {
    page.append("<div class=\"axis\">");
    for (int i = 0; i <= 4; i++) {
      page.append("<span style=\"left:").append(25 * i).append("%\">");
      page.append(seconds(end * i / 4)).append("</span>");
    }
    page.append("</div>\n");
  }

  private static String seconds(double millis) {
    return String.format(Locale.ROOT, "%.2f s", millis / 1000);
  }

  private void bar(ProfiledMethod method) {
    String name = HtmlReport.escape(method.counts().method().toString());
    page.append("<div class=\"bar t0\" title=\"").append(name).append("\">");
    List<TierStep> steps = method.steps();
    for (int i = 0; i < steps.size(); i++) {
      TierStep step = steps.get(i);
      double next = i + 1 < steps.size() ? steps.get(i + 1).atMillis() : end;
      page.append(
          String.format(
              Locale.ROOT,
              "<div class=\"t%d\" style=\"left:%.3f%%;width:%.3f%%\" title=\"%s: tier %d at %s, %s\"></div>",
              step.tier(),
              100 * step.atMillis() / end,
              100 * Math.max(0, next - step.atMillis()) / end,
              name,
              step.tier(),
              seconds(step.atMillis()),
              HtmlReport.escape(step.reason())));
    }
    page.append("<span>").append(name).append("</span></div>\n");
  }

  private void table() {
    page.append("<details><summary>").append(changes.size()).append(" changes</summary>\n");
    page.append("<table class=\"changes\"><tr><th class=\"n\">at</th><th>tier</th><th>method</th>");
    page.append("<th>why</th></tr>\n");
    for (Change change : changes.subList(0, Math.min(CHANGES, changes.size()))) {
      page.append("<tr><td class=\"n\">").append(seconds(change.step.atMillis()));
      page.append("</td><td>").append(change.before).append(" &#8594; ");
      page.append(change.step.tier()).append("</td><td><code>");
      page.append(HtmlReport.escape(change.method.counts().method().toString()));
      page.append("</code></td><td>").append(HtmlReport.escape(change.step.reason()));
      page.append("</td></tr>\n");
    }
    page.append("</table>");
    if (changes.size() > CHANGES) {
      page.append("<p>and ").append(changes.size() - CHANGES).append(" more</p>");
    }
    page.append("</details>\n");
  }
}
