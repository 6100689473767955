package dev.jpgo.jmh;

import dev.jpgo.jmh.costs.CostsCommand;
import dev.jpgo.jmh.driver.ForkFailure;
import dev.jpgo.jmh.footprint.MemoryCommand;
import dev.jpgo.jmh.footprint.StartCommand;
import java.io.IOException;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Main class of the benchmark jar: dispatches to its commands. */
@Command(
    name = "jpgo-bench",
    subcommands = {
      ListCommand.class,
      TableCommand.class,
      CostsCommand.class,
      StartCommand.class,
      MemoryCommand.class,
      JmhCommand.class
    },
    description = "Workloads, micro-benchmarks and the tables that compare base and agent.",
    mixinStandardHelpOptions = true)
public final class BenchMain {
  private BenchMain() {}

  /** Runs the command and exits: 0, 1 for a failure, 2 for a usage error. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length > 0 && arguments[0].equals("jmh")) {
      org.openjdk.jmh.Main.main(Arrays.copyOfRange(arguments, 1, arguments.length));
      return;
    }
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
