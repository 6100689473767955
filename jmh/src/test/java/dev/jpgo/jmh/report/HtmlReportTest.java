package dev.jpgo.jmh.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class HtmlReportTest {
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void thePageIsWellFormedAndHasAPlotForEachResult(boolean duet) throws Exception {
    String page = HtmlReport.of(Sample.document(duet));
    Document parsed = parse(page);
    assertEquals("html", parsed.getDocumentElement().getTagName());
    assertEquals(3, parsed.getElementsByTagName("svg").getLength());
    assertTrue(parsed.getElementsByTagName("path").getLength() > 10);
  }

  @Test
  void thePageNeedsNothingFromElsewhere() {
    String page = HtmlReport.of(Sample.document(false));
    assertFalse(page.contains("<script"));
    assertFalse(page.contains(" src="));
    assertFalse(page.contains("<link"));
    assertFalse(page.replace("http://www.w3.org/1999/xhtml", "").contains("http"));
  }

  @Test
  void whatLooksLikeMarkupIsShownAsItIs() {
    String page = HtmlReport.of(Sample.document(false));
    assertTrue(page.contains("--programs &lt;h2&gt;"), page);
    assertTrue(page.contains("a &amp; b"), page);
  }

  @Test
  void axesHaveRoundTicksWithinTheirEnds() {
    assertEquals(List.of(0.5, 1.0, 2.0), Axis.of(0.4, 3, 0, 100, true).ticks());
    assertEquals(List.of(0.0, 20.0, 40.0, 60.0, 80.0), Axis.of(0, 90, 0, 1, false).ticks());
    assertEquals(50, Axis.of(0.1, 10, 0, 100, true).place(1), 1e-9);
    assertEquals(100, Axis.of(0, 10, 0, 100, false).place(11));
  }

  @Test
  void ticksAreWrittenWithoutNeedlessDigits() {
    assertEquals("0.5", Axis.label(0.5));
    assertEquals("20", Axis.label(20));
    assertEquals("0", Axis.label(0));
    assertEquals("1500", Axis.label(1500));
  }

  private static Document parse(String page) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    return factory.newDocumentBuilder().parse(new InputSource(new StringReader(page)));
  }
}
