package dev.jpgo.test.suites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** How each test of a run ended, by unique id. */
record Outcomes(Map<String, String> byId) {
  /**
   * Reads what {@link SuiteMain} wrote. A test that ran more than once under one id has all its
   * outcomes.
   */
  static Outcomes read(Path file) throws IOException {
    Map<String, List<String>> all = new TreeMap<>();
    for (String line : Files.readAllLines(file)) {
      String[] parts = line.split("\t", -1);
      all.computeIfAbsent(parts[0], id -> new ArrayList<>()).add(parts[1]);
    }
    Map<String, String> byId = new TreeMap<>();
    all.forEach(
        (id, outcomes) -> {
          Collections.sort(outcomes);
          byId.put(id, String.join(" ", outcomes));
        });
    return new Outcomes(byId);
  }

  /** Ids of tests that ended otherwise in the other run, or ran in one alone. */
  Set<String> differences(Outcomes other) {
    Set<String> different = new TreeSet<>();
    for (Map.Entry<String, String> entry : byId.entrySet()) {
      if (!entry.getValue().equals(other.byId.get(entry.getKey()))) {
        different.add(entry.getKey());
      }
    }
    different.addAll(other.byId.keySet());
    different.removeIf(id -> byId.getOrDefault(id, "").equals(other.byId.get(id)));
    return different;
  }

  long count(String outcome) {
    return byId.values().stream().filter(outcome::equals).count();
  }
}
