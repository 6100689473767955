package dev.jpgo.jmh.experiment;

import com.fasterxml.jackson.databind.JsonNode;

/** How many methods were in each tier at the end. */
final class Tiers {
  private Tiers() {}

  /** As a cell of a table; a dash without an agent. */
  static String of(JsonNode stats) {
    JsonNode methods = stats.path("methods");
    if (methods.isMissingNode()) {
      return "-";
    }
    return methods.path("tier0").asLong()
        + " / "
        + methods.path("tier1").asLong()
        + " / "
        + methods.path("tier2").asLong();
  }
}
