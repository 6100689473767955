package dev.jpgo.cli.report;

import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.common.OutputPlace;
import dev.jpgo.cli.common.ProfileSource;
import dev.jpgo.cli.common.Version;
import dev.jpgo.cli.profile.HotMethods;
import dev.jpgo.core.profile.Profile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a profile as a page. */
@Command(
    name = "report",
    description = "Write a profile as one HTML file that needs nothing else.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      required = true,
      description = "Where to.")
  private Path out = Path.of("");

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "How many methods; default ${DEFAULT-VALUE}, 0 for all.",
      defaultValue = "200")
  private int top;

  @Parameters(paramLabel = "PROFILE", description = "The profile file.")
  private Path file;

  @Override
  public Integer call() {
    if (top < 0) {
      throw new CliException(ExitCode.USAGE, "--top " + top + " is not allowed: 0 or more");
    }
    Path target = OutputPlace.check(out);
    OutputPlace.checkKeeps(target, file);
    Profile profile = ProfileSource.read(file);
    String page = new HtmlReport(profile, HotMethods.of(profile, method -> true, top)).page();
    try {
      Files.write(target, page.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw OutputPlace.failed(target, e);
    }
    OutputPlace.say(spec.commandLine().getOut(), target, "wrote " + target);
    return ExitCode.OK;
  }
}
