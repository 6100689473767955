package dev.jpgo.jmh.runner;

import java.io.IOException;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the process has taken so far, as one line of JSON. Asked once, after the last iteration: the
 * management classes that it loads are none that the program under test would have. Figures that
 * the system does not tell (Linux tells all) are left out.
 */
final class Footprint {
  /** System property: "calls total-nanos max-nanos" of the control agent's retransformations. */
  static final String CONTROL_PAUSES = "jpgo.bench.control.pauses";

  /** What the kernel's clock ticks count in /proc, on every Linux. */
  private static final double TICKS_PER_SECOND = 100;

  private static final double NANOS = 1e9;

  private final StringBuilder line = new StringBuilder(300);

  private Footprint() {}

  /** The line, without its end. */
  static String line() {
    Footprint footprint = new Footprint();
    footprint.line.append("{\"end\":true");
    footprint.process();
    footprint.threads();
    footprint.control();
    footprint.memory();
    return footprint.line.append('}').toString();
  }

  private void process() {
    try {
      for (String row : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (row.startsWith("VmHWM:")) {
          String kilobytes = row.substring(6).replace("kB", "").trim();
          add("rssPeakBytes", Long.parseLong(kilobytes) * 1024.0);
        }
      }
      String stat = Files.readString(Path.of("/proc/self/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      double ticks = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
      add("cpuSeconds", ticks / TICKS_PER_SECOND);
    } catch (IOException elsewhere) {
      return; // no Linux
    }
  }

  private void threads() {
    double agent = 0;
    double compiler = 0;
    double collector = 0;
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
      for (Path task : tasks) {
        String name = Files.readString(task.resolve("comm"), StandardCharsets.UTF_8).trim();
        String said = Files.readString(task.resolve("schedstat"));
        double seconds = Long.parseLong(said.substring(0, said.indexOf(' '))) / NANOS;
        if (name.startsWith("jpgo-")) {
          agent += seconds;
        } else if (name.contains("Compiler") || name.contains("CompilerThre")) {
          compiler += seconds;
        } else if (name.startsWith("GC ") || name.startsWith("G1 ")) {
          collector += seconds;
        }
      }
    } catch (IOException elsewhere) {
      return; // no Linux, or a thread that has just ended
    }
    add("agentCpuSeconds", agent);
    add("compilerCpuSeconds", compiler);
    add("gcCpuSeconds", collector);
  }

  private void control() {
    String pauses = System.getProperty(CONTROL_PAUSES);
    if (pauses != null) {
      String[] figures = pauses.split(" ", -1);
      add("pauses", Long.parseLong(figures[0]));
      add("pauseTotalMillis", Long.parseLong(figures[1]) / 1e6);
      add("pauseMaxMillis", Long.parseLong(figures[2]) / 1e6);
    }
  }

  private void memory() {
    try {
      double peak = 0;
      double other = 0;
      for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
        if (pool.getType() == MemoryType.HEAP) {
          peak += pool.getPeakUsage().getUsed(); // of some collectors only as of a collection
        } else {
          other += pool.getUsage().getUsed();
        }
      }
      Runtime runtime = Runtime.getRuntime();
      add("heapPeakBytes", Math.max(peak, runtime.totalMemory() - runtime.freeMemory()));
      add("nonHeapBytes", other);
      ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
      add("classes", classes.getLoadedClassCount());
    } catch (LinkageError absent) {
      return; // a JVM without the module java.management
    }
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    add("heapLiveBytes", runtime.totalMemory() - runtime.freeMemory());
  }

  private void add(String key, double value) {
    line.append(",\"").append(key).append("\":").append(value);
  }
}
