package dev.jpgo.jmh.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class PinningTest {
  /** Makes a thread once its main thread has been pinned for a while. */
  static final class Program {
    public static void main(String[] arguments) throws InterruptedException {
      Thread.sleep(300);
      Thread worker = new Thread(LockSupport::park, "worker");
      worker.start();
      worker.join();
    }
  }

  @Test
  void threadsOfTheVmAndOfTheAgentAreNotOfTheProgram() {
    for (String name : List.of("java", "worker", "XNIO-1 I/O-1", "ForkJoinPool.co", "main")) {
      assertTrue(Pinning.isOfProgram(name), name);
    }
    for (String name :
        List.of("C1 CompilerThre", "GC Thread#0", "G1 Conc#0", "VM Thread", "jpgo-controller")) {
      assertFalse(Pinning.isOfProgram(name), name);
    }
  }

  @Test
  @Timeout(120)
  void whatAProgramMakesGoesWhereItsMainThreadGoes() throws Exception {
    Assumptions.assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "one processor");
    List<Process> processes = List.of(start(), start());
    Thread pinning = new Thread(new Pinning(processes));
    try {
      pinning.start();
      List<String> first = awaitPlaces(processes, List.of());
      List<String> second = awaitPlaces(processes, first);
      assertEquals(first, List.of(second.get(1), second.get(0)));
      for (Process process : processes) {
        assertEquals("3", policy(process, "worker")); // SCHED_BATCH
      }
    } finally {
      pinning.interrupt();
      pinning.join();
      processes.forEach(Process::destroyForcibly);
    }
  }

  private static Process start() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Program.class.getName())
        .inheritIO()
        .start();
  }

  /**
   * Where the threads of both programs are, once it is one place for each of them, not as before,
   * and nobody has a thread of the VM's there alone.
   */
  private static List<String> awaitPlaces(List<Process> processes, List<String> before)
      throws IOException, InterruptedException {
    while (true) {
      List<String> places = new ArrayList<>();
      for (Process process : processes) {
        assertTrue(process.isAlive());
        Set<String> worker = places(process, "worker");
        Set<String> main = places(process, "java");
        Set<String> vm = places(process, "VM Thread");
        if (worker.size() == 1 && worker.equals(main) && vm.size() == 1 && !vm.equals(main)) {
          places.addAll(worker);
        }
      }
      if (places.size() == 2 && !places.get(0).equals(places.get(1)) && !places.equals(before)) {
        return places;
      }
      Thread.sleep(20);
    }
  }

  private static String policy(Process process, String name) throws IOException {
    Path tasks = Path.of("/proc/" + process.pid() + "/task");
    try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
      for (Path task : all) {
        if (Files.readString(task.resolve("comm")).strip().equals(name)) {
          String stat = Files.readString(task.resolve("stat"));
          return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[38]; // field 41
        }
      }
    }
    return "";
  }

  private static Set<String> places(Process process, String name) throws IOException {
    Set<String> places = new TreeSet<>();
    Path tasks = Path.of("/proc/" + process.pid() + "/task");
    try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
      for (Path task : all) {
        if (Files.readString(task.resolve("comm")).strip().equals(name)) {
          for (String line : Files.readAllLines(task.resolve("status"))) {
            if (line.startsWith("Cpus_allowed_list:")) {
              places.add(line);
            }
          }
        }
      }
    } catch (NoSuchFileException e) {
      return Set.of(); // a thread has just ended
    }
    return places;
  }
}
