package dev.jpgo.cli;

import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfiledMethod;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what a profile holds. */
@Command(
    name = "show",
    description = "Print a profile: hot methods with their tiers, edges and receivers.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class ShowCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(
      names = "--method",
      paramLabel = "GLOB",
      description = "Only methods such as com.acme.*.total, with their edges.")
  private @Nullable String method;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "How many methods at most; default ${DEFAULT-VALUE}, 0 for all.",
      defaultValue = "20")
  private int top;

  @Parameters(paramLabel = "PROFILE", description = "The profile file.")
  private Path file;

  @Override
  public Integer call() {
    if (top < 0) {
      throw new CliException(ExitCode.USAGE, "--top " + top + " is not allowed: 0 or more");
    }
    Profile profile = ProfileSource.read(file);
    List<ProfiledMethod> chosen = chosen(profile);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      JsonOutput.print(out, ProfileJson.of(profile, chosen));
      return ExitCode.OK;
    }
    ProfileText text = new ProfileText(out);
    text.header(profile);
    text.methods(chosen, method != null);
    out.flush();
    return ExitCode.OK;
  }

  private List<ProfiledMethod> chosen(Profile profile) {
    List<ProfiledMethod> chosen = new ArrayList<>();
    @Nullable MethodGlob glob = method == null ? null : new MethodGlob(method);
    for (ProfiledMethod candidate : profile.methods()) {
      if (glob == null || glob.matches(candidate.counts().method())) {
        chosen.add(candidate);
      }
    }
    chosen.sort(
        Comparator.comparingLong((ProfiledMethod m) -> m.counts().calls())
            .reversed()
            .thenComparing(m -> m.counts().method().toString()));
    return top == 0 || chosen.size() <= top ? chosen : chosen.subList(0, top);
  }
}
