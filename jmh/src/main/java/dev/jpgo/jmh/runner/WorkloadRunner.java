package dev.jpgo.jmh.runner;

import dev.jpgo.jmh.workload.Program;
import dev.jpgo.jmh.workload.Workload;
import java.io.PrintStream;

/**
 * Main class of a measured JVM: {@code WorkloadRunner PROGRAM SECONDS ITERATIONS}. Iterates until
 * either bound is reached (0 means none), at least once, and prints lines of JSON: when it has
 * begun, each iteration, and what the process has taken in the end.
 *
 * <pre>
 * {"startSeconds":0.123456}
 * {"i":0,"nanos":81234567,"cpu":80123456,"checksum":123,"elapsed":1.234567}
 * {"end":true,"rssPeakBytes":123456789,...}
 * </pre>
 *
 * <p>{@code nanos} is wall time, {@code cpu} the processor time of the iterating thread in
 * nanoseconds since the line before, printing of that line included: the system counts it in steps
 * of some milliseconds, and of what is read just before and just after a short iteration the steps
 * in between are lost. {@code elapsed} is the seconds since the time given in milliseconds by the
 * system property {@code jpgo.bench.start}, which the driver sets to the moment it started this
 * process.
 */
public final class WorkloadRunner {
  /** System property: when the driver started this JVM, in milliseconds since 1970. */
  public static final String START_PROPERTY = "jpgo.bench.start";

  private WorkloadRunner() {}

  /** Runs; exits with a stack trace if the workload throws or its checksum changes. */
  public static void main(String[] arguments) throws Exception {
    run(
        Program.byLabel(arguments[0]),
        Double.parseDouble(arguments[1]),
        Integer.parseInt(arguments[2]),
        System.out);
  }

  /**
   * Iterates {@code program}.
   *
   * @param seconds bound on wall time from here, or 0
   * @param iterations bound on their number, or 0
   */
  public static void run(Program program, double seconds, int iterations, PrintStream out)
      throws Exception {
    long started = Long.getLong(START_PROPERTY, System.currentTimeMillis());
    long offsetNanos = (System.currentTimeMillis() - started) * 1_000_000 - System.nanoTime();
    long now = System.nanoTime();
    out.println("{\"startSeconds\":" + (now + offsetNanos) / 1000 / 1e6 + "}");
    long deadline = now + (long) (seconds * 1e9);
    CpuClock clock = CpuClock.ofThisThread();
    Workload workload = program.create();
    long first = 0;
    long before = clock.nanos();
    for (int i = 0; ; i++) {
      long begin = System.nanoTime();
      long checksum = workload.iterate();
      long end = System.nanoTime();
      long cpu = clock.nanos();
      print(out, i, end - begin, cpu - before, checksum, end + offsetNanos);
      before = cpu;
      if (i == 0) {
        first = checksum;
      } else if (checksum != first) {
        throw new IllegalStateException(
            program.label() + ": checksum " + checksum + " in iteration " + i + ", was " + first);
      }
      if (iterations > 0 && i + 1 >= iterations || seconds > 0 && end >= deadline) {
        out.println(Footprint.line());
        out.flush();
        return;
      }
    }
  }

  private static void print(
      PrintStream out, int i, long nanos, long cpu, long checksum, long elapsedNanos) {
    StringBuilder line = new StringBuilder(100);
    line.append("{\"i\":").append(i);
    line.append(",\"nanos\":").append(nanos);
    line.append(",\"cpu\":").append(cpu);
    line.append(",\"checksum\":").append(checksum);
    line.append(",\"elapsed\":").append(elapsedNanos / 1000 / 1e6).append('}');
    out.println(line);
    out.flush();
  }
}
