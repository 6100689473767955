package dev.jpgo.jmh.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jpgo.jmh.workload.Program;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final VmSpec VM = new VmSpec("17-xint", Path.of("java"), List.of("-Xint"));

  @Test
  void speedIsBaseTimeOverAgentTime() {
    Comparison comparison = compare(fork(1, 2), fork(1, 1));
    assertEquals(2, comparison.speedup(), 1e-9);
    assertEquals(2, comparison.cpuSpeedup(), 1e-9);
    assertTrue(comparison.checksumEqual());
    assertTrue(comparison.steady());
  }

  @Test
  void differentChecksumsAreReported() {
    Fork other = Fork.of(List.of(new Iteration(1, 1, 43, 1)));
    Comparison comparison = compare(fork(1, 1), other);
    assertFalse(comparison.checksumEqual());
    assertTrue(ComparisonTable.markdown(List.of(comparison)).contains("DIFFERS"));
  }

  @Test
  void jsonHasTheFieldsThatTheDemoPromises() {
    ObjectNode json = compare(fork(1, 1), fork(2, 2)).toJson();
    assertEquals("jackson", json.path("program").asText());
    assertEquals("17-xint", json.path("vm").asText());
    assertTrue(json.path("checksumEqual").asBoolean());
    assertEquals(0.5, json.path("speedup").asDouble(), 1e-9);
    assertTrue(json.path("breakEvenSeconds").isNull());
    assertTrue(json.has("stats"));
  }

  @Test
  void unequalNumbersOfForksAreRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> Comparison.of(Program.JACKSON, VM, arm(List.of(fork(1, 1)), List.of())));
  }

  @Test
  void everyRowOfTheTableIsEquallyWide() {
    String table =
        ComparisonTable.markdown(
            List.of(compare(fork(1, 2), fork(1, 1)), compare(fork(1, 1), fork(1, 30))));
    String[] lines = table.split(System.lineSeparator());
    assertEquals(4, lines.length);
    for (String line : lines) {
      assertEquals(lines[0].length(), line.length());
    }
  }

  private static Comparison compare(Fork base, Fork other) {
    return Comparison.of(Program.JACKSON, VM, arm(List.of(base), List.of(other)));
  }

  private static Arm arm(List<Fork> base, List<Fork> other) {
    return new Arm(Variant.AGENT, false, base, other, "");
  }

  private static Fork fork(double start, double length) {
    return Fork.of(Runs.even(start, 12, length));
  }
}
