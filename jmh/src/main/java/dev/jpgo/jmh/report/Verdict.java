package dev.jpgo.jmh.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Set;

/**
 * What a document says about us: whether programs ran and computed the same. Peers do not count.
 */
public enum Verdict {
  /** All ran, all alike. */
  GOOD,
  /** A JVM failed. */
  FAILED,
  /** Something else was computed. */
  DIFFERENT;

  private static final Set<String> OURS = Set.of("base", "noshare", "control", "agent");

  /** The worst that happened. */
  public static Verdict of(JsonNode document) {
    Set<String> ours = new HashSet<>();
    for (JsonNode variant : document.path("variants")) {
      if (OURS.contains(variant.path("kind").asText())) {
        ours.add(variant.path("name").asText());
      }
    }
    Verdict verdict = GOOD;
    for (JsonNode result : document.path("results")) {
      boolean failed = result.path("failure").isTextual();
      for (JsonNode variant : result.path("variants")) {
        if (ours.contains(variant.path("name").asText())) {
          failed |= variant.path("failure").isTextual();
          JsonNode equal = variant.path("comparison").path("equal");
          if (equal.isBoolean() && !equal.asBoolean()) {
            return DIFFERENT;
          }
        }
      }
      verdict = failed ? FAILED : verdict;
    }
    return verdict;
  }
}
