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

/** Has the agent of a running JVM take back what it did. */
@Command(
    name = "detach",
    description = {
      "Give every method of a running JVM the code back that it had.",
      "Members that were made public at load stay so, hidden from reflection."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class DetachCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Parameters(paramLabel = "PID", description = "Process id of the JVM.")
  private long pid;

  @Override
  public Integer call() {
    RunningJvm.send(pid, "command=detach");
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      JsonOutput.print(out, Map.of("pid", pid, "detached", true));
    } else {
      out.println(
          "detached from JVM "
              + pid
              + ": every method has its own code again; members that were opened stay open,"
              + " hidden from reflection");
    }
    return ExitCode.OK;
  }
}
