package dev.jpgo.cli.profile;

import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.common.JsonOutput;
import dev.jpgo.cli.common.Version;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Say how alike two profiles are, and which methods make the difference. */
@Command(
    name = "overlap",
    description = "Say how alike two profiles are, and which methods make the difference.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class OverlapCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Mixin private final TwoProfiles profiles = new TwoProfiles();

  @Override
  public Integer call() {
    Shares before = profiles.before();
    Shares after = profiles.after();
    PrintWriter out = spec.commandLine().getOut();
    Shares.Common common = before.common(after);
    List<UnlikeMethod> worst = profiles.shown(UnlikeMethod.of(before, after));
    if (json) {
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("calls", common.calls());
      data.put("edges", common.edges());
      data.put("receivers", common.receivers());
      data.put("typeTests", common.typeTests());
      data.put("hotSet", common.hotSet());
      data.put("worst", worst.stream().map(UnlikeMethod::json).toList());
      JsonOutput.print(out, data);
      return ExitCode.OK;
    }
    out.println(line("calls", common.calls()));
    out.println(line("edges", common.edges()));
    out.println(line("receivers", common.receivers()));
    out.println(line("type tests", common.typeTests()));
    out.println(line("hot set", common.hotSet()));
    out.println();
    out.println(UnlikeMethod.HEAD);
    worst.forEach(method -> out.println(method.line()));
    out.flush();
    return ExitCode.OK;
  }

  private static String line(String what, double common) {
    return String.format(Locale.ROOT, "%-10s %7.3f%% in common", what, 100 * common);
  }
}
