package dev.jpgo.test.profiles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.profile.Profile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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

  /** Kills each of some processes at a random time of its end, and looks at what is there. */
  private void kill(int kills, long seed) throws Exception {
    Random random = new Random(seed);
    Process first = Fleet.start(folder, ",out=%m.jpgo");
    Fleet.awaitLeaving(first);
    long leaving = System.nanoTime();
    first.waitFor();
    int exitMillis = (int) ((System.nanoTime() - leaving) / 1_000_000);
    long before = 1;
    int lost = 0;
    for (int i = 0; i < kills; i++) {
      Process process = Fleet.start(folder, ",out=%m.jpgo");
      try {
        Fleet.awaitLeaving(process);
        process.waitFor(random.nextInt(exitMillis * 3 / 2 + 50), TimeUnit.MILLISECONDS);
      } finally {
        process.destroyForcibly().waitFor();
      }
      Profile total = Fleet.total(folder);
      assertEquals(total.runs() * Counted.CALLS, Fleet.steps(total));
      assertTrue(total.runs() == before || total.runs() == before + 1, () -> "" + total.runs());
      lost += total.runs() == before ? 1 : 0;
      before = total.runs();
    }
    Fleet.run(folder, ",out=%m.jpgo", 1, 1);
    assertEquals(before + 1, Fleet.total(folder).runs());
    assertEquals(0, Fleet.files(folder, ".merging").size());
    System.out.println(kills + " kills, of which " + lost + " came before the counts were in");
  }

  /**
   * Wall times of many processes with pools of several sizes, beside a file for each and none at
   * all. {@code -Dfleet=N} for other numbers than 200 processes.
   */
  @Test
  @Tag("proof")
  void theTableOfPools() throws Exception {
    int processes = Integer.getInteger("fleet", 200);
    String[] patterns = {"", "%p.jpgo", "%1m.jpgo", "%2m.jpgo", "%4m.jpgo", "%8m.jpgo"};
    System.out.println("| out= | seconds | files | parts left | runs | calls |");
    System.out.println("|---|---:|---:|---:|---:|---:|");
    for (String pattern : patterns) {
      Path each = Files.createTempDirectory(folder, "fleet");
      long start = System.nanoTime();
      Fleet.run(each, pattern.isEmpty() ? "" : ",out=" + pattern, processes, 16);
      double seconds = (System.nanoTime() - start) / 1e9;
      Profile total = Fleet.total(each);
      print(each, pattern, seconds, total);
      if (!pattern.isEmpty()) {
        assertEquals(processes, total.runs());
        assertEquals((long) processes * Counted.CALLS, Fleet.steps(total));
      }
    }
  }

  private static void print(Path each, String pattern, double seconds, Profile total)
      throws IOException {
    System.out.println(
        String.format(
            Locale.ROOT,
            "| `%s` | %.1f | %d | %d | %d | %d |",
            pattern,
            seconds,
            Fleet.files(each, ".jpgo").size(),
            Fleet.files(each, ".part").size(),
            total.runs(),
            Fleet.steps(total)));
  }
}
