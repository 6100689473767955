package dev.jpgo.test.corpus;

import dev.jpgo.test.vm.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The table of a run, kept as text; a corpus that is taken again replaces its rows. */
final class TierResults {
  private static final String HEAD =
      """
      | code | tier | classes | linked | methods | new versions | left alone |
      |---|---|---:|---:|---:|---:|---|
      """;

  private TierResults() {}

  /** Adds a row. */
  static void add(String name, TierVersions.Tier tier, TierVersions versions, LinkRun run)
      throws IOException {
    Path file = ForkedJvm.projectRoot().resolve("src-test/target/tiers.md");
    Map<List<String>, String> rows = new TreeMap<>(TierResults::compare);
    if (Files.exists(file)) {
      Files.readString(file).lines().skip(2).forEach(row -> rows.put(key(row), row));
    }
    String row =
        String.format(
            Locale.ROOT,
            "| %s | %d | %d | %d | %d | %d | %s |",
            name,
            tier.ordinal(),
            versions.classes(),
            run.linked(),
            versions.methods(),
            versions.rewritten(),
            reasons(versions.leftAlone()));
    rows.put(key(row), row);
    Files.writeString(file, HEAD + String.join("\n", rows.values()) + "\n");
  }

  private static String reasons(Map<String, Integer> leftAlone) {
    if (leftAlone.isEmpty()) {
      return "none";
    }
    StringBuilder text = new StringBuilder();
    leftAlone.forEach(
        (reason, count) ->
            text.append(text.isEmpty() ? "" : "; ").append(count).append(": ").append(reason));
    return text.toString();
  }

  /** Corpus and tier. */
  private static List<String> key(String row) {
    String[] cells = row.split("\\|", -1);
    return List.of(cells[1], cells[2]);
  }

  private static int compare(List<String> one, List<String> other) {
    return String.join("", one).compareTo(String.join("", other));
  }
}
