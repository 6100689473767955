package dev.jpgo.cli.profile;

import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.common.Offered;
import dev.jpgo.cli.common.OutputPlace;
import dev.jpgo.cli.common.Version;
import dev.jpgo.cli.common.Words;
import dev.jpgo.cli.transfer.Transfer;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a profile of what a sampling profiler saw. */
@Command(
    name = "import",
    description = "Make a profile of what a sampling profiler saw.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class ImportCommand implements Callable<Integer> {
  /** What a shell offers. */
  static final class Formats extends Offered {
    Formats() {
      super(Words.names(Transfer.In.class));
    }
  }

  @Spec private CommandSpec spec;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      required = true,
      completionCandidates = Formats.class,
      description = "jfr or pprof.")
  private String format = "";

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      required = true,
      description = "Where to.")
  private Path out = Path.of("");

  @Parameters(paramLabel = "FILE", description = "What the profiler wrote.")
  private Path file;

  @Override
  public Integer call() {
    Transfer.In known = Words.oneOf(Transfer.In.class, "--format", format);
    Path target = OutputPlace.check(out);
    OutputPlace.checkKeeps(target, file);
    if (!Files.isRegularFile(file)) {
      throw new CliException(ExitCode.BAD_FILE, "there is no file " + file);
    }
    Profile profile = read(known);
    try {
      ProfileFile.write(target, profile);
    } catch (IOException e) {
      throw OutputPlace.failed(target, e);
    }
    OutputPlace.say(
        spec.commandLine().getOut(),
        target,
        "wrote " + target + ": " + profile.methods().size() + " methods");
    return ExitCode.OK;
  }

  /** The JDK's reader of recordings throws what it likes on a damaged one. */
  private Profile read(Transfer.In known) {
    try {
      return Transfer.read(file, known);
    } catch (IOException | RuntimeException e) {
      String why = e.getMessage() == null ? e.toString() : e.getMessage();
      throw new CliException(ExitCode.BAD_FILE, file + ": no " + format + " profile: " + why);
    }
  }
}
