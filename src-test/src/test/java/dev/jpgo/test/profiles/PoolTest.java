package dev.jpgo.test.profiles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.profile.Profile;
import dev.jpgo.test.cli.BuiltCommand;
import dev.jpgo.test.vm.ForkedJvm;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that end at once and merge their counts, and some that are killed meanwhile. */
class PoolTest {
  @TempDir Path folder;

  @Test
  void processesThatEndAtOnceAddUpExactly() throws Exception {
    Fleet.run(folder, ",out=%2m.jpgo", 6, 6);
    Profile total = Fleet.total(folder);
    assertEquals(6, total.runs());
    assertEquals(6L * Counted.CALLS, Fleet.steps(total));
    assertTrue(Fleet.files(folder, ".jpgo").size() <= 2);
  }

  @Test
  void aLockThatIsNeverGivenBackDelaysAnExitByABoundedTime() throws Exception {
    Fleet.run(folder, ",out=%m.jpgo", 1, 1);
    Path pool = Fleet.files(folder, ".jpgo").get(0);
    Path lock = folder.resolve(pool.getFileName() + ".lock");
    try (FileChannel holder = FileChannel.open(lock, StandardOpenOption.WRITE)) {
      holder.lock();
      Fleet.run(folder, ",out=%m.jpgo,out.wait=100", 1, 1);
      assertEquals(1, Fleet.files(folder, ".part").size());
      String said = Files.readString(folder.resolve("errors.txt"));
      assertTrue(said.contains("another process has held its lock for 100 ms"), said);
    }
    Fleet.run(folder, ",out=%m.jpgo", 1, 1);
    assertEquals(0, Fleet.files(folder, ".part").size());
    assertEquals(3L * Counted.CALLS, Fleet.steps(Fleet.total(folder)));
  }

  @Test
  void aKilledProcessLosesNoCountsButItsOwn() throws Exception {
    kill(5, 1);
  }

  @Test
  @Tag("proof")
  void twoHundredKilledProcessesLoseNoCountsButTheirOwn() throws Exception {
    kill(200, 2);
  }

  /**
   * Kills each of some processes at a random time of its end, and looks at what is there. The times
   * follow the machine, so that about half of the kills come too late.
   */
  private void kill(int kills, long seed) throws Exception {
    Random random = new Random(seed);
    Process first = Fleet.start(folder, ",out=%m.jpgo");
    Fleet.awaitLeaving(first);
    long leaving = System.nanoTime();
    first.waitFor();
    double atMost = 2 * (System.nanoTime() - leaving) / 1e6;
    long before = 1;
    int lost = 0;
    for (int i = 0; i < kills; i++) {
      Process process = Fleet.start(folder, ",out=%m.jpgo");
      try {
        Fleet.awaitLeaving(process);
        process.waitFor((long) (atMost * random.nextDouble()), TimeUnit.MILLISECONDS);
      } finally {
        process.destroyForcibly().waitFor();
      }
      Profile total = Fleet.total(folder);
      assertEquals(total.runs() * Counted.CALLS, Fleet.steps(total));
      assertTrue(total.runs() == before || total.runs() == before + 1, () -> "" + total.runs());
      lost += total.runs() == before ? 1 : 0;
      atMost *= total.runs() == before ? 1.1 : 1 / 1.1;
      before = total.runs();
    }
    Fleet.run(folder, ",out=%m.jpgo", 1, 1);
    assertEquals(before + 1, Fleet.total(folder).runs());
    assertEquals(0, Fleet.files(folder, ".merging").size());
    System.out.println(kills + " kills, of which " + lost + " came before the counts were in");
  }

  /** The experiment fails when counts are missing, or there twice. */
  @Test
  void processesOfTheExperimentAddUpExactly() throws Exception {
    pools(6, "%p.jpgo,%2m.jpgo", 2);
  }

  @Test
  @Tag("proof")
  void twoHundredProcessesAddUpExactlyInPoolsOfAnySize() throws Exception {
    pools(200, "none,%p.jpgo,%1m.jpgo,%2m.jpgo,%4m.jpgo,%8m.jpgo", 5);
  }

  private static void pools(int processes, String patterns, int exact) throws Exception {
    Path jar = ForkedJvm.projectRoot().resolve("jmh/target/jpgo-bench.jar");
    Assumptions.assumeTrue(Files.isRegularFile(jar), "the jmh module is not built");
    List<String> line =
        BuiltCommand.line(
            "bench", "experiment", "profilepool", "--processes=" + processes, "--out=" + patterns);
    ForkedJvm.Result run = BuiltCommand.run(120 + 6L * processes, line);
    assertEquals(0, run.exitCode(), run.err());
    assertEquals(exact, run.out().lines().filter(row -> row.endsWith("| exact |")).count());
    System.out.println(run.out());
  }
}
