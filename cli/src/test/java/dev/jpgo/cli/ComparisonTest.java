package dev.jpgo.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {
  @TempDir Path folder;
  private String one;
  private String two;

  @BeforeEach
  void profilesAreThere() throws IOException {
    one = ProfileFixture.write(folder.resolve("one.jpgo"), 100);
    two = ProfileFixture.write(folder.resolve("two.jpgo"), 300);
  }

  @Test
  void aProfileOverlapsWithItselfWhole() throws IOException {
    JsonNode json = json("overlap", "--json", one, one);
    for (String what : new String[] {"calls", "edges", "receivers", "hotSet"}) {
      assertEquals(1, json.get(what).asDouble(), 1e-9, what);
    }
    assertEquals(0, json.get("worst").size());
  }

  @Test
  void overlapIsTheSmallerShareOfEach() throws IOException {
    JsonNode json = json("overlap", "--json", one, two);
    assertEquals(0.75, json.get("calls").asDouble(), 1e-9);
    assertEquals(1, json.get("receivers").asDouble(), 1e-9);
    assertEquals(2, json.get("worst").size());
    String out = CommandRun.of("overlap", one, two).out();
    assertTrue(out.contains("calls       75.000% in common"), out);
  }

  @Test
  void diffNamesWhatChangedMostFirst() throws IOException {
    JsonNode json = json("diff", "--json", one, two);
    assertEquals(2, json.get("different").asInt());
    assertEquals(0.25, json.at("/methods/0/shareAfter").asDouble(), 1e-9);
    assertEquals("shop.Cart.total(I)I", json.at("/methods/0/method").asText());
    CommandRun run = CommandRun.of("diff", one, two);
    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("  50.000%    75.000%   +25.000"), run.out());
    assertEquals(0, json("diff", "--json", one, one).get("different").asInt());
  }

  private static JsonNode json(String... arguments) throws IOException {
    CommandRun run = CommandRun.of(arguments);
    assertEquals(0, run.exitCode(), run.err());
    return new ObjectMapper().readTree(run.out());
  }
}
