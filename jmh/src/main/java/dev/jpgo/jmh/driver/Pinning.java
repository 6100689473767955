package dev.jpgo.jmh.driver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives the main threads of two JVMs a processor each, and has them change places every other
 * second: whatever else the machine does falls on both alike. Other threads, the agent's among
 * them, run where the system puts them. Linux with {@code taskset} alone.
 */
final class Pinning implements Runnable {
  private static final long PERIOD_MILLIS = 2000;
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";

  private final List<Process> processes;
  private final List<Integer> processors;

  /**
   * @param processes two JVMs
   * @throws IllegalArgumentException where threads cannot be pinned; the message says why
   */
  Pinning(List<Process> processes) throws IOException {
    this.processes = processes;
    this.processors = processors();
  }

  /** The first two processors that this process may use. */
  static List<Integer> processors() throws IOException {
    if (!Files.isReadable(STATUS)) {
      throw new IllegalArgumentException("duets need Linux: there is no " + STATUS);
    }
    List<Integer> processors = new ArrayList<>();
    for (String line : Files.readAllLines(STATUS)) {
      if (line.startsWith(ALLOWED)) {
        for (String range : line.substring(ALLOWED.length()).strip().split(",")) {
          String[] ends = range.split("-");
          int last = Integer.parseInt(ends[ends.length - 1]);
          for (int i = Integer.parseInt(ends[0]); i <= last && processors.size() < 2; i++) {
            processors.add(i);
          }
        }
      }
    }
    if (processors.size() < 2) {
      throw new IllegalArgumentException("duets need two processors");
    }
    return processors;
  }

  /** Until either process has ended or the thread is interrupted. */
  @Override
  public void run() {
    try {
      for (int turn = 0; processes.get(0).isAlive() && processes.get(1).isAlive(); turn++) {
        for (int i = 0; i < 2; i++) {
          for (String thread : mainThreads(processes.get(i).pid())) {
            pin(thread, processors.get((i + turn) % 2));
          }
        }
        Thread.sleep(PERIOD_MILLIS);
      }
    } catch (InterruptedException e) {
      return; // the duet is over
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** The launcher names its first two threads, of which one waits for the other, after itself. */
  private static List<String> mainThreads(long pid) throws IOException {
    List<String> threads = new ArrayList<>();
    Path tasks = Path.of("/proc/" + pid + "/task");
    try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
      for (Path task : all) {
        if (Files.readString(task.resolve("comm"), StandardCharsets.UTF_8).strip().equals("java")) {
          threads.add(task.getFileName().toString());
        }
      }
    } catch (NoSuchFileException e) {
      return List.of(); // it has just ended
    }
    return threads;
  }

  private static void pin(String thread, int processor) throws IOException, InterruptedException {
    ProcessBuilder taskset =
        new ProcessBuilder("taskset", "-pc", Integer.toString(processor), thread)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    Scratch.start(taskset).waitFor(); // fails where the thread has just ended, which is as well
  }
}
