package dev.jpgo.cli.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Measures programs, or the user's own, without and with the agent. The benchmark jar has the
 * commands themselves: it gets all arguments as they are, {@code --help} too, and its exit code is
 * this command's.
 */
@Command(
    name = "bench",
    description = "Compare speed, memory and results of programs without and with the agent.")
public final class BenchCommand implements Callable<Integer> {
  private static final String MAIN = "dev.jpgo.jmh.BenchMain";

  @Parameters(arity = "0..*", paramLabel = "ARGUMENT", description = "See jpgo bench --help.")
  private List<String> arguments = List.of();

  /** The command, which leaves every argument alone, {@code --} among them. */
  public static CommandLine line() {
    return new CommandLine(new BenchCommand())
        .setUnmatchedOptionsArePositionalParams(true)
        .setStopAtPositional(true)
        .setEndOfOptionsDelimiter("no argument is this");
  }

  @Override
  public Integer call() {
    List<String> command = new ArrayList<>();
    command.add(JavaHome.current());
    command.add("-Djpgo.agent=" + Installation.agentJar());
    command.add("-cp");
    command.add(Installation.benchJar().toString());
    command.add(MAIN);
    command.addAll(ofJar(arguments));
    return ChildProcess.run(command);
  }

  /** A word in front is a command of the jar, such as {@code experiment}; else it is to compare. */
  static List<String> ofJar(List<String> arguments) {
    List<String> all = new ArrayList<>();
    if (arguments.isEmpty() || arguments.get(0).startsWith("-")) {
      all.add("bench");
    }
    all.addAll(arguments);
    return all;
  }
}
