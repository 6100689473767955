package dev.jpgo.cli;

import dev.jpgo.agent.options.NearestKey;
import dev.jpgo.cli.bisect.BisectCommand;
import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.common.Printable;
import dev.jpgo.cli.common.Values;
import dev.jpgo.cli.jvm.AttachCommand;
import dev.jpgo.cli.jvm.DetachCommand;
import dev.jpgo.cli.jvm.DumpCommand;
import dev.jpgo.cli.jvm.PhaseCommand;
import dev.jpgo.cli.jvm.ResetCommand;
import dev.jpgo.cli.launch.AgentOptions;
import dev.jpgo.cli.launch.BenchCommand;
import dev.jpgo.cli.launch.DemoCommand;
import dev.jpgo.cli.launch.JavaArguments;
import dev.jpgo.cli.launch.RunCommand;
import dev.jpgo.cli.profile.DiffCommand;
import dev.jpgo.cli.profile.ExplainCommand;
import dev.jpgo.cli.profile.ExportCommand;
import dev.jpgo.cli.profile.FilterCommand;
import dev.jpgo.cli.profile.ImportCommand;
import dev.jpgo.cli.profile.MergeCommand;
import dev.jpgo.cli.profile.OverlapCommand;
import dev.jpgo.cli.profile.ShowCommand;
import dev.jpgo.cli.report.ReportCommand;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Where the command begins. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    CommandLine line = commandLine();
    int code = line.execute(arguments);
    if (StandardOutput.isCut(line)) {
      line.getErr().println("jpgo: standard output cannot be written");
      code = code == ExitCode.OK ? ExitCode.BAD_OUTPUT : code;
    }
    System.exit(code);
  }

  /** The whole command, ready to execute. */
  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new JpgoCommand());
    line.addSubcommand(AgentOptions.declareOn(new CommandLine(new RunCommand())));
    line.addSubcommand(AgentOptions.declareOn(new CommandLine(new BisectCommand())));
    line.addSubcommand(AgentOptions.declareOn(new CommandLine(new AttachCommand())));
    line.addSubcommand(new DumpCommand());
    line.addSubcommand(new ResetCommand());
    line.addSubcommand(new PhaseCommand());
    line.addSubcommand(new DetachCommand());
    line.addSubcommand(new ShowCommand());
    line.addSubcommand(new ExplainCommand());
    line.addSubcommand(new MergeCommand());
    line.addSubcommand(new DiffCommand());
    line.addSubcommand(new OverlapCommand());
    line.addSubcommand(new ExportCommand());
    line.addSubcommand(new ImportCommand());
    line.addSubcommand(new FilterCommand());
    line.addSubcommand(new ReportCommand());
    line.addSubcommand(new DemoCommand());
    line.addSubcommand(BenchCommand.line());
    line.addSubcommand(new CommandLine.HelpCommand());
    line.addSubcommand(new AutoComplete.GenerateCompletion());
    Values.register(line);
    line.setParameterExceptionHandler(Main::misused);
    line.setExecutionExceptionHandler(Main::failed);
    line.setUsageHelpAutoWidth(true);
    return line;
  }

  private static int misused(ParameterException failure, String[] arguments) {
    CommandLine line = failure.getCommandLine();
    String message = firstLine(failure);
    if (failure instanceof UnmatchedArgumentException unmatched) {
      message = unknown(line, unmatched.getUnmatched().get(0));
    }
    String command = line.getCommandSpec().qualifiedName();
    PrintWriter err = line.getErr();
    err.println(command + ": " + message + " (" + command + " --help lists what there is)");
    return ExitCode.USAGE;
  }

  private static String unknown(CommandLine line, String word) {
    List<String> known = new ArrayList<>();
    boolean starts =
        line.getCommand() instanceof RunCommand || line.getCommand() instanceof BisectCommand;
    if (starts && !word.startsWith("--")) {
      return JavaArguments.misplaced(line, word);
    }
    if (word.startsWith("-")) {
      known.addAll(line.getCommandSpec().optionsMap().keySet());
    } else if (!line.getSubcommands().isEmpty()) {
      known.addAll(line.getSubcommands().keySet());
    } else {
      return "unexpected " + word;
    }
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    String kind = word.startsWith("-") ? "unknown option " : "unknown command ";
    String nearest = NearestKey.among(name, known);
    return kind + name + (nearest.isEmpty() ? "" : "; did you mean " + nearest + "?");
  }

  private static int failed(Exception failure, CommandLine line, ParseResult result) {
    int code = failure instanceof CliException known ? known.exitCode() : ExitCode.FAILURE;
    String message = failure instanceof CliException ? firstLine(failure) : failure.toString();
    line.getErr().println("jpgo: " + message);
    return code;
  }

  private static String firstLine(Exception failure) {
    return Printable.of(String.valueOf(failure.getMessage()).lines().findFirst().orElse(""));
  }
}
