package dev.jpgo.jmh;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.jpgo.jmh.demo.ProgressBar;
import dev.jpgo.jmh.driver.Comparison;
import dev.jpgo.jmh.driver.ComparisonRun;
import dev.jpgo.jmh.driver.ComparisonTable;
import dev.jpgo.jmh.driver.ForkLauncher;
import dev.jpgo.jmh.driver.Variant;
import dev.jpgo.jmh.driver.VmSpec;
import dev.jpgo.jmh.workload.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares programs on VMs and prints a table for the documents. */
@Command(name = "table", description = "Compare base and agent; prints a Markdown table.")
final class TableCommand implements Callable<Integer> {
  @Option(
      names = "--vm",
      split = ",",
      paramLabel = "VM",
      description = "FEATURE-FLAVOR, such as this-xint, 17-xint10, 25-zero, 17-c1, 25-default.")
  private List<String> vms = List.of("this-xint");

  @Option(
      names = "--programs",
      split = ",",
      paramLabel = "PROGRAM",
      description = "Names as 'list' prints them, or real, kernel, twin; all real ones by default.")
  private List<String> programs = List.of("real");

  @Option(names = "--forks", description = "Of each variant (${DEFAULT-VALUE}).")
  private int forks = 3;

  @Option(names = "--seconds", description = "For each fork (${DEFAULT-VALUE}).")
  private double seconds = 20;

  @Option(
      names = "--base-seconds",
      description = "For each fork of the base; as long as the others by default.")
  private double baseSeconds;

  @Option(
      names = "--duet",
      description =
          "Run base and variant at the same time, on a processor each, which they exchange every"
              + " two seconds: what else the machine does falls on both alike. Needs Linux and"
              + " taskset.")
  private boolean duet;

  @Option(
      names = "--variants",
      split = ",",
      description = "Compared with the base: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
  private List<Variant> variants = List.of(Variant.AGENT);

  @Option(names = "--options", paramLabel = "KEY=VALUE,...", description = "For the agent.")
  private String agentOptions = "";

  @Option(
      names = "--vm-option",
      paramLabel = "OPTION",
      description = "For every measured JVM; may be repeated.")
  private List<String> vmOptions = List.of();

  @Option(names = "--control-delay", description = "Milliseconds (${DEFAULT-VALUE}).")
  private long controlDelay = 1000;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the rows as JSON, too.")
  private @Nullable Path json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<VmSpec> specs = new ArrayList<>();
    for (String vm : vms) {
      specs.add(VmSpec.parse(vm));
    }
    List<Program> selected = selected();
    ForkLauncher launcher =
        new ForkLauncher(
            seconds,
            duet || baseSeconds <= 0 ? seconds : baseSeconds,
            agentOptions,
            vmOptions,
            controlDelay);
    ComparisonRun run = new ComparisonRun(launcher, forks, variants, duet);
    List<Comparison> comparisons = new ArrayList<>();
    try (ProgressBar bar =
        new ProgressBar(
            System.err, ProgressBar.onTerminal(), specs.size() * selected.size(), seconds)) {
      for (VmSpec vm : specs) {
        for (Program program : selected) {
          comparisons.addAll(run.run(vm, program, bar));
          bar.programDone();
        }
      }
    }
    System.out.print(ComparisonTable.markdown(comparisons));
    if (json != null) {
      write(json, comparisons);
    }
    return 0;
  }

  private List<Program> selected() {
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

  private static void write(Path file, List<Comparison> comparisons) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    ArrayNode array = mapper.createArrayNode();
    for (Comparison comparison : comparisons) {
      array.add(comparison.toJson());
    }
    mapper.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), array);
  }
}
