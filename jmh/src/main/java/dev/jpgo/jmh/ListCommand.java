package dev.jpgo.jmh;

import dev.jpgo.jmh.workload.Program;
import java.util.Locale;
import picocli.CommandLine.Command;

/** Lists the workloads. */
@Command(name = "list", description = "List the workloads.")
final class ListCommand implements Runnable {
  @Override
  public void run() {
    for (Program program : Program.values()) {
      System.out.printf(
          Locale.ROOT,
          "%-26s %-7s %s%n",
          program.label(),
          program.kind().name().toLowerCase(Locale.ROOT),
          program.description());
    }
  }
}
