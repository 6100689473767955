package dev.jpgo.jmh.experiment.subject;

import com.sun.management.OperatingSystemMXBean;
import dev.jpgo.jmh.workload.Program;
import dev.jpgo.jmh.workload.Workload;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * Iterates a program: {@code NAME SECONDS}. Prints milliseconds of processor time: of this thread
 * until the program was ready, of the agent's threads, and of the process; and what was computed.
 */
public final class ProgramSubject {
  private static final String AGENT_THREADS = "jpgo-";

  private ProgramSubject() {}

  public static void main(String[] arguments) throws Exception {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    double seconds = Double.parseDouble(arguments[1]);
    Workload workload = Program.byLabel(arguments[0]).create();
    long checksum = workload.iterate();
    System.out.println("setup " + threads.getCurrentThreadCpuTime() / 1e6);
    long deadline = System.nanoTime() + (long) (seconds * 1e9);
    int iterations = 1;
    while (System.nanoTime() < deadline) {
      if (workload.iterate() != checksum) {
        throw new IllegalStateException("iteration " + iterations + " computed something else");
      }
      iterations++;
    }
    System.out.println("iterations " + iterations);
    System.out.println("checksum " + checksum);
    System.out.println("agent " + agentMillis(threads));
    System.out.println("process " + processMillis());
    System.exit(0);
  }

  private static double agentMillis(ThreadMXBean threads) {
    double millis = 0;
    for (long id : threads.getAllThreadIds()) {
      ThreadInfo thread = threads.getThreadInfo(id);
      if (thread != null && thread.getThreadName().startsWith(AGENT_THREADS)) {
        millis += Math.max(0, threads.getThreadCpuTime(id)) / 1e6;
      }
    }
    return millis;
  }

  private static double processMillis() {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return system.getProcessCpuTime() / 1e6;
  }
}
