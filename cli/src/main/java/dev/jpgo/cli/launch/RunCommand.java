package dev.jpgo.cli.launch;

import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.common.Version;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Starts a program with the agent. */
@Command(
    name = "run",
    customSynopsis = "jpgo run [agent options] [--java=FILE] [--dry-run] -- JAVA_ARGUMENT...",
    description = {
      "Start a Java program with the agent. Ends with the program's own exit code.",
      "Example: jpgo run --stats stats.json -- -Xint -jar app.jar"
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false)
public final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--java",
      paramLabel = "FILE",
      description = "The java command to use; default: the one that runs jpgo.")
  private @Nullable Path java;

  @Option(
      names = "--dry-run",
      description = "Print the command, quoted for a shell, instead of running it.")
  private boolean dryRun;

  @Parameters(
      arity = "1..*",
      paramLabel = "JAVA_ARGUMENT",
      description = "After --: what you would write after java.")
  private List<String> javaArguments = List.of();

  @Override
  public Integer call() {
    JavaArguments.check(spec.commandLine(), javaArguments);
    String arguments = AgentOptions.arguments(spec.commandLine().getParseResult());
    List<String> command = new ArrayList<>();
    command.add(java == null ? JavaHome.current() : JavaHome.checked(java));
    command.add(
        "-javaagent:" + Installation.agentJar() + (arguments.isEmpty() ? "" : "=" + arguments));
    command.addAll(javaArguments);
    if (dryRun) {
      PrintWriter out = spec.commandLine().getOut();
      out.println(ShellWords.quote(command));
      out.flush();
      return ExitCode.OK;
    }
    return ChildProcess.run(command);
  }
}
