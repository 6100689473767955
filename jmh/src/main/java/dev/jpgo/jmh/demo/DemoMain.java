package dev.jpgo.jmh.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.jpgo.jmh.driver.Cell;
import dev.jpgo.jmh.driver.Comparison;
import dev.jpgo.jmh.driver.ComparisonRun;
import dev.jpgo.jmh.driver.ComparisonTable;
import dev.jpgo.jmh.driver.ForkLauncher;
import dev.jpgo.jmh.driver.Installation;
import dev.jpgo.jmh.driver.Treatment;
import dev.jpgo.jmh.driver.Variant;
import dev.jpgo.jmh.driver.VmSpec;
import dev.jpgo.jmh.workload.Program;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Main class of {@code jpgo demo}. Runs in a JVM of its own, with the benchmark jar as class path;
 * the system property {@code jpgo.agent} names the agent's jar.
 *
 * <p>Exit codes: 0, also when the agent was slower; 1 when a checksum differs or a program failed;
 * 2 for a usage error.
 */
@Command(
    name = "demo",
    description = "Run real programs in this JVM's interpreter, without and with the agent.")
public final class DemoMain implements Callable<Integer> {
  private static final List<Program> PROGRAMS =
      List.of(Program.JACKSON, Program.H2, Program.ECJ, Program.STRINGTEMPLATE);
  private static final double SECONDS = 27;
  private static final double QUICK_SECONDS = 9;

  /** An interpreted program without the agent is as fast as it gets within seconds. */
  private static final double BASE_SHARE = 0.3;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the table as JSON, too.")
  private @Nullable Path json;

  @Option(names = "--quick", description = "Shorter runs: shows that it works, not how fast.")
  private boolean quick;

  @Option(
      names = "--options",
      paramLabel = "KEY=VALUE,...",
      description = "Further options of the agent.")
  private String agentOptions = "";

  private final PrintStream out;
  private final PrintStream err;

  private DemoMain(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /** Runs the demo and exits. */
  public static void main(String[] arguments) {
    System.exit(run(arguments, System.out, System.err));
  }

  /** Runs the demo with the table on {@code out} and progress and errors on {@code err}. */
  public static int run(String[] arguments, PrintStream out, PrintStream err) {
    return new CommandLine(new DemoMain(out, err))
        .setExecutionExceptionHandler(
            (failure, line, parsed) -> {
              if (failure instanceof IllegalArgumentException) {
                err.println("demo: " + failure.getMessage());
                return CommandLine.ExitCode.SOFTWARE;
              }
              throw failure;
            })
        .execute(arguments);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Installation.agentJar();
    VmSpec vm = VmSpec.parse("this-xint");
    double seconds = quick ? QUICK_SECONDS : SECONDS;
    ForkLauncher launcher =
        new ForkLauncher(seconds, seconds * BASE_SHARE, agentOptions, List.of(), 0);
    ComparisonRun run = new ComparisonRun(launcher, 1, false);
    List<Comparison> comparisons = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    try (ProgressBar bar =
        new ProgressBar(err, ProgressBar.onTerminal(), PROGRAMS.size(), seconds)) {
      for (Program program : PROGRAMS) {
        Cell cell = run.run(vm, program, List.of(Treatment.plain(Variant.AGENT)), bar);
        comparisons.addAll(cell.comparisons());
        failures.add(cell.failure());
        cell.arms().forEach(arm -> failures.add(arm.failure()));
        bar.programDone();
      }
    }
    failures.removeIf(String::isEmpty);
    print(comparisons);
    for (String failure : failures) {
      err.println("demo: " + failure);
    }
    return failures.isEmpty() && allEqual(comparisons)
        ? CommandLine.ExitCode.OK
        : CommandLine.ExitCode.SOFTWARE;
  }

  private void print(List<Comparison> comparisons) throws IOException {
    out.println(
        System.getProperty("java.vm.name")
            + " "
            + Runtime.version()
            + ", -Xint: time of the plain"
            + " JVM over time with the agent");
    out.println();
    out.print(ComparisonTable.markdown(comparisons));
    if (json != null) {
      ArrayNode array = new ObjectMapper().createArrayNode();
      for (Comparison comparison : comparisons) {
        array.add(comparison.toJson());
      }
      new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(json.toFile(), array);
    }
  }

  private static boolean allEqual(List<Comparison> comparisons) {
    for (Comparison comparison : comparisons) {
      if (!comparison.checksumEqual()) {
        return false;
      }
    }
    return true;
  }
}
