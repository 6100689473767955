package dev.jpgo.jmh.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the figures were measured on. Neither its name nor its user is told. */
final class Machine {
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final Path SYSTEM = Path.of("/etc/os-release");
  private static final Path GOVERNOR =
      Path.of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");

  private Machine() {}

  /** Writes what is known into {@code node}. */
  static void describe(ObjectNode node) {
    node.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    node.put("architecture", System.getProperty("os.arch"));
    node.put("processors", Runtime.getRuntime().availableProcessors());
    put(node, "distribution", value(SYSTEM, "PRETTY_NAME", "=").replace("\"", ""));
    put(node, "processor", value(PROCESSORS, "model name", ":"));
    String memory = value(MEMORY, "MemTotal", ":").replace("kB", "").strip();
    if (!memory.isEmpty()) {
      node.put("memoryBytes", Long.parseLong(memory) * 1024);
    }
    String flags = " " + value(PROCESSORS, "flags", ":") + " ";
    if (flags.length() > 2) {
      node.put("virtual", flags.contains(" hypervisor "));
    }
    put(node, "governor", String.join("", lines(GOVERNOR)).strip());
  }

  /** Processes that ran or waited in the last minute; negative where the system does not tell. */
  static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  private static void put(ObjectNode node, String key, String value) {
    if (!value.isEmpty()) {
      node.put(key, value);
    }
  }

  private static String value(Path file, String key, String separator) {
    for (String line : lines(file)) {
      int at = line.indexOf(separator);
      if (at > 0 && line.substring(0, at).strip().equals(key)) {
        return line.substring(at + 1).strip();
      }
    }
    return "";
  }

  private static List<String> lines(Path file) {
    try {
      return Files.isReadable(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException unreadable) {
      return List.of();
    }
  }
}
