package dev.jpgo.test.soak;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.test.cli.BuiltCommand;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A server under load while the agent comes and goes, methods climb and fall, and loaders are born
 * and die: no wrong answer, and memory stays flat. {@code -Djpgo.soak.periods=N} sets for how many
 * half minutes; the agent comes six times, for a twelfth of them each. The first third does not
 * count, in which classes are loaded and tiered for the first time. What was measured is in {@code
 * target/soak-VM.txt}.
 */
@Tag("proof")
class SoakTest {
  private static final int PERIODS = Integer.getInteger("jpgo.soak.periods", 60);
  private static final int SECONDS = 30;

  /**
   * The VM does not always find a use for the blocks that it frees in a redefinition, whatever the
   * new version is; with each it takes a little more.
   */
  private static final double FRAGMENTATION = 1.15;

  private static final String[] HEAD = {
    "requests",
    "wrong",
    "p50 us",
    "p99 us",
    "max us",
    "heap KB",
    "metaspace KB",
    "metaspace KB with what is freed"
  };

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"JDK17_INT, 150", "JDK25, 400"})
  void aServerStaysRightAndItsMemoryFlat(Vm vm, int requestsPerSecond) throws Exception {
    Path err = folder.resolve("err.txt");
    Process server =
        new ProcessBuilder(
                ForkedJvm.on(vm)
                    .with("-Xmx256m", "-XX:+UseSerialGC", "-XX:MarkSweepAlwaysCompactCount=1")
                    .command(
                        SoakMain.class,
                        Integer.toString(SECONDS),
                        Integer.toString(PERIODS),
                        Integer.toString(requestsPerSecond)))
            .redirectError(err.toFile())
            .start();
    List<long[]> rows = new ArrayList<>();
    try (BufferedReader out = server.inputReader(UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        rows.add(Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray());
        turn(Long.toString(server.pid()), rows.size());
      }
    } finally {
      server.destroyForcibly().waitFor();
    }
    record(vm, rows);
    assertEquals(PERIODS, rows.size(), Files.readString(err));
    assertEquals(0, rows.stream().mapToLong(row -> row[1]).sum(), "wrong answers");
    assertFlat(rows, 5, 1.05);
    assertFlat(rows, 6, 1.05);
    assertFlat(rows, 7, FRAGMENTATION);
    assertEquals(
        "", String.join("\n", Files.readString(err).lines().filter(SoakTest::isOdd).toList()));
  }

  private static boolean isOdd(String line) {
    return !line.startsWith("WARNING: ") && !line.contains("JDK-8324241");
  }

  /** Without the agent for a twelfth of the time, then with it for a twelfth, and so on. */
  private static void turn(String pid, int periods) throws Exception {
    int twelfth = Math.max(1, PERIODS / 12);
    if (periods < PERIODS && periods % twelfth == 0) {
      ForkedJvm.Result run =
          periods / twelfth % 2 == 0
              ? BuiltCommand.run("detach", pid)
              : BuiltCommand.run(
                  "attach",
                  pid,
                  "--delay=0",
                  "--mode=interpreter",
                  "--tier1.calls=200",
                  "--tier2.calls=100",
                  "--max-reprofiles=100",
                  "--stress=retier",
                  "--stress.seed=" + periods);
      assertEquals(0, run.exitCode(), run.err());
    }
  }

  /** The last third needs hardly more than the second. */
  private static void assertFlat(List<long[]> rows, int column, double factor) {
    int third = rows.size() / 3;
    double second = mean(rows.subList(third, 2 * third), column);
    double last = mean(rows.subList(2 * third, rows.size()), column);
    assertTrue(
        last <= second * factor + 1024,
        HEAD[column] + " grew from " + Math.round(second) + " to " + Math.round(last));
  }

  private static double mean(List<long[]> rows, int column) {
    return rows.stream().mapToLong(row -> row[column]).average().orElseThrow();
  }

  private static void record(Vm vm, List<long[]> rows) throws IOException {
    StringBuilder text = new StringBuilder(String.join("\t", HEAD)).append('\n');
    for (long[] row : rows) {
      text.append(String.join("\t", Arrays.stream(row).mapToObj(Long::toString).toList()));
      text.append('\n');
    }
    Path file = ForkedJvm.projectRoot().resolve("src-test/target/soak-" + vm + ".txt");
    Files.writeString(file, text);
  }
}
