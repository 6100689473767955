package dev.jpgo.cli.jvm;

import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.common.JsonOutput;
import dev.jpgo.cli.common.Printable;
import dev.jpgo.cli.common.Version;
import dev.jpgo.cli.launch.AgentOptions;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Puts the agent into a JVM that is running. */
@Command(
    name = "attach",
    customSynopsis = "jpgo attach [--json] [PID] [agent options]",
    description = "Put the agent into a running JVM. Without a PID: list the JVMs there are.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false)
public final class AttachCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Parameters(arity = "0..1", paramLabel = "PID", description = "Process id of the JVM.")
  private @Nullable Long pid;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (pid == null) {
      refuseOptions();
      list(out);
      return ExitCode.OK;
    }
    RunningJvm.send(pid, AgentOptions.arguments(spec.commandLine().getParseResult()));
    if (json) {
      JsonOutput.print(out, Map.of("pid", pid, "attached", true));
    } else {
      out.println("attached to JVM " + pid);
    }
    return ExitCode.OK;
  }

  /** What is meant for an agent would be ignored by a list. */
  private void refuseOptions() {
    for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
      if (!option.longestName().equals("--json")) {
        throw new ParameterException(
            spec.commandLine(), option.longestName() + " needs the PID of the JVM it is for");
      }
    }
  }

  private void list(PrintWriter out) {
    List<RunningJvm.Listed> jvms = RunningJvm.list();
    if (json) {
      List<Map<String, Object>> rows = new ArrayList<>();
      for (RunningJvm.Listed jvm : jvms) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("pid", jvm.pid());
        row.put("program", jvm.program());
        rows.add(row);
      }
      JsonOutput.print(out, rows);
      return;
    }
    if (jvms.isEmpty()) {
      out.println("no JVM of this user is running");
      return;
    }
    out.printf(Locale.ROOT, "%8s  %s%n", "PID", "PROGRAM");
    for (RunningJvm.Listed jvm : jvms) {
      out.printf(Locale.ROOT, "%8d  %s%n", jvm.pid(), Printable.of(jvm.program()));
    }
  }
}
