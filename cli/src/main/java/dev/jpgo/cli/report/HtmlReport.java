package dev.jpgo.cli.report;

import dev.jpgo.cli.common.SeenSite;
import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.CountedCode;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileOrigin;
import dev.jpgo.core.profile.ProfiledMethod;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * A profile as one page: where it is from, a flame graph, hot methods with their call sites and why
 * each was or was not inlined. No script, no font and no picture from elsewhere: the page is as
 * good in an archive, and under a content security policy. It is well-formed XML too, which tests
 * use.
 */
final class HtmlReport {
  private static final String STYLE =
      """
      body { font: 14px/1.4 sans-serif; margin: 2em; color: #222 }
      table { border-collapse: collapse } td, th { padding: 2px 10px; text-align: left }
      td.n, th.n { text-align: right; font-variant-numeric: tabular-nums }
      details { margin: 2px 0 } summary { cursor: pointer }
      code, pre { font: 12px monospace } ul { margin: 2px 0 }
      .yes { color: #176b2c } .no { color: #9a3412 }
      .flame { position: relative; width: 100% }
      .flame div { position: absolute; height: 17px; overflow: hidden; white-space: nowrap;
        font: 11px/17px monospace; box-sizing: border-box; border: 1px solid #fff; padding-left: 2px }
      .t0 { background: #d9d9d9 } .t1 { background: #fde3a7 } .t2 { background: #f8b195 }
      .counts { width: 100%; height: 160px; border-bottom: 1px solid #999; background: #f6f6f6 }
      .s1 { fill: #fde3a7 } .s2 { fill: #f8b195 }
      .axis { position: relative; height: 18px; margin: 0 0 8px; font-size: 11px }
      .axis span { position: absolute; white-space: nowrap } .axis span:last-child { transform: translateX(-100%) }
      .bar { position: relative; height: 17px; margin-bottom: 1px; overflow: hidden }
      .bar div { position: absolute; top: 0; height: 17px }
      .bar span { position: relative; font: 11px/17px monospace; padding-left: 2px; white-space: nowrap;
        pointer-events: none }
      .in { background: #b9e0c0 } .out { background: #e8c4c4 }
      """;

  private final Profile profile;
  private final List<ProfiledMethod> methods;
  private final StringBuilder page = new StringBuilder();

  HtmlReport(Profile profile, List<ProfiledMethod> methods) {
    this.profile = profile;
    this.methods = methods;
  }

  String page() {
    page.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>");
    page.append("<title>jpgo profile</title><style>").append(STYLE).append("</style></head><body>");
    page.append("\n<h1>Profile</h1>\n");
    origins();
    page.append(
        "\n<h2>Executions</h2>\n<p>Each method as wide as its calls and those of the call ");
    page.append("sites that the optimizer looked at, which stand on it: green where inlined, red ");
    page.append("where not. Grey, yellow and red at the bottom: tier 0, 1 and 2.</p>\n");
    page.append(new FlameGraph(methods).html());
    page.append("\n<h2>Tiers over time</h2>\n<p>Seconds since the agent started");
    page.append(profile.runs() > 1 ? "; of several runs, of each method the one in which" : "");
    page.append(profile.runs() > 1 ? " it changed its tier most often" : "");
    page.append(". Grey, yellow, red: tier 0, 1 and 2.</p>\n");
    page.append(new TierTimeline(profile, methods).html());
    page.append("\n<h2>Hot methods</h2>\n<p>").append(methods.size()).append(" of ");
    page.append(profile.methods().size()).append(", most called first.</p>\n");
    for (ProfiledMethod method : methods) {
      method(method);
    }
    return page.append("</body></html>\n").toString();
  }

  private void origins() {
    page.append(
        "<table><tr><th>program</th><th>phase</th><th>JVM</th><th>system</th><th>mode</th>");
    page.append("<th>agent</th><th>since</th><th class=\"n\">seconds</th>");
    page.append("<th class=\"n\">runs</th></tr>\n");
    for (ProfileOrigin origin : profile.origins()) {
      page.append("<tr>");
      cell(origin.program());
      cell(origin.phase());
      cell(origin.jvm());
      cell(origin.os() + " " + origin.arch());
      cell(origin.mode());
      cell(origin.agentVersion());
      cell(Instant.ofEpochMilli(origin.startMillis()).toString());
      number(String.format(Locale.ROOT, "%.1f", origin.durationMillis() / 1000.0));
      number(Long.toString(origin.runs()));
      page.append("</tr>\n");
    }
    page.append("</table>\n");
  }

  private void cell(String text) {
    page.append("<td>").append(escape(text)).append("</td>");
  }

  private void number(String text) {
    page.append("<td class=\"n\">").append(text).append("</td>");
  }

  private void method(ProfiledMethod method) {
    page.append("<details><summary><code>").append(escape(method.counts().method().toString()));
    page.append("</code> ").append(method.counts().calls()).append(" calls, tier ");
    page.append(method.tier()).append("</summary>\n");
    page.append("<p>").append(method.codeBytes()).append(" bytes of code");
    method.compiled().ifPresent(c -> page.append(", optimized ").append(c.codeBytesAfter()));
    page.append("</p>\n");
    List<SeenSite> sites = SeenSite.of(method.counts());
    if (!sites.isEmpty()) {
      page.append("<ul>");
      for (SeenSite site : sites) {
        page.append("<li>").append(words(site)).append("</li>");
      }
      page.append("</ul>\n");
    }
    if (method.compiled().isPresent()) {
      compiled(method.compiled().get(), method.counts());
    }
    page.append("</details>\n");
  }

  private static String words(SeenSite site) {
    String place = " at " + site.place();
    if (site.isLock()) {
      String found = site.text();
      String times = "monitor entered " + site.seen().total() + " times" + place;
      return found.isEmpty() ? times : times + ": " + escape(found);
    }
    String what =
        site.isCall()
            ? "receivers"
            : site.isTypeTest() ? "classes tested" : site.isMonitor() ? "classes locked" : "values";
    return what + place + ": " + escape(site.text());
  }

  private void compiled(CompiledMethod compiled, MethodProfile counts) {
    decisions(compiled.decisions());
    compiled
        .text()
        .ifPresent(
            text ->
                page.append("<details><summary>bytecode</summary><pre>before\n")
                    .append(escape(counted(CountedCode.of(text.before(), counts))))
                    .append("\nafter\n")
                    .append(escape(text.after()))
                    .append("</pre></details>\n"));
  }

  /** Each instruction behind how often it ran, if that is known. */
  private static String counted(CountedCode code) {
    StringBuilder text = new StringBuilder();
    for (CountedCode.Line line : code.lines()) {
      String count = line.count() < 0 ? "" : Long.toString(line.count());
      text.append(code.counted() ? String.format("%12s  ", count) : "");
      text.append(line.text()).append('\n');
    }
    return text.toString();
  }

  private void decisions(List<InlineDecision> decisions) {
    if (decisions.isEmpty()) {
      return;
    }
    page.append("<ul>");
    for (InlineDecision decision : decisions) {
      page.append("<li class=\"").append(decision.inlined() ? "yes" : "no").append("\"><code>");
      page.append(escape(decision.target().toString())).append("</code> ");
      page.append(decision.line() > 0 ? "line " + decision.line() + ", " : "");
      page.append(decision.count()).append(" times: ");
      page.append(decision.inlined() ? "inlined, " : "not inlined, ");
      page.append(escape(decision.reason()));
      decisions(decision.inner());
      page.append("</li>");
    }
    page.append("</ul>\n");
  }

  /** Also of what XML cannot hold, which names in class files can. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '&' -> escaped.append("&amp;");
        case '"' -> escaped.append("&quot;");
        default ->
            escaped.append(
                c < ' ' && c != '\n' && c != '\t' || Character.isSurrogate(c) || c > 0xFFFD
                    ? '?'
                    : c);
      }
    }
    return escaped.toString();
  }
}
