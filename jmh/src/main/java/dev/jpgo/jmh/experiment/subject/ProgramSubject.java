package dev.jpgo.jmh.experiment.subject;

import com.sun.management.OperatingSystemMXBean;
import dev.jpgo.jmh.workload.Program;
import dev.jpgo.jmh.workload.Workload;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Iterates a program: {@code NAME SECONDS}. Prints milliseconds of processor time: of this thread
 * until the program was ready, of the agent's threads, and of the process; and what was computed.
 */
public final class ProgramSubject {
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
    System.out.println("agent " + AgentThreads.cpuMillis());
    System.out.println("process " + processMillis());
    System.exit(0);
  }

  private static double processMillis() {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return system.getProcessCpuTime() / 1e6;
  }
}
