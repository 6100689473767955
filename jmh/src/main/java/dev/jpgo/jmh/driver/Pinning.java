package dev.jpgo.jmh.driver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Gives the threads of two programs a processor each, and has the two change places every second:
 * whatever else the machine does falls on both alike. The VM's own threads and the agent's run
 * where the system puts them. They have to be told so, since a thread may at first run where the
 * one that made it may: what a main thread makes would stay behind as that one moves.
 *
 * <p>Threads of a client and a server that share a processor wake each other, and whether who wakes
 * runs at once or only when the other waits was seen to stay as it once was, an eighth apart. So
 * all are scheduled as batch work is, of which none has to make room for who wakes.
 *
 * <p>Linux with {@code taskset} and {@code chrt} alone, which come together.
 */
final class Pinning implements Runnable {
  private static final long PERIOD_MILLIS = 1000;

  /** In any time of so many seconds each of the two has each processor for as long. */
  static final double EXCHANGE_SECONDS = 2 * PERIOD_MILLIS / 1e3;

  /** How often in a period it is looked for threads that are new. */
  private static final int LOOKS = 10;

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";

  /** How the names of threads of the VM and of the agent begin. */
  private static final List<String> OTHERS =
      List.of(
          "C1 ",
          "C2 ",
          "JVMCI",
          "Sweeper",
          "G1 ",
          "GC ",
          "VM ",
          "Service Thread",
          "Monitor Deflati",
          "Notification",
          "Signal Dispatch",
          "Attach Listener",
          "Reference Handl",
          "Finalizer",
          "Common-Cleaner",
          "jpgo-");

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
    String everywhere = processors.get(0) + "," + processors.get(1);
    List<Map<String, String>> placed = List.of(new HashMap<>(), new HashMap<>());
    try {
      for (Process process : processes) {
        run("chrt", "--batch", "--all-tasks", "--pid", "0", Long.toString(process.pid()));
      }
      for (int look = 0; processes.get(0).isAlive() && processes.get(1).isAlive(); look++) {
        for (int i = 0; i < 2; i++) {
          int own = processors.get((i + look / LOOKS) % 2);
          for (Map.Entry<String, String> thread : threads(processes.get(i).pid()).entrySet()) {
            String place = isOfProgram(thread.getValue()) ? Integer.toString(own) : everywhere;
            if (!place.equals(placed.get(i).put(thread.getKey(), place))) {
              place(thread.getKey(), place);
            }
          }
        }
        Thread.sleep(PERIOD_MILLIS / LOOKS);
      }
    } catch (InterruptedException e) {
      return; // the duet is over
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Whether a thread runs code of the program, by its name, of which the system keeps 15 bytes. */
  static boolean isOfProgram(String name) {
    for (String other : OTHERS) {
      if (name.startsWith(other)) {
        return false;
      }
    }
    return true;
  }

  /** The names of the threads of a process by their numbers. */
  private static Map<String, String> threads(long pid) throws IOException {
    Map<String, String> threads = new TreeMap<>();
    Path tasks = Path.of("/proc/" + pid + "/task");
    try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
      for (Path task : all) {
        String name = name(task);
        if (!name.isEmpty()) {
          threads.put(task.getFileName().toString(), name);
        }
      }
    } catch (NoSuchFileException | DirectoryIteratorException e) {
      return Map.of(); // the process has just ended
    }
    return threads;
  }

  /** The name of a thread, "" when it has ended. */
  private static String name(Path task) throws IOException {
    try {
      return Files.readString(task.resolve("comm"), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      if (Files.exists(task)) {
        throw e;
      }
      return "";
    }
  }

  private static void place(String thread, String processors)
      throws IOException, InterruptedException {
    run("taskset", "-pc", processors, thread);
  }

  /** Runs a tool, which fails where a thread has just ended; that is as well. */
  private static void run(String... command) throws IOException, InterruptedException {
    ProcessBuilder tool =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    Scratch.start(tool).waitFor();
  }
}
