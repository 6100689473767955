package dev.jpgo.jmh.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One page of a {@link Document} that needs nothing else: style and pictures are in it, and there
 * are no scripts. It is XML as well as HTML.
 */
public final class HtmlReport {
  private static final String STYLE = "report.css";

  /** So many colors are in the style. */
  private static final int COLORS = 8;

  private final JsonNode document;
  private final List<String> names = new ArrayList<>();

  private HtmlReport(JsonNode document) {
    this.document = document;
    document.path("variants").forEach(variant -> names.add(variant.path("name").asText()));
  }

  /** The page. */
  public static String of(JsonNode document) {
    return new HtmlReport(document).page();
  }

  private String page() {
    Markup page = new Markup();
    page.add(
        "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n");
    page.add("<meta charset=\"utf-8\"/>\n");
    page.add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n");
    page.element("title", "jpgo bench, " + document.path("started").asText());
    page.add("<style>\n" + style() + "</style>\n</head>\n<body>\n<main>\n");
    page.element("h1", "jpgo bench");
    page.element(
        "p",
        "Time of the base over time of the variant: above 1 the variant is faster. A hollow dot rests on"
            + " a run that had not become steady.");
    legend(page);
    page.element("h2", "Speed against the base, with 95% intervals");
    page.add(ratios().svg());
    boolean command = document.path("kind").asText().equals("command");
    for (JsonNode result : document.path("results")) {
      page.element("h3", Remarks.place(result));
      page.add(command ? strips(result) : curves(result));
    }
    ResultTables.tables(document).forEach(table -> page.add(table.html()));
    remarks(page);
    provenance(page);
    return page.add("</main>\n</body>\n</html>\n").toString();
  }

  private void legend(Markup page) {
    page.add("<ul class=\"legend\">\n");
    for (JsonNode variant : document.path("variants")) {
      String name = variant.path("name").asText();
      String options = variant.path("agentOptions").asText();
      page.add("<li><span class=\"s%d key\"></span>", color(name));
      page.element("b", name);
      page.element(
          "span", variant.path("meaning").asText() + (options.isEmpty() ? "" : " with " + options));
      page.add("</li>\n");
    }
    page.add("</ul>\n");
  }

  private int color(String name) {
    return Math.max(0, names.indexOf(name)) % COLORS;
  }

  private RatioPlot ratios() {
    RatioPlot plot = new RatioPlot();
    for (JsonNode result : document.path("results")) {
      for (JsonNode variant : result.path("variants")) {
        JsonNode comparison = variant.path("comparison");
        String name = variant.path("name").asText();
        plot.add(
            Remarks.place(result) + ", " + name,
            color(name),
            comparison.path("steady").asBoolean(true),
            comparison.path("speed").asDouble(),
            comparison.path("speedLow").asDouble(),
            comparison.path("speedHigh").asDouble());
      }
    }
    return plot;
  }

  private String curves(JsonNode result) {
    int size = result.path("windowSize").asInt();
    String each = size == 1 ? "each operation" : "means of " + size + " operations";
    CurvePlot times = new CurvePlot("milliseconds an operation, " + each, false);
    CurvePlot sums = new CurvePlot("operations done", true);
    for (JsonNode variant : result.path("variants")) {
      String name = variant.path("name").asText();
      lines(times, sums, "base", variant.path("base").path("forks"));
      lines(times, sums, name, variant.path("forks"));
    }
    return "<div class=\"pair\">" + times.svg() + sums.svg() + "</div>\n";
  }

  private void lines(CurvePlot times, CurvePlot sums, String name, JsonNode forks) {
    for (JsonNode fork : forks) {
      JsonNode windows = fork.path("windows");
      double[] x = new double[windows.size()];
      double[] time = new double[x.length];
      double[] done = new double[x.length];
      for (int i = 0; i < x.length; i++) {
        done[i] = windows.path(i).path(0).asDouble();
        x[i] = windows.path(i).path(1).asDouble();
        time[i] = windows.path(i).path(2).asDouble() / 1e6;
      }
      times.add(name, color(name), x, time);
      sums.add(name, color(name), x, done);
    }
  }

  private String strips(JsonNode result) {
    StringBuilder strips = new StringBuilder();
    for (String metric : List.of("wallSeconds", "cpuSeconds")) {
      StripPlot plot =
          new StripPlot(
              metric.equals("wallSeconds")
                  ? "seconds, each process"
                  : "processor seconds, each process");
      for (JsonNode variant : result.path("variants")) {
        double[] values = new double[variant.path("forks").size()];
        for (int i = 0; i < values.length; i++) {
          values[i] = variant.path("forks").path(i).path("metrics").path(metric).asDouble();
        }
        String name = variant.path("name").asText();
        plot.add(name, color(name), values);
      }
      strips.append(plot.svg());
    }
    return strips.toString();
  }

  private void remarks(Markup page) {
    List<String> remarks = Remarks.of(document);
    if (!remarks.isEmpty()) {
      page.element("h2", "Remarks").add("<ul>\n");
      remarks.forEach(remark -> page.element("li", remark));
      page.add("</ul>\n");
    }
  }

  private void provenance(Markup page) {
    page.element("h2", "How this was measured").add("<dl>\n");
    StringBuilder arguments = new StringBuilder("jpgo");
    document.path("arguments").forEach(word -> arguments.append(' ').append(word.asText()));
    definition(page, "command", arguments.toString());
    definition(
        page,
        "time",
        document.path("started").asText() + " to " + document.path("finished").asText());
    for (String part : List.of("machine", "settings")) {
      for (Map.Entry<String, JsonNode> entry : document.path(part).properties()) {
        JsonNode value = entry.getValue();
        definition(page, entry.getKey(), value.isContainerNode() ? "" + value : value.asText());
      }
    }
    for (JsonNode jvm : document.path("jvms")) {
      StringBuilder flags = new StringBuilder();
      jvm.path("flags").forEach(flag -> flags.append(' ').append(flag.asText()));
      JsonNode says = jvm.path("says");
      definition(
          page,
          jvm.path("name").asText(),
          says.path(says.size() - 1).asText()
              + ", flags:"
              + (flags.length() == 0 ? " none" : flags));
    }
    page.add("</dl>\n");
  }

  private static void definition(Markup page, String term, String text) {
    page.element("dt", term).element("dd", text);
  }

  private static String style() {
    try (InputStream resource =
        Objects.requireNonNull(HtmlReport.class.getResourceAsStream(STYLE))) {
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
