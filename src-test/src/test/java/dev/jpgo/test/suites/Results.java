package dev.jpgo.test.suites;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The table of a run, kept as text; a suite that is run again replaces its row. */
final class Results {
  private static final String HEAD =
      """
      | suite | VM | passed | failed | skipped or aborted | flaky | different | to tier 1 | to tier 2 |
      |---|---|---:|---:|---:|---|---|---:|---:|
      """;

  private Results() {}

  static void add(
      Suite suite,
      Vm vm,
      Outcomes plain,
      Set<String> flaky,
      Set<String> different,
      JsonNode figures)
      throws IOException {
    Path file = ForkedJvm.projectRoot().resolve("src-test/target/suites.md");
    Map<String, String> rows = new TreeMap<>();
    if (Files.exists(file)) {
      Files.readString(file).lines().skip(2).forEach(row -> rows.put(key(row), row));
    }
    String row =
        String.format(
            Locale.ROOT,
            "| %s | %s | %d | %d | %d | %s | %s | %d | %d |",
            suite,
            vm,
            plain.count("SUCCESSFUL"),
            plain.count("FAILED"),
            plain.count("SKIPPED") + plain.count("ABORTED"),
            flaky.isEmpty() ? "none" : String.join(" ", flaky),
            different.isEmpty() ? "none" : String.join(" ", different),
            figures.at("/promotions/tier1").asInt(),
            figures.at("/promotions/tier2").asInt());
    rows.put(key(row), row);
    Files.writeString(file, HEAD + String.join("\n", rows.values()) + "\n");
  }

  /** Suite and VM. */
  private static String key(String row) {
    return row.substring(0, row.indexOf('|', row.indexOf('|', 1) + 1));
  }
}
