package dev.jpgo.cli.profile;

import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.common.OutputPlace;
import dev.jpgo.cli.common.ProfileSource;
import dev.jpgo.cli.common.Version;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Leaves classes out of a profile, or what the optimizer did. */
@Command(
    name = "filter",
    aliases = "strip",
    description = "Leave classes, or what the optimizer did, out of a profile.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class FilterCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--keep",
      paramLabel = "CLASSES",
      description = "Keep these alone, such as com.acme.*; may be given more than once.")
  private List<String> keep = List.of();

  @Option(
      names = "--drop",
      paramLabel = "CLASSES",
      description = "Leave these out; may be given more than once.")
  private List<String> drop = List.of();

  @Option(
      names = "--no-code",
      description = "Leave out inlining decisions and bytecode; strip does so by itself.")
  private boolean noCode;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      required = true,
      description = "Where to.")
  private Path out = Path.of("");

  @Parameters(paramLabel = "PROFILE", description = "The profile file.")
  private Path file;

  @Override
  public Integer call() {
    boolean strip = isStrip(spec.commandLine().getParent().getParseResult().originalArgs());
    if (keep.isEmpty() && drop.isEmpty() && !noCode && !strip) {
      throw new CliException(ExitCode.USAGE, "filter needs --keep, --drop or --no-code");
    }
    Path target = OutputPlace.check(out);
    Profile before = ProfileSource.read(file);
    Profile after = new ProfileFilter(keep, drop, noCode || strip).apply(before);
    try {
      ProfileFile.write(target, after);
    } catch (IOException e) {
      throw OutputPlace.failed(target, e);
    }
    String methods = after.methods().size() + " of " + before.methods().size() + " methods";
    OutputPlace.say(spec.commandLine().getOut(), target, "wrote " + target + ": " + methods);
    return ExitCode.OK;
  }

  /** By which of its names the command was called; its own arguments come after that. */
  private static boolean isStrip(List<String> arguments) {
    int strip = arguments.indexOf("strip");
    int filter = arguments.indexOf("filter");
    return strip >= 0 && (filter < 0 || strip < filter);
  }
}
