package dev.jpgo.jmh.report;

import com.fasterxml.jackson.databind.JsonNode;

/** One page of a {@link Document}. */
public final class HtmlReport {
  private HtmlReport() {}

  /** The page. */
  public static String of(JsonNode document) {
    return "<!DOCTYPE html><html><head><title>jpgo bench</title></head><body><pre>"
        + document.path("format").asText()
        + "</pre></body></html>";
  }
}
