package dev.jpgo.jmh.experiment.subject;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/** The agent's threads in this JVM, by their names. */
final class AgentThreads {
  private static final String NAMES = "jpgo-";

  private AgentThreads() {}

  /** Their processor time so far. */
  static double cpuMillis() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    double millis = 0;
    for (long id : threads.getAllThreadIds()) {
      ThreadInfo thread = threads.getThreadInfo(id);
      if (thread != null && thread.getThreadName().startsWith(NAMES)) {
        millis += Math.max(0, threads.getThreadCpuTime(id)) / 1e6;
      }
    }
    return millis;
  }
}
