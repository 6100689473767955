package dev.jpgo.jmh.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ReportTest {
  @Test
  void aRowIsALineOfTheTableAndAnObjectOfTheJson() {
    Report report = new Report("name", "ms");
    report.row("base", 12.3456);
    assertEquals("| name | ms |\n|---|---|\n| base | 12.3 |\n", report.markdown());
    assertEquals("base", report.json().get(0).path("name").asText());
    assertEquals(12.3456, report.json().get(0).path("ms").asDouble());
  }

  @Test
  void aNumberThatIsNotKnownIsADash() {
    assertEquals("-", Report.text(Double.NaN));
  }

  @Test
  void numbersKeepThreeDigits() {
    assertEquals("0.12", Report.text(0.123));
    assertEquals("12.3", Report.text(12.34));
    assertEquals("1235", Report.text(1234.5678));
  }

  @Test
  void aRowNeedsACellForEachColumn() {
    Report report = new Report("name", "ms");
    assertThrows(IllegalArgumentException.class, () -> report.row("base"));
  }
}
