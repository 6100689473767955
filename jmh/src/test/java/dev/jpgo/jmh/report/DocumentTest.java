package dev.jpgo.jmh.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jpgo.jmh.driver.Metric;
import dev.jpgo.jmh.driver.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentTest {
  @TempDir Path folder;

  /** Keys may be added within a version; then this file changes. None is taken away. */
  @Test
  void theShapeIsTheOneThatIsDocumented() throws IOException {
    try (InputStream golden = DocumentTest.class.getResourceAsStream("shape.txt")) {
      String expected = new String(golden.readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(expected, shape(Sample.document(false)));
    }
  }

  @Test
  void whatWasWrittenCanBeShownAgain() throws IOException {
    JsonNode document = Sample.document(true);
    Path file = folder.resolve("result.json");
    Document.write(document, file);
    assertEquals(ResultTables.of(document), ResultTables.of(Document.read(file)));
  }

  @Test
  void whatIsNoResultIsRefused() throws IOException {
    Path notes = Files.writeString(folder.resolve("notes"), "some notes");
    assertThrows(IllegalArgumentException.class, () -> Document.read(notes));
    Path other = Files.writeString(folder.resolve("other"), "{\"a\":1}");
    assertThrows(IllegalArgumentException.class, () -> Document.read(other));
    Path newer =
        Files.writeString(folder.resolve("new"), "{\"format\":\"jpgo-bench\",\"version\":2}");
    assertThrows(IllegalArgumentException.class, () -> Document.read(newer));
  }

  @Test
  void tablesNameWhatFailedAndWhatCouldNotBeHad() {
    String text = ResultTables.of(Sample.document(false));
    assertTrue(text.contains("FAILED"), text);
    assertTrue(text.contains("failed: h2 on 17-xint, jacoco: exit code 1"), text);
    assertTrue(text.contains("not measured: graal on 17-xint: C2 does not run here"), text);
    assertTrue(text.contains("2.00x"), text);
  }

  @Test
  void onlyTheAgentAndItsControlsAreHeldToTheirResults() {
    assertEquals(Verdict.GOOD, Verdict.of(Sample.document(false)));
    assertEquals(Verdict.DIFFERENT, Verdict.of(Sample.different(Variant.AGENT)));
    Variant peer = Variant.of(Variant.Kind.R8);
    assertEquals(Verdict.GOOD, Verdict.of(Sample.different(peer)));
    assertTrue(ResultTables.of(Sample.different(peer)).contains("DIFFERS"));
  }

  @Test
  void everyMetricIsInTheDocuments() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "benchmarks.md"));
    for (Metric metric : Metric.values()) {
      assertTrue(page.contains("`" + metric.key() + "`"), metric.key());
    }
  }

  /** Every path to a value, sorted, without what the machine decides about. */
  private static String shape(ObjectNode document) {
    document.set("machine", Document.object());
    TreeSet<String> paths = new TreeSet<>();
    collect(document, "", paths);
    return String.join("\n", paths) + "\n";
  }

  private static void collect(JsonNode node, String path, TreeSet<String> paths) {
    if (node.isArray()) {
      node.forEach(element -> collect(element, path + "[]", paths));
    } else if (node.isObject()) {
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        collect(field.getValue(), path + "." + field.getKey(), paths);
      }
    }
    if (!path.isEmpty() && !node.isContainerNode()) {
      paths.add(path.substring(1));
    }
  }
}
