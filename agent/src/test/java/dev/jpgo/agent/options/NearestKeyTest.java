package dev.jpgo.agent.options;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestKeyTest {
  private static final List<String> KNOWN = List.of("out", "delay", "use", "--out", "--json");

  @ParameterizedTest
  @CsvSource({
    "DELAY, delay",
    "dely, delay",
    "dleay, delay",
    "delayed, delay",
    "uot, out",
    "us, use",
    "--jsno, --json",
    "Out, out",
    "--bogus, ''",
    "foo, ''",
    "x, ''",
    "-x, ''",
    "'', ''",
    "display, ''"
  })
  void whatIsNearIsNamed(String word, String nearest) {
    assertEquals(nearest, NearestKey.among(word, KNOWN));
  }
}
