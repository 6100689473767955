package dev.jpgo.cli.profile;

import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.common.JsonOutput;
import dev.jpgo.cli.common.Version;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compare two profiles method by method and site by site, what changed most first. */
@Command(
    name = "diff",
    description =
        "Compare two profiles method by method and site by site, what changed most first.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class DiffCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Mixin private final TwoProfiles profiles = new TwoProfiles();

  @Override
  public Integer call() {
    TwoProfiles.Comparison comparison = profiles.compare();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("different", comparison.methods().size());
      data.put("methods", comparison.methodsJson());
      data.put("sitesDifferent", comparison.sites().size());
      data.put("sites", comparison.sitesJson());
      JsonOutput.print(out, data);
      return ExitCode.OK;
    }
    comparison.print(out);
    return ExitCode.OK;
  }
}
