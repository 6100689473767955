package dev.jpgo.cli.jvm;

import dev.jpgo.agent.options.AgentArguments;
import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.common.JsonOutput;
import dev.jpgo.cli.common.OutputPlace;
import dev.jpgo.cli.common.ProfileSource;
import dev.jpgo.cli.common.Version;
import dev.jpgo.core.profile.Profile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Has the agent of a running JVM write its profile. */
@Command(
    name = "dump",
    description = "Write the profile of a running JVM to a file.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class DumpCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "Where to; default: jpgo-PID.jpgo here.")
  private @Nullable Path file;

  @Option(
      names = "--stats",
      paramLabel = "FILE",
      description = "Have statistics written there as well (JSON).")
  private @Nullable Path stats;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Parameters(paramLabel = "PID", description = "Process id of the JVM.")
  private long pid;

  @Override
  public Integer call() {
    Path target = OutputPlace.check(file == null ? Path.of("jpgo-" + pid + ".jpgo") : file);
    Path figures = stats == null ? null : OutputPlace.check(stats);
    Profile profile = dump(pid, target, figures);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("pid", pid);
      data.put("file", target.toString());
      if (figures != null) {
        data.put("stats", figures.toString());
      }
      data.put("methods", profile.methods().size());
      JsonOutput.print(out, data);
    } else {
      out.println("wrote " + target + ": " + profile.methods().size() + " methods");
    }
    return ExitCode.OK;
  }

  /** Has a JVM write its profile to a file, and reads it. */
  static Profile dump(long pid, Path target) {
    return dump(pid, target, null);
  }

  private static Profile dump(long pid, Path target, @Nullable Path stats) {
    String more = stats == null ? "" : ",stats=" + AgentArguments.quote(stats.toString());
    RunningJvm.send(pid, "command=dump,out=" + AgentArguments.quote(target.toString()) + more);
    return ProfileSource.read(target);
  }
}
