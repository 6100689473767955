package dev.jpgo.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.core.profile.TypeHistogram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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
  void theWorstMethodsAreThoseThatDifferMostInAnything() throws IOException {
    JsonNode worst = json("overlap", "--json", one, two).get("worst");
    assertEquals(0.125, worst.at("/0/callsLost").asDouble(), 1e-9);
    assertEquals(0, worst.at("/0/edgesLost").asDouble(), 1e-9);
    assertEquals("both", worst.at("/0/hot").asText());
    String other = folder.resolve("other.jpgo").toString();
    ProfileFile.write(
        Path.of(other),
        ProfileFixture.of(100, List.of(10L, 90L), List.of(new TypeHistogram.Entry("shop/Toy", 9))));
    JsonNode unlike = json("overlap", "--json", one, other).get("worst");
    assertEquals(1, unlike.size());
    assertEquals("shop.Cart.total(I)I", unlike.at("/0/method").asText());
    assertEquals(0, unlike.at("/0/callsLost").asDouble(), 1e-9);
    assertEquals(0.8, unlike.at("/0/edgesLost").asDouble(), 1e-9);
    assertEquals(1, unlike.at("/0/receiversLost").asDouble(), 1e-9);
    String out = CommandRun.of("overlap", one, other).out();
    assertTrue(out.contains("  0.000%   80.000%   100.000%  both    shop.Cart.total(I)I\n"), out);
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
