package dev.jpgo.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.core.profile.Profile;
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
    for (String what : new String[] {"calls", "edges", "receivers", "typeTests", "hotSet"}) {
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
    assertTrue(
        out.contains("  0.000%   80.000%   100.000%      0.000%  both    shop.Cart.total(I)I\n"),
        out);
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

  @Test
  void profilesWithoutCallsAreAlike() throws IOException {
    String none = folder.resolve("none.jpgo").toString();
    ProfileFile.write(Path.of(none), new Profile(List.of(), List.of()));
    assertEquals(1, json("overlap", "--json", none, none).get("calls").asDouble(), 1e-9);
    assertEquals(0, json("overlap", "--json", none, one).get("calls").asDouble(), 1e-9);
  }

  @Test
  void lessThanNoMethodIsRefused() {
    for (String command : List.of("diff", "overlap")) {
      CommandRun run = CommandRun.of(command, "--top", "-1", one, two);
      assertEquals(ExitCode.USAGE, run.exitCode());
      assertEquals("jpgo: --top -1 is not allowed: 0 or more\n", run.err());
    }
  }

  private String testing(String name, String... classes) throws IOException {
    Path file = folder.resolve(name);
    ProfileFile.write(file, ProfileFixture.testing(classes));
    return file.toString();
  }

  @Test
  void overlapCountsWhatTypeTestsMet() throws IOException {
    String books = testing("books.jpgo", "shop/Book");
    String toys = testing("toys.jpgo", "shop/Book", "shop/Toy");
    JsonNode json = json("overlap", "--json", books, toys);
    assertEquals(0.5, json.get("typeTests").asDouble(), 1e-9);
    assertEquals(1, json.get("receivers").asDouble(), 1e-9);
    assertEquals(1, json.get("worst").size());
    assertEquals(0.5, json.at("/worst/0/typeTestsLost").asDouble(), 1e-9);
    assertEquals(0, json.at("/worst/0/receiversLost").asDouble(), 1e-9);
    String out = CommandRun.of("overlap", books, toys).out();
    assertTrue(out.contains("type tests  50.000% in common"), out);
    assertEquals(0, json("overlap", "--json", one, toys).get("typeTests").asDouble(), 1e-9);
  }

  @Test
  void diffNamesSitesThatSawOtherClasses() throws IOException {
    String books = testing("books.jpgo", "shop/Book");
    String toys = testing("toys.jpgo", "shop/Toy", "[Lshop/Toy;");
    JsonNode json = json("diff", "--json", books, toys);
    assertEquals(0, json.get("different").asInt());
    assertEquals(1, json.get("sitesDifferent").asInt());
    JsonNode site = json.at("/sites/0");
    assertEquals("shop.Cart.total(I)I", site.get("method").asText());
    assertEquals("type test", site.get("kind").asText());
    assertEquals(3, site.get("site").asInt());
    assertEquals(0.66, site.get("change").asDouble(), 1e-9); // 50 books are now 66 toys
    assertEquals(100, site.get("totalBefore").asLong());
    assertEquals("shop.Book", site.at("/typesBefore/0/class").asText());
    assertEquals(33, site.at("/typesAfter/1/count").asLong());
    String out = CommandRun.of("diff", books, toys).out();
    assertTrue(out.contains("instructions that saw something else, or in other shares: 1\n"), out);
    String line = " 66.000%             100             100  shop.Cart.total(I)I type test @3: ";
    assertTrue(out.contains(line + "shop.Book 50.0%, others 50.0% -> [Lshop.Toy; 33.0%, "), out);
  }

  @Test
  void diffNamesCallsToo() throws IOException {
    Path other = folder.resolve("other.jpgo");
    ProfileFile.write(
        other,
        ProfileFixture.of(
            100, List.of(90L, 10L), List.of(new TypeHistogram.Entry("shop/Toy", 70))));
    JsonNode json = json("diff", "--json", one, other.toString());
    assertEquals(1, json.get("sites").size());
    assertEquals("call", json.at("/sites/0/kind").asText());
    assertEquals(0.7, json.at("/sites/0/change").asDouble(), 1e-9);
    assertEquals(0, json("diff", "--json", one, two).get("sitesDifferent").asInt());
  }

  private static JsonNode json(String... arguments) throws IOException {
    CommandRun run = CommandRun.of(arguments);
    assertEquals(0, run.exitCode(), run.err());
    return new ObjectMapper().readTree(run.out());
  }
}
