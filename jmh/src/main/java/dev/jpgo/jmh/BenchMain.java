package dev.jpgo.jmh;

import dev.jpgo.jmh.driver.ForkFailure;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Main class of the benchmark jar: dispatches to its commands. */
@Command(
    name = "jpgo-bench",
    subcommands = {ListCommand.class, TableCommand.class},
    description = "Workloads, micro-benchmarks and the tables that compare base and agent.",
    mixinStandardHelpOptions = true)
public final class BenchMain {
  private BenchMain() {}

  /** Runs the command and exits: 0, 1 for a failure, 2 for a usage error. */
  public static void main(String[] arguments) {
    CommandLine line = new CommandLine(new BenchMain());
    line.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          if (failure instanceof ForkFailure || failure instanceof IllegalArgumentException) {
            System.err.println("jpgo-bench: " + failure.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
          }
          throw failure;
        });
    System.exit(line.execute(arguments));
  }
}
