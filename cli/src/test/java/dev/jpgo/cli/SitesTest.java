package dev.jpgo.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.core.profile.ProfileMerger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values and locks as each command tells them. */
class SitesTest {
  @TempDir private Path folder;
  private String file = "";

  @BeforeEach
  void aProfileWithLocksIsThere() throws IOException {
    file = write("locks.jpgo", ProfileFixture.locking(60, "shop/Book"));
  }

  private String write(String name, Profile profile) throws IOException {
    Path path = folder.resolve(name);
    ProfileFile.write(path, profile);
    return path.toString();
  }

  @Test
  void showHasALineForEach() {
    String out = run("show", file);
    for (String line :
        List.of(
            " value @3 x 90: 1 66.7%, -7 22.2%, others 11.1%\n",
            " lock @5 x 90: own 75.0%, free-or-other 25.0%\n",
            " monitor @5 x 80: [Lshop.Toy; 50.0%, shop.Book 50.0%\n",
            " lock @entry x 100\n",
            " monitor @entry x 100: shop.Cart 99.0%, shop.Bag 1.0%\n")) {
      assertTrue(out.contains(line), out);
    }
  }

  @Test
  void bytecodeHasThemAtTheirInstructions() {
    String out = run("show", "--bytecode", file);
    assertTrue(out.contains("  on entry: monitor: shop.Cart 99.0%, shop.Bag 1.0%\n"), out);
    String lock = "5: nop   // lock: own 75.0%, free-or-other 25.0%; monitor: [Lshop.Toy; 50.0%, ";
    assertTrue(out.contains(lock), out);
    assertTrue(out.contains("3: nop   // value: 1 66.7%, -7 22.2%, others 11.1%\n"), out);
    assertFalse(out.contains("lock: \n") || out.contains("lock: ;"), out);
  }

  @Test
  void jsonHasKindsAndSites() throws IOException {
    JsonNode methods = new ObjectMapper().readTree(run("show", "--json", file)).get("methods");
    JsonNode sites = methods.get(0).get("sites");
    assertEquals(5, sites.size(), methods::toString);
    assertEquals("value", sites.at("/0/kind").asText());
    assertEquals("-7", sites.at("/0/types/1/class").asText());
    assertEquals("lock", sites.at("/3/kind").asText());
    assertEquals(65_535, sites.at("/3/site").asInt());
    assertEquals(0, sites.at("/3/types").size());
    assertEquals("monitor", sites.at("/4/kind").asText());
  }

  @Test
  void sitesAreExported() throws IOException {
    Path out = folder.resolve("sites.csv");
    run("export", "--format", "sites", "-o", out.toString(), file);
    String total = "shop.Cart,total,(I)I,app,0000000000000007,";
    assertEquals(
        List.of(
            total + "value,3,90,1,60",
            total + "value,3,90,-7,20",
            total + "value,3,90,,10",
            total + "lock,5,90,own,60",
            total + "lock,5,90,free-or-other,20",
            total + "lock,5,90,,10",
            total + "monitor,5,80,[Lshop.Toy;,40",
            total + "monitor,5,80,shop.Book,40",
            total + "lock,65535,100,,100",
            total + "monitor,65535,100,shop.Cart,99",
            total + "monitor,65535,100,shop.Bag,1"),
        Files.readAllLines(out).stream()
            .filter(line -> line.startsWith(total) && !line.contains(",call,"))
            .toList());
  }

  @Test
  void diffComparesWhatBothHaveLookedAt() throws IOException {
    String other = write("other.jpgo", ProfileFixture.locking(20, "shop/Book"));
    JsonNode json = new ObjectMapper().readTree(run("diff", "--json", file, other));
    assertEquals(1, json.get("sites").size(), json::toString);
    assertEquals("lock", json.at("/sites/0/kind").asText());
    assertEquals(0.5, json.at("/sites/0/change").asDouble(), 1e-9); // own: 60 of 80, 20 of 80
    String out = run("diff", file, other);
    assertTrue(
        out.contains("lock @5: own 75.0%, free-or-other 25.0% -> free-or-other 75.0%, own "), out);
    String none = write("none.jpgo", ProfileFixture.locking(-1, "shop/Book"));
    assertEquals(
        0, new ObjectMapper().readTree(run("diff", "--json", file, none)).get("sites").size());
  }

  @Test
  void theReportTellsThem() throws IOException {
    Path out = folder.resolve("page.html");
    run("report", "-o", out.toString(), file);
    String page = Files.readString(out);
    for (String line :
        List.of(
            "values at 3: 1 66.7%, -7 22.2%, others 11.1%<",
            "monitor entered 90 times at 5: own 75.0%, free-or-other 25.0%<",
            "classes locked at 5: [Lshop.Toy; 50.0%, shop.Book 50.0%<",
            "monitor entered 100 times at entry<")) {
      assertTrue(page.contains(line), page);
    }
  }

  @Test
  void aDroppedClassIsNotNamedWhereItWasLocked() throws IOException {
    Path out = folder.resolve("left.jpgo");
    run("filter", "--drop", "shop.Toy", "--drop", "shop.Bag", "-o", out.toString(), file);
    Profile left = ProfileFile.read(out);
    assertFalse(left.toString().contains("Toy") || left.toString().contains("Bag"), left + "");
    assertTrue(run("show", out.toString()).contains("monitor @5 x 80: shop.Book 50.0%, others"));
    assertTrue(run("show", out.toString()).contains("lock @5 x 90: own 75.0%"));
  }

  @Test
  void theyMergeAndComeThroughStrip() throws IOException {
    Profile locking = ProfileFixture.locking(60, "shop/Book");
    String twice = write("twice.jpgo", ProfileMerger.merge(locking, locking));
    Path out = folder.resolve("stripped.jpgo");
    run("strip", "-o", out.toString(), twice);
    assertTrue(run("show", out.toString()).contains(" lock @5 x 180: own 75.0%, free-or-other"));
    assertTrue(run("show", out.toString()).contains(" lock @entry x 200\n"));
  }

  private static String run(String... arguments) {
    CommandRun run = CommandRun.of(arguments);
    assertEquals(0, run.exitCode(), run.err());
    return run.out();
  }
}
