package dev.jpgo.cli.jvm;

import dev.jpgo.agent.options.AgentArguments;
import dev.jpgo.agent.options.OptionException;
import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.common.JsonOutput;
import dev.jpgo.cli.common.Version;
import dev.jpgo.cli.launch.AgentOptions;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Names what a running JVM does, says where its profile goes, or waits until its agent is idle. */
@Command(
    name = "phase",
    description = "Name what a running JVM does, set its profile's file, or wait for its agent.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class PhaseCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(
      names = "--out",
      paramLabel = "PATTERN",
      description = "Where the profile is written at exit from now on, as the option out.")
  private @Nullable String out;

  @Option(
      names = "--await-idle",
      paramLabel = "SECONDS",
      description = "First wait until there is nothing to optimize for the moment.")
  private @Nullable Long seconds;

  @Parameters(index = "0", paramLabel = "PID", description = "Process id of the JVM.")
  private long pid;

  @Parameters(index = "1", arity = "0..1", paramLabel = "NAME", description = "Name of the phase.")
  private @Nullable String name;

  @Override
  public Integer call() {
    if (seconds == null && out == null && name == null) {
      throw new CliException(ExitCode.USAGE, "phase needs a name, --out or --await-idle");
    }
    if (seconds != null && seconds < 0) {
      throw new CliException(
          ExitCode.USAGE, "--await-idle " + seconds + " is not allowed: 0 or more");
    }
    String place = out == null || out.isEmpty() ? "" : AgentOptions.place(out);
    try {
      OptionValues.parse("out=" + AgentArguments.quote(place));
    } catch (OptionException e) {
      throw new CliException(ExitCode.USAGE, String.valueOf(e.getMessage()));
    }
    Map<String, Object> done = new LinkedHashMap<>();
    done.put("pid", pid);
    if (seconds != null) {
      RunningJvm.send(pid, "command=idle,millis=" + 1000 * Math.min(seconds, 1_000_000));
      done.put("idle", true);
    }
    if (out != null) {
      RunningJvm.send(pid, "command=out,out=" + AgentArguments.quote(place));
      done.put("out", out);
    }
    if (name != null) {
      RunningJvm.send(pid, "command=phase,name=" + AgentArguments.quote(name));
      done.put("phase", name);
    }
    PrintWriter writer = spec.commandLine().getOut();
    if (json) {
      JsonOutput.print(writer, done);
    } else {
      writer.println("JVM " + pid + (name == null ? " has done so" : " is in phase " + name));
    }
    return ExitCode.OK;
  }
}
