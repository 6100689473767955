package dev.jpgo.cli.profile;

import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.common.JsonOutput;
import dev.jpgo.cli.common.ProfileSource;
import dev.jpgo.cli.common.Version;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfiledMethod;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
public final class ShowCommand implements Callable<Integer> {
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

  @Option(
      names = "--at-least",
      paramLabel = "N",
      description = "Only methods that were called at least so often.")
  private long atLeast;

  @Option(names = "--by-class", description = "A line for each class instead of each method.")
  private boolean byClass;

  @Option(names = "--edges", description = "Edge counts of every method shown.")
  private boolean edges;

  @Option(
      names = "--bytecode",
      description = "The original bytecode, with what was counted at its instructions.")
  private boolean bytecode;

  @Mixin private final BytecodeSource code = new BytecodeSource();

  @Option(
      names = "--source",
      paramLabel = "FOLDER",
      description = "A folder with sources, for the bytecode; may be given more than once.")
  private List<Path> sources = List.of();

  @Option(names = "--cutoffs", description = "How few methods make which part of all calls.")
  private boolean cutoffs;

  @Parameters(paramLabel = "PROFILE", description = "The profile file.")
  private Path file;

  @Override
  public Integer call() {
    if (top < 0) {
      throw new CliException(ExitCode.USAGE, "--top " + top + " is not allowed: 0 or more");
    }
    if (atLeast < 0) {
      throw new CliException(
          ExitCode.USAGE, "--at-least " + atLeast + " is not allowed: 0 or more");
    }
    Profile profile = ProfileSource.read(file);
    PrintWriter out = spec.commandLine().getOut();
    code.open();
    BytecodeView view = new BytecodeView(out, code, new SourceFiles(sources));
    if (json) {
      JsonOutput.print(out, data(profile));
      return ExitCode.OK;
    }
    ProfileText text = new ProfileText(out);
    text.header(profile);
    if (cutoffs) {
      text.cutoffs(Cutoff.of(profile));
    } else if (byClass) {
      text.classes(ClassCounts.of(chosen(profile, 0), top));
    } else {
      List<ProfiledMethod> chosen = chosen(profile, top);
      text.methods(chosen, edges || method != null);
      if (withCode()) {
        chosen.forEach(view::print);
      }
    }
    out.flush();
    return ExitCode.OK;
  }

  private boolean withCode() {
    return bytecode || code.isGiven() || !sources.isEmpty();
  }

  /** Always with what is cheap. */
  private Map<String, Object> data(Profile profile) {
    Map<String, Object> data =
        ProfileJson.of(
            profile, byClass ? List.of() : chosen(profile, top), withCode() ? code : null);
    if (byClass) {
      data.put(
          "classes",
          ClassCounts.of(chosen(profile, 0), top).stream().map(ClassCounts::json).toList());
    }
    if (cutoffs) {
      data.put("cutoffs", Cutoff.of(profile).stream().map(Cutoff::json).toList());
    }
    return data;
  }

  private List<ProfiledMethod> chosen(Profile profile, int atMost) {
    @Nullable MethodGlob glob = method == null ? null : new MethodGlob(method);
    return HotMethods.of(
        profile,
        each ->
            each.counts().calls() >= atLeast
                && (glob == null || glob.matches(each.counts().method())),
        atMost);
  }
}
