package dev.jpgo.cli.profile;

import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.common.Offered;
import dev.jpgo.cli.common.OutputPlace;
import dev.jpgo.cli.common.ProfileSource;
import dev.jpgo.cli.common.Version;
import dev.jpgo.cli.common.Words;
import dev.jpgo.cli.transfer.Transfer;
import dev.jpgo.core.profile.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a profile for other tools. */
@Command(
    name = "export",
    description = "Write a profile for other tools.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class ExportCommand implements Callable<Integer> {
  /** What a shell offers. */
  static final class Formats extends Offered {
    Formats() {
      super(Words.names(Transfer.Out.class));
    }
  }

  @Spec private CommandSpec spec;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      required = true,
      completionCandidates = Formats.class,
      description = "pprof, folded, lcov, jfr, csv or sites.")
  private String format = "";

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      required = true,
      description = "Where to.")
  private Path out = Path.of("");

  @Mixin private final BytecodeSource code = new BytecodeSource();

  @Parameters(paramLabel = "PROFILE", description = "The profile file.")
  private Path file;

  @Override
  public Integer call() {
    Transfer.Out known = Words.oneOf(Transfer.Out.class, "--format", format);
    Path target = OutputPlace.check(out);
    OutputPlace.checkKeeps(target, file);
    code.paths().forEach(path -> OutputPlace.checkKeeps(target, path));
    code.open();
    Profile profile = ProfileSource.read(file);
    try {
      Transfer.write(profile, known, target, code::of);
    } catch (IOException e) {
      throw OutputPlace.failed(target, e);
    }
    OutputPlace.say(spec.commandLine().getOut(), target, "wrote " + target);
    return ExitCode.OK;
  }
}
