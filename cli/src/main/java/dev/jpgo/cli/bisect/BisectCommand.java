package dev.jpgo.cli.bisect;

import dev.jpgo.agent.options.AgentArguments;
import dev.jpgo.agent.options.Options;
import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.common.Version;
import dev.jpgo.cli.common.Words;
import dev.jpgo.cli.launch.AgentOptions;
import dev.jpgo.cli.launch.Installation;
import dev.jpgo.cli.launch.JavaArguments;
import dev.jpgo.cli.launch.JavaHome;
import dev.jpgo.cli.launch.ShellWords;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.phase.TierTwoCompiler;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Names the method whose optimized code makes a program do something else. */
@Command(
    name = "bisect",
    customSynopsis = "jpgo bisect [agent options] [--java=FILE] [--tries=N] -- JAVA_ARGUMENT...",
    description = {
      "Run a Java program without and with the agent, and where exit code or standard output"
          + " differ, find the method that must be optimized for it, and the phases of the"
          + " optimizer that take part.",
      "Example: jpgo bisect --delay 0 --tier1.calls 0 --stress misses:inlining -- -jar app.jar"
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the program does the same with the agent",
      "1:the program differs from run to run by itself, or it did not work out",
      "6:it differs; what is to blame is on standard output"
    })
public final class BisectCommand implements Callable<Integer> {
  private static final long SLOWER = 20;
  private static final long GRACE_MILLIS = 60_000;
  private static final String LOGGED = "tier 2 ";
  private static final String MADE = ": OPTIMIZED";

  @Spec private CommandSpec spec;

  @Option(
      names = "--java",
      paramLabel = "FILE",
      description = "The java command to use; default: the one that runs jpgo.")
  private @Nullable Path java;

  @Option(
      names = "--tries",
      paramLabel = "N",
      defaultValue = "3",
      description = "Runs without a difference after which there is said to be none; default 3.")
  private int tries;

  @Parameters(
      arity = "1..*",
      paramLabel = "JAVA_ARGUMENT",
      description = "After --: what you would write after java.")
  private List<String> javaArguments = List.of();

  private String command = "";
  private String agentArguments = "";
  private ObservedRun plain = new ObservedRun(0, new byte[0], 0);
  private String difference = "";

  @Override
  public Integer call() {
    JavaArguments.check(spec.commandLine(), javaArguments);
    if (tries < 1) {
      throw new ParameterException(spec.commandLine(), "--tries must be at least 1");
    }
    ParseResult given = spec.commandLine().getParseResult();
    agentArguments = AgentOptions.arguments(given);
    if (given.hasMatchedOption("--" + Options.STRESS.key())
        && !given.hasMatchedOption("--" + Options.STRESS_SEED.key())) {
      agentArguments += "," + Options.STRESS_SEED.key() + "=" + new Random().nextInt(1 << 30);
    }
    command = java == null ? JavaHome.current() : JavaHome.checked(java);
    runPlain();
    Bisection.Finding finding =
        new Bisection(this::experiment, TierTwoCompiler.phases(), this::say).find();
    PrintWriter out = spec.commandLine().getOut();
    int code = report(finding, out);
    out.flush();
    return code;
  }

  private void runPlain() {
    say("running without the agent, twice");
    List<String> line = new ArrayList<>(List.of(command));
    line.addAll(javaArguments);
    plain = ObservedRun.of(line, Long.MAX_VALUE);
    String unsteady = ObservedRun.of(line, Long.MAX_VALUE).difference(plain);
    if (!unsteady.isEmpty()) {
      throw new CliException(
          ExitCode.FAILURE, "the program differs from run to run without the agent: " + unsteady);
    }
    if (plain.exitCode() != 0) {
      say("the program itself, without the agent, ended with exit code " + plain.exitCode());
    }
  }

  private Bisection.Outcome experiment(int from, int to, String phaseOff) {
    List<MethodId> optimized = new ArrayList<>();
    for (int i = 0; i < tries; i++) {
      try {
        Path log = Files.createTempFile("jpgo-bisect", ".log");
        try {
          String range = range(from, to, phaseOff);
          String logged = Options.DECISIONS.key() + "=" + AgentArguments.quote(log.toString());
          ObservedRun run =
              ObservedRun.of(line(range + "," + logged), plain.millis() * SLOWER + GRACE_MILLIS);
          String found = run.difference(plain);
          read(log, optimized);
          if (!found.isEmpty()) {
            difference = difference.isEmpty() ? found : difference;
            return new Bisection.Outcome(true, optimized);
          }
        } finally {
          Files.deleteIfExists(log);
        }
      } catch (IOException e) {
        throw new CliException(ExitCode.FAILURE, "cannot write a temporary file: " + e);
      }
    }
    return new Bisection.Outcome(false, optimized);
  }

  /** What the options say, and then these: of an option that is given twice the last counts. */
  private String range(int from, int to, String phaseOff) {
    String range = Options.METHODS_FROM.key() + "=" + from + "," + Options.METHODS_TO.key() + "=";
    ParseResult given = spec.commandLine().getParseResult();
    String off = given.matchedOptionValue("--" + Options.PHASES_OFF.key(), "");
    return (agentArguments.isEmpty() ? "" : agentArguments + ",")
        + range
        + to
        + (phaseOff.isEmpty()
            ? ""
            : "," + Options.PHASES_OFF.key() + "=" + (off.isEmpty() ? "" : off + ":") + phaseOff);
  }

  private List<String> line(String arguments) {
    List<String> line = new ArrayList<>();
    line.add(command);
    line.add("-javaagent:" + Installation.agentJar() + "=" + arguments);
    line.addAll(javaArguments);
    return line;
  }

  /** The methods that a decision log says were optimized. */
  private static void read(Path log, List<MethodId> optimized) throws IOException {
    for (String line : Files.readAllLines(log)) {
      int end = line.indexOf(MADE);
      int open = line.indexOf('(');
      if (line.startsWith(LOGGED) && end > 0 && open > 0 && open < end) {
        int dot = line.lastIndexOf('.', open);
        optimized.add(
            new MethodId(
                line.substring(LOGGED.length(), dot).replace('.', '/'),
                line.substring(dot + 1, open),
                line.substring(open, end)));
      }
    }
  }

  private int report(Bisection.Finding finding, PrintWriter out) {
    if (finding instanceof Bisection.Nothing) {
      out.println("no difference in " + Words.count(tries, "run"));
      return ExitCode.OK;
    }
    out.println("difference: " + difference);
    int from = 1;
    int to = 0;
    if (finding instanceof Bisection.Blame blame) {
      for (MethodId method : blame.methods()) {
        out.println("method: " + method);
      }
      out.println("number: " + blame.number());
      out.println(
          blame.phases().isEmpty()
              ? "phases: none that it goes away without"
              : "phases: it goes away without " + String.join(" or ", blame.phases()));
      from = blame.number();
      to = from;
    } else if (finding instanceof Bisection.Together together) {
      out.println("methods: several of these " + together.methods().size() + " together");
      together.methods().forEach(method -> out.println("  " + method));
      from = together.from();
      to = together.to();
    } else {
      out.println("method: none, it differs with no method optimized: counters, profiles or hooks");
    }
    out.println("again: " + ShellWords.quote(line(range(from, to, ""))));
    return ExitCode.DIFFERENT;
  }

  private void say(String step) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("jpgo: " + step);
    err.flush();
  }
}
