package dev.jpgo.cli.jvm;

import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.common.JsonOutput;
import dev.jpgo.cli.common.Version;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Has the profile of a running JVM begin anew. */
@Command(
    name = "reset",
    description = "Have the profile of a running JVM begin anew; what is optimized stays so.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class ResetCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Parameters(paramLabel = "PID", description = "Process id of the JVM.")
  private long pid;

  @Override
  public Integer call() {
    RunningJvm.send(pid, "command=reset");
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      JsonOutput.print(out, Map.of("pid", pid, "reset", true));
    } else {
      out.println("the profile of JVM " + pid + " begins anew");
    }
    return ExitCode.OK;
  }
}
