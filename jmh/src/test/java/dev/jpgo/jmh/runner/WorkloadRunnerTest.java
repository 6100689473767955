package dev.jpgo.jmh.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.jmh.workload.Program;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkloadRunnerTest {
  private static final int ITERATIONS = 200;

  /** Iterations are shorter than the steps in which the system counts. */
  @Test
  void processorTimesOfShortIterationsAddUp() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CpuClock clock = CpuClock.ofThisThread();
    long before = clock.nanos();
    WorkloadRunner.run(Program.GETTER_CHAIN_BY_HAND, 0, ITERATIONS, new PrintStream(out));
    long whole = clock.nanos() - before;

    List<String> lines =
        out.toString(StandardCharsets.UTF_8)
            .lines()
            .filter(line -> line.startsWith("{\"i\""))
            .toList();
    assertEquals(ITERATIONS, lines.size());
    long sum = 0;
    for (String line : lines) {
      sum += new ObjectMapper().readTree(line).path("cpu").asLong();
    }
    assertTrue(sum <= whole, sum + " ns in iterations, " + whole + " in all");
    assertTrue(sum > whole / 2, sum + " ns in iterations, " + whole + " in all");
  }
}
