package dev.jpgo.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.core.profile.ProfileMerger;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/** The page as text, and as a browser shows it. */
class ReportTest {
  /** Measures what the browser has laid out, and leaves the result in the document. */
  private static final String MEASURE =
      """
      <script>
      const box = e => e.getBoundingClientRect();
      const all = s => [...document.querySelectorAll(s)];
      const flame = box(document.querySelector('.flame'));
      const inside = r => r.left >= flame.left - 1 && r.right <= flame.right + 1
          && r.top >= flame.top - 1 && r.bottom <= flame.bottom + 1;
      const result = {
        title: document.title,
        fetched: performance.getEntriesByType('resource').length,
        boxes: all('.flame div').map(e => ({
          text: e.textContent, kind: e.className, width: box(e).width / flame.width,
          left: (box(e).left - flame.left) / flame.width, bottom: flame.bottom - box(e).bottom,
          inside: inside(box(e)), color: getComputedStyle(e).backgroundColor })),
        areas: all('.counts path').map(e => ({ kind: e.className.baseVal,
          width: e.getBBox().width, height: e.getBBox().height })),
        spans: all('.bar div').map(e => ({ kind: e.className, title: e.title,
          left: (box(e).left - box(e.parentElement).left) / box(e.parentElement).width,
          width: box(e).width / box(e.parentElement).width })),
        before: all('details ul').map(e => e.checkVisibility()),
      };
      all('details').forEach(e => e.open = true);
      result.after = all('details ul').map(e => e.checkVisibility());
      result.wide = document.documentElement.scrollWidth > window.innerWidth;
      const pre = document.createElement('pre');
      pre.id = 'result';
      pre.textContent = JSON.stringify(result);
      document.body.append(pre);
      </script></body>""";

  @TempDir Path folder;
  private String page = "";

  @BeforeEach
  void thePageIsThere() throws IOException {
    Path file = folder.resolve("run.jpgo");
    ProfileFixture.write(file, 3);
    Path out = folder.resolve("report.html");
    CommandRun run = CommandRun.of("report", "-o", out.toString(), file.toString());
    assertEquals(0, run.exitCode(), run.err());
    page = Files.readString(out);
  }

  @Test
  void itIsOneWellFormedPageThatNeedsNothingElse() throws Exception {
    String text = text(page);
    assertTrue(text.contains("shop.Book.price()I line 40, 70 times: inlined, one target"), text);
    assertTrue(text.contains("shop.Tax.of(I)I 70 times: not inlined, too large"), text);
    assertTrue(text.contains("          90     7: invokevirtual x\n"), text);
    assertTrue(text.contains("receivers at 7: shop.Book 70.0%, others 30.0%"), text);
    assertFalse(page.contains("http") || page.contains("<script"), "nothing from elsewhere");
  }

  @Test
  void whatTypeTestsMetIsThere() throws Exception {
    Path file = folder.resolve("testing.jpgo");
    ProfileFile.write(file, ProfileFixture.testing("shop/Toy"));
    Path out = folder.resolve("testing.html");
    CommandRun run = CommandRun.of("report", "-o", out.toString(), file.toString());
    assertEquals(0, run.exitCode(), run.err());
    String text = text(Files.readString(out));
    assertTrue(text.contains("classes tested at 3: shop.Toy 50.0%, others 50.0%"), text);
  }

  @Test
  void everyChangeOfATierIsThereWithItsTimeAndReason() throws Exception {
    String text = text(page);
    assertTrue(text.contains("3 changes"), text);
    assertTrue(text.contains("0.30 s0 \u2192 1shop.Cart.total(I)Icalled often"), text);
    assertTrue(text.contains("0.60 s1 \u2192 2shop.Cart.total(I)Iprofiled"), text);
    assertTrue(text.contains("1.20 s2 \u2192 1shop.Cart.total(I)Islow path taken 9 times"), text);
    assertTrue(text.contains("Up to 1 methods at once"), text);
  }

  @Test
  void aMergedProfileSaysThatItShowsOneRunOfEachMethod() throws Exception {
    assertFalse(text(page).contains("Merged of"));
    Path merged = folder.resolve("merged.jpgo");
    Profile one = ProfileFixture.profile(1);
    ProfileFile.write(merged, ProfileMerger.merge(one, ProfileFixture.profile(2)));
    Path out = folder.resolve("merged.html");
    assertEquals(0, CommandRun.of("report", "-o", out + "", merged + "").exitCode());
    String text = text(Files.readString(out));
    assertTrue(text.contains("Merged of 2 runs. Of each method that run is shown"), text);
    assertTrue(text.contains("3 changes"), text);
  }

  @Test
  void aProfileWithoutChangesSaysSo() throws Exception {
    Path bare = folder.resolve("bare.jpgo");
    ProfileFile.write(bare, new Profile(ProfileFixture.profile(1).origins(), List.of()));
    Path out = folder.resolve("bare.html");
    assertEquals(0, CommandRun.of("report", "-o", out + "", bare + "").exitCode());
    assertTrue(text(Files.readString(out)).contains("none of it was recorded"));
  }

  @Test
  void aBrowserLaysItOutAsItIsMeant() throws Exception {
    Path measured = folder.resolve("measured.html");
    Files.writeString(measured, page.replace("</body>", MEASURE));
    String dom = Browser.dump(measured, folder);
    int start = dom.indexOf("<pre id=\"result\">") + "<pre id=\"result\">".length();
    String json = dom.substring(start, dom.indexOf("</pre>", start));
    json = json.replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&");
    JsonNode seen = new ObjectMapper().readTree(json);
    assertEquals("jpgo profile", seen.get("title").asText());
    assertEquals(0, seen.get("fetched").asInt(), "nothing is fetched");
    assertFalse(seen.get("wide").asBoolean(), "no scrolling sideways");
    flames(seen.get("boxes"));
    tiers(seen);
    assertTrue(seen.get("before").size() > 0, json);
    for (JsonNode visible : seen.get("before")) {
      assertFalse(visible.asBoolean(), "folded away at first");
    }
    for (JsonNode visible : seen.get("after")) {
      assertTrue(visible.asBoolean(), "there when it is unfolded");
    }
  }

  /** 243 executions: 240 of the cart's method and what stands on it, 3 of main. */
  private static void flames(JsonNode boxes) {
    assertEquals(4, boxes.size(), boxes.toString());
    for (JsonNode box : boxes) {
      assertTrue(box.get("inside").asBoolean(), box.toString());
    }
    check(boxes.get(0), "Cart.total", "t2", 240, 0);
    check(boxes.get(1), "Book.price", "in", 140, 17);
    check(boxes.get(2), "Tax.of", "out", 70, 34);
    check(boxes.get(3), "Main.main", "t0", 3, 0);
    assertEquals(240 / 243.0, boxes.get(3).get("left").asDouble(), 0.01);
    assertEquals("rgb(248, 177, 149)", boxes.get(0).get("color").asText());
  }

  private static void check(JsonNode box, String text, String kind, int executions, int bottom) {
    assertTrue(box.get("text").asText().startsWith(text), box.toString());
    assertEquals(kind, box.get("kind").asText());
    assertEquals(executions / 243.0, box.get("width").asDouble(), 0.01, box.toString());
    assertEquals(bottom, box.get("bottom").asDouble(), 1, box.toString());
  }

  /** One and a half seconds: in tier 1 from 0.3, in 2 from 0.6 to 1.2. */
  private static void tiers(JsonNode seen) {
    assertEquals(3, seen.get("spans").size(), seen.toString());
    span(seen.get("spans").get(0), "t1", 0.2, 0.2);
    span(seen.get("spans").get(1), "t2", 0.4, 0.4);
    span(seen.get("spans").get(2), "t1", 0.8, 0.2);
    assertEquals(2, seen.get("areas").size());
    for (JsonNode area : seen.get("areas")) {
      assertEquals(1000, area.get("width").asDouble(), 1, "from start to end");
      assertEquals(160, area.get("height").asDouble(), 1, "up to the one method there is");
    }
  }

  private static void span(JsonNode span, String kind, double left, double width) {
    assertEquals(kind, span.get("kind").asText());
    assertEquals(left, span.get("left").asDouble(), 0.01, span.toString());
    assertEquals(width, span.get("width").asDouble(), 0.01, span.toString());
  }

  private static String text(String page) throws Exception {
    String xml = page.substring(page.indexOf('\n'));
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    return document.getDocumentElement().getTextContent();
  }
}
