package dev.jpgo.cli.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class BenchCommandTest {
  @Test
  void withoutACommandOfTheJarsItCompares() {
    assertEquals(List.of("bench"), BenchCommand.ofJar(List.of()));
    assertEquals(
        List.of("bench", "--", "-jar", "app.jar"),
        BenchCommand.ofJar(List.of("--", "-jar", "app.jar")));
    assertEquals(
        List.of("experiment", "locks", "--count", "1"),
        BenchCommand.ofJar(List.of("experiment", "locks", "--count", "1")));
  }
}
