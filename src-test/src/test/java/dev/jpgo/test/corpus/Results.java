package dev.jpgo.test.corpus;

import dev.jpgo.test.vm.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The table of a run, kept as text; a corpus that is taken again replaces its row. */
final class Results {
  private static final String HEAD =
      """
      | code | classes | linked | methods | left alone | bytes before | bytes after | ratio |
      |---|---:|---:|---:|---|---:|---:|---:|
      """;

  private Results() {}

  /** Adds a row. */
  static void add(String name, RoundTrip trip, LinkRun run) throws IOException {
    Path file = ForkedJvm.projectRoot().resolve("src-test/target/round-trip.md");
    Map<String, String> rows = new TreeMap<>();
    if (Files.exists(file)) {
      Files.readString(file)
          .lines()
          .skip(2)
          .forEach(row -> rows.put(row.substring(0, row.indexOf('|', 1)), row));
    }
    String row =
        String.format(
            Locale.ROOT,
            "| %s | %d | %d | %d | %s | %d | %d | %.4f |",
            name,
            trip.classes().size(),
            run.linked(),
            trip.methods(),
            trip.refused().isEmpty() ? "none" : trip.refused(),
            trip.bytesBefore(),
            trip.bytesAfter(),
            trip.bytesAfter() / (double) trip.bytesBefore());
    rows.put(row.substring(0, row.indexOf('|', 1)), row);
    Files.writeString(file, HEAD + String.join("\n", rows.values()) + "\n");
  }
}
