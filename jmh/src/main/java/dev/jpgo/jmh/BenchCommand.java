package dev.jpgo.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jpgo.jmh.driver.Scratch;
import dev.jpgo.jmh.driver.Variant;
import dev.jpgo.jmh.driver.VmSpec;
import dev.jpgo.jmh.report.Document;
import dev.jpgo.jmh.report.HtmlReport;
import dev.jpgo.jmh.report.ResultTables;
import dev.jpgo.jmh.report.Verdict;
import dev.jpgo.jmh.workload.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares JVMs without and with the agent, and with others' work, on programs. */
@Command(
    name = "bench",
    aliases = "table",
    customSynopsis = {
      "jpgo bench [options]",
      "   or: jpgo bench [options] -- JAVA_ARGUMENT...",
      "   or: jpgo bench --from FILE [--html FILE]"
    },
    description = {
      "Run programs in fresh JVMs, without and with the agent in turn, and compare results, speed,"
          + " warm-up, memory and processor time. With a command line of your own after --, compare"
          + " that.",
      "Example: jpgo bench --programs list-sum,h2 --vm 17-xint,25-default --html bench.html"
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done, whatever came out faster",
      "1:a JVM failed, with or without the agent, or the agent refused its options; of a program"
          + " of your own an exit code that is not 0 is a remark",
      "2:unknown program, VM, variant or option, or a value that is not allowed",
      "4:no such JVM, or one that does not start",
      "5:a place that cannot be written",
      "6:with the agent (or the control) a program computed something else"
    })
final class BenchCommand implements Callable<Integer> {
  private static final int FORKS = 3;
  private static final int COMMAND_FORKS = 5;

  @Spec private CommandSpec spec;

  @Option(
      names = "--programs",
      split = ",",
      paramLabel = "PROGRAM",
      description =
          "Names, or real, heldout, kernel, twin; all real ones by default. An unknown name lists them.")
  List<String> programs = List.of("real");

  @Option(
      names = "--vm",
      split = ",",
      paramLabel = "VM",
      description =
          "FEATURE-FLAVOR, such as this-xint, 17-xint10, 25-zero, 17-c1, 25-default; default"
              + " this-xint, or with a command of your own this-default.")
  List<String> vms = List.of();

  @Option(
      names = "--java",
      paramLabel = "[FLAVOR:]FILE",
      description = "Another java command, in place of or besides --vm; may be repeated.")
  List<String> javas = List.of();

  @Option(
      names = "--variants",
      split = ",",
      paramLabel = "VARIANT",
      description =
          "Compared with the base: control, agent, noshare, jacoco, graal, proguard, r8; or"
              + " NAME:KEY=VALUE:... for the agent with options. Default control,agent.")
  List<String> variants = List.of("control", "agent");

  @Option(names = "--peers", description = "Besides: noshare, jacoco, graal, proguard, r8.")
  boolean peers;

  @Option(
      names = "--forks",
      paramLabel = "N",
      description = "JVMs of each variant; default 3, or 5 with a command of your own.")
  int forks;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "For each JVM; default ${DEFAULT-VALUE}.")
  double seconds = 20;

  @Option(
      names = "--base-seconds",
      paramLabel = "S",
      description = "For each JVM of the base; as long as the others by default.")
  double baseSeconds;

  @Option(
      names = "--duet",
      description =
          "Run base and variant at the same time, on a processor each, which they exchange every"
              + " two seconds: what else the machine does falls on both alike. Needs Linux and"
              + " taskset and chrt.")
  boolean duet;

  @Option(names = "--options", paramLabel = "KEY=VALUE,...", description = "For the agent.")
  String agentOptions = "";

  @Option(
      names = "--vm-option",
      paramLabel = "OPTION",
      description = "For every measured JVM; may be repeated.")
  List<String> vmOptions = List.of();

  @Option(
      names = "--control-delay",
      paramLabel = "MS",
      description = "After which the control retransforms; default ${DEFAULT-VALUE}.")
  long controlDelay = 1000;

  @Option(
      names = "--ignore-output",
      description = "A command of your own: do not compare what it prints.")
  boolean ignoreOutput;

  @Option(names = "--json", paramLabel = "FILE", description = "Write everything as JSON.")
  @Nullable Path json;

  @Option(names = "--raw", description = "Each single iteration, too, in the JSON.")
  boolean raw;

  @Option(names = "--html", paramLabel = "FILE", description = "Write one page with plots.")
  @Nullable Path html;

  @Option(
      names = "--from",
      paramLabel = "FILE",
      description = "Measure nothing: show a JSON file that was written earlier.")
  @Nullable Path from;

  @Parameters(
      arity = "0..*",
      paramLabel = "JAVA_ARGUMENT",
      description = "After --: what you would write after java.")
  List<String> javaArguments = List.of();

  @Override
  public Integer call() throws IOException, InterruptedException {
    check();
    JsonNode document =
        from != null
            ? Document.read(from)
            : javaArguments.isEmpty()
                ? new ProgramsBench(this, spec.commandLine().getErr()).run()
                : new CommandBench(this).run();
    Scratch.goOn();
    if (json != null) {
      Document.write(document, json);
    }
    if (html != null) {
      Files.writeString(html, HtmlReport.of(document));
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(ResultTables.of(document));
    out.flush();
    return switch (Verdict.of(document)) {
      case FAILED -> Exit.FAILURE;
      case DIFFERENT -> Exit.DIFFERENT;
      case GOOD -> Exit.OK;
    };
  }

  private void check() {
    if (spec.commandLine().getParseResult().hasMatchedOption("--forks") && forks < 1) {
      throw new ParameterException(spec.commandLine(), "--forks must be at least 1");
    }
    if (!(seconds > 0) || baseSeconds < 0 || controlDelay < 0) {
      throw new ParameterException(
          spec.commandLine(), "--seconds must be above 0, and no length below");
    }
    if (!javaArguments.isEmpty() && !arguments().contains("--")) {
      throw new ParameterException(
          spec.commandLine(),
          "java arguments come after --: jpgo bench [options] -- " + javaArguments.get(0) + " ...");
    }
    if (!javaArguments.isEmpty()) {
      for (String option : List.of("--programs", "--seconds", "--base-seconds", "--duet")) {
        if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
          throw new ParameterException(
              spec.commandLine(), option + " is for programs of the benchmark jar, not for yours");
        }
      }
    }
    if (json != null) {
      BadPlace.check(json);
    }
    if (html != null) {
      BadPlace.check(html);
    }
    if (json != null
        && html != null
        && json.toAbsolutePath().normalize().equals(html.toAbsolutePath().normalize())) {
      throw new ParameterException(
          spec.commandLine(), "--json and --html name the same file: " + json);
    }
    if (from != null && !Files.isRegularFile(from)) {
      throw new IllegalArgumentException("cannot read " + from + ": there is no such file");
    }
    if (isFrom(json) || isFrom(html)) {
      throw new ParameterException(
          spec.commandLine(), "cannot write " + from + ": it is what is to be read");
    }
  }

  private boolean isFrom(@Nullable Path written) {
    return from != null
        && written != null
        && written.toAbsolutePath().normalize().equals(from.toAbsolutePath().normalize());
  }

  /** Of each variant. */
  int forks() {
    return forks > 0 ? forks : javaArguments.isEmpty() ? FORKS : COMMAND_FORKS;
  }

  /** What was written after the command's name. */
  List<String> arguments() {
    return spec.commandLine().getParseResult().originalArgs();
  }

  /**
   * The VMs that were asked for.
   *
   * @throws IllegalArgumentException if there is no such one
   */
  List<VmSpec> vms() {
    List<String> names = vms;
    if (names.isEmpty() && javas.isEmpty()) {
      names = List.of(javaArguments.isEmpty() ? "this-xint" : "this-default");
    }
    List<VmSpec> specs = new ArrayList<>();
    names.forEach(name -> specs.add(VmSpec.parse(name)));
    javas.forEach(java -> specs.add(VmSpec.ofJava(java)));
    return specs;
  }

  /**
   * What the base is compared with.
   *
   * @throws IllegalArgumentException if there is no such variant
   */
  Set<Variant> variants() {
    Set<Variant> selected = new LinkedHashSet<>();
    variants.forEach(name -> selected.add(Variant.parse(name)));
    if (peers) {
      for (Variant.Kind kind : Variant.Kind.values()) {
        if (kind.peer() || kind == Variant.Kind.NOSHARE) {
          selected.add(Variant.of(kind));
        }
      }
    }
    selected.remove(Variant.BASE);
    return selected;
  }

  /**
   * The programs that were asked for.
   *
   * @throws IllegalArgumentException if there is no such one
   */
  List<Program> programs() {
    List<Program> selected = new ArrayList<>();
    for (String name : programs) {
      boolean kind = false;
      for (Program.Kind candidate : Program.Kind.values()) {
        if (candidate.name().toLowerCase(Locale.ROOT).equals(name)) {
          selected.addAll(Program.of(candidate));
          kind = true;
        }
      }
      if (!kind) {
        selected.add(Program.byLabel(name));
      }
    }
    return selected;
  }
}
