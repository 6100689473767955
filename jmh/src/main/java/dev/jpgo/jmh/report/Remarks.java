package dev.jpgo.jmh.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What a reader of the tables must know besides: what failed, differs or could not be had. */
final class Remarks {
  /** Of the processors: above this share others take time from what is measured. */
  private static final double BUSY = 0.5;

  private Remarks() {}

  /** Lines, in the order of the results. */
  static List<String> of(JsonNode document) {
    List<String> lines = new ArrayList<>();
    for (JsonNode result : document.path("results")) {
      String place = place(result);
      if (result.path("failure").isTextual()) {
        lines.add(indented("failed: " + result.path("failure").asText()));
      }
      for (JsonNode variant : result.path("variants")) {
        String name = variant.path("name").asText();
        if (variant.path("failure").isTextual() && !result.path("failure").isTextual()) {
          lines.add(indented("failed: " + variant.path("failure").asText()));
        }
        JsonNode equal = variant.path("comparison").path("equal");
        if (equal.isBoolean() && !equal.asBoolean()) {
          String how = variant.path("comparison").path("difference").asText("another result");
          lines.add("DIFFERS: " + place + ", " + name + ": " + how);
        }
      }
      for (JsonNode remark : result.path("remarks")) {
        lines.add(place + ": " + remark.asText());
      }
    }
    Set<String> absent = new LinkedHashSet<>();
    for (JsonNode entry : document.path("unavailable")) {
      absent.add(
          "not measured: "
              + entry.path("variant").asText()
              + " on "
              + entry.path("vm").asText()
              + ": "
              + entry.path("reason").asText());
    }
    lines.addAll(absent);
    lines.addAll(ByHand.of(document));
    JsonNode machine = document.path("machine");
    double load = machine.path("loadBefore").asDouble();
    if (load > machine.path("processors").asDouble(1) * BUSY) {
      lines.add(
          String.format(
              Locale.ROOT,
              "the machine was busy before anything began: load %.1f on %d processors",
              load,
              machine.path("processors").asInt()));
    }
    if (unsteady(document)) {
      lines.add(
          "steady NO: a run of the base or of the variant had not settled; its last third was"
              + " taken");
    }
    return lines;
  }

  private static String indented(String lines) {
    return lines.strip().replace("\n", "\n  ");
  }

  /** Where a result belongs, in words. */
  static String place(JsonNode result) {
    return result.path("program").asText() + " on " + result.path("vm").asText();
  }

  private static boolean unsteady(JsonNode document) {
    for (JsonNode steady : document.findValues("steady")) {
      if (steady.isBoolean() && !steady.asBoolean()) {
        return true;
      }
    }
    return false;
  }
}
