package dev.jpgo.agent.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers as JSON has them. */
class JsonTextTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0.000",
    "1.5, 1.500",
    "12.0004, 12.000",
    "0.9996, 1.000",
    "-0.0001, 0.000",
    "-0.25, -0.250",
    "-1234.5678, -1234.568"
  })
  void numbersHaveThreeDigitsAfterThePoint(double number, String expected) {
    JsonText json = new JsonText();
    json.open('[').value(number).close(']');
    assertEquals("[" + expected + "]", json.toString().replaceAll("\\s", ""));
  }
}
