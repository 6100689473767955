package dev.jpgo.jmh;

import dev.jpgo.jmh.costs.CostsCommand;
import dev.jpgo.jmh.costs.MicroCommand;
import dev.jpgo.jmh.driver.ForkFailure;
import dev.jpgo.jmh.driver.NoSuchJvm;
import dev.jpgo.jmh.driver.Scratch;
import dev.jpgo.jmh.experiment.ExperimentCommand;
import dev.jpgo.jmh.footprint.MemoryCommand;
import dev.jpgo.jmh.footprint.StartCommand;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Main class of the benchmark jar: dispatches to its commands. */
@Command(
    name = BenchMain.TOOL,
    subcommands = {
      ListCommand.class,
      BenchCommand.class,
      CostsCommand.class,
      MicroCommand.class,
      ExperimentCommand.class,
      StartCommand.class,
      MemoryCommand.class,
      JmhCommand.class
    },
    description = "Workloads, micro-benchmarks and the tables that compare base and agent.",
    mixinStandardHelpOptions = true)
public final class BenchMain {
  /** What leads here; its own command, to compare, has no name there. */
  static final String TOOL = "jpgo bench";

  private BenchMain() {}

  /** Runs the command and exits; {@link Exit} lists the codes. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length > 0 && arguments[0].equals("jmh")) {
      org.openjdk.jmh.Main.main(Arrays.copyOfRange(arguments, 1, arguments.length));
      return;
    }
    System.exit(commandLine().execute(arguments));
  }

  /** All commands, ready to execute. */
  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new BenchMain());
    Values.register(line);
    line.setParameterExceptionHandler(BenchMain::misused);
    line.setExecutionExceptionHandler(BenchMain::failed);
    line.setUsageHelpAutoWidth(true);
    return line;
  }

  private static int misused(ParameterException failure, String[] arguments) {
    CommandLine line = failure.getCommandLine();
    String message = firstLine(failure);
    if (failure instanceof UnmatchedArgumentException unmatched) {
      List<String> near = unmatched.getSuggestions();
      String unknown = unmatched.getUnmatched().get(0);
      message =
          (unknown.startsWith("-") ? "unknown option " : "unknown command ")
              + unknown
              + (near.isEmpty()
                  ? ""
                  : "; did you mean "
                      + String.join(", ", near.subList(0, Math.min(3, near.size())))
                      + "?");
    }
    String command = name(line);
    line.getErr()
        .println(command + ": " + message + " (" + command + " --help lists what there is)");
    return Exit.USAGE;
  }

  private static int failed(Exception failure, CommandLine line, ParseResult parsed)
      throws Exception {
    Scratch.goOn();
    int code =
        failure instanceof NoSuchJvm
            ? Exit.BAD_JVM
            : failure instanceof BadPlace
                ? Exit.BAD_OUTPUT
                : failure instanceof ForkFailure ? Exit.FAILURE : Exit.USAGE;
    if (failure instanceof ForkFailure || failure instanceof IllegalArgumentException) {
      line.getErr().println(name(line) + ": " + firstLine(failure));
      return code;
    }
    throw failure;
  }

  private static String name(CommandLine line) {
    return line.getCommand() instanceof BenchCommand ? TOOL : line.getCommandSpec().qualifiedName();
  }

  private static String firstLine(Exception failure) {
    return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
  }
}
