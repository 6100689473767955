package dev.jpgo.cli.profile;

import dev.jpgo.agent.options.NearestKey;
import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.common.JsonOutput;
import dev.jpgo.cli.common.Printable;
import dev.jpgo.cli.common.Version;
import dev.jpgo.cli.jvm.LiveProfile;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfiledMethod;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what was decided about a method, and why. */
@Command(
    name = "explain",
    description = "Print every inlining decision about a method with its reason, and its bytecode.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class ExplainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Parameters(
      index = "0",
      paramLabel = "PROFILE|PID",
      description = "A profile file, or a JVM with an agent.")
  private String source;

  @Parameters(
      index = "1",
      paramLabel = "CLASS.METHOD",
      description = "The method; * and ? may stand for parts of its name.")
  private String name;

  @Override
  public Integer call() {
    Profile profile = LiveProfile.fileOrJvm(source);
    List<ProfiledMethod> found = find(profile);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      List<Object> list = new ArrayList<>();
      for (ProfiledMethod method : found) {
        list.add(ProfileJson.explained(method));
      }
      JsonOutput.print(out, list);
      return ExitCode.OK;
    }
    for (ProfiledMethod method : found) {
      new ExplainText(out).print(method);
    }
    out.flush();
    return ExitCode.OK;
  }

  private List<ProfiledMethod> find(Profile profile) {
    MethodGlob glob = new MethodGlob(name);
    List<ProfiledMethod> found = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (ProfiledMethod method : profile.methods()) {
      MethodId id = method.counts().method();
      if (glob.matches(id)) {
        found.add(method);
      }
      String full = id.owner().replace('/', '.') + '.' + id.name();
      names.add(full);
      int simple = full.lastIndexOf('.', full.length() - id.name().length() - 2);
      names.add(full.substring(simple + 1)); // as a pattern may name it
    }
    if (found.isEmpty()) {
      String nearest = NearestKey.among(name, names);
      throw new CliException(
          ExitCode.FAILURE,
          "no method "
              + name
              + " in the profile"
              + (names.isEmpty() ? ", which is empty" : "")
              + (nearest.isEmpty() ? "" : "; did you mean " + Printable.of(nearest) + "?"));
    }
    return found;
  }
}
