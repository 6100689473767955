package dev.jpgo.cli.jvm;

import dev.jpgo.agent.options.AgentArguments;
import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.common.JsonOutput;
import dev.jpgo.cli.common.OutputPlace;
import dev.jpgo.cli.common.Version;
import dev.jpgo.core.profile.DurableFile;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.core.profile.ProfileFormatException;
import java.io.IOException;
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
    if (figures != null) {
      OutputPlace.checkApart("--out", target, "--stats", figures);
    }
    Profile profile = dump(pid, target, figures);
    PrintWriter out = spec.commandLine().getOut();
    if (json && !OutputPlace.isStandardOutput(target)) {
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("pid", pid);
      data.put("file", target.toString());
      if (figures != null) {
        data.put("stats", figures.toString());
      }
      data.put("methods", profile.methods().size());
      JsonOutput.print(out, data);
    } else {
      OutputPlace.say(
          out, target, "wrote " + target + ": " + profile.methods().size() + " methods");
    }
    return ExitCode.OK;
  }

  /** The profile of a JVM as it is now. */
  static Profile profileOf(long pid) {
    return dump(pid, null, null);
  }

  /** Has a JVM leave its profile, and takes it to where it is wanted. */
  private static Profile dump(long pid, @Nullable Path target, @Nullable Path stats) {
    try (LentFolder folder = LentFolder.to(pid)) {
      Path dumped = folder.file("dump.jpgo");
      Path figures = folder.file("stats.json");
      String more = stats == null ? "" : ",stats=" + AgentArguments.quote(figures.toString());
      RunningJvm.send(pid, "command=dump,out=" + AgentArguments.quote(dumped.toString()) + more);
      byte[] bytes = LentFolder.content(dumped);
      Profile profile = ProfileFile.decode(bytes);
      if (target != null) {
        write(target, bytes);
      }
      if (stats != null) {
        write(stats, LentFolder.content(figures));
      }
      return profile;
    } catch (ProfileFormatException e) {
      throw new CliException(ExitCode.FAILURE, "JVM " + pid + ": " + e.getMessage());
    } catch (IOException e) {
      throw new CliException(ExitCode.BAD_OUTPUT, "no profile by way of a temporary folder: " + e);
    }
  }

  private static void write(Path target, byte[] bytes) {
    try {
      DurableFile.write(target, bytes);
    } catch (IOException e) {
      throw OutputPlace.failed(target, e);
    }
  }
}
