package dev.jpgo.jmh.costs;

import dev.jpgo.jmh.driver.VmSpec;
import dev.jpgo.jmh.micro.CostBenchmarks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures and writes the cost tables of the modes. The default VMs are JDK 25's: its calls are the
 * cheaper ones, so what pays by this table pays on JDK 17 as well.
 */
@Command(name = "costs", description = "Measure and write the cost tables of the modes.")
public final class CostsCommand implements Callable<Integer> {
  private static final String TARGET = "core/src/main/resources/dev/jpgo/core/world";

  /** Percentile of the samples: what else runs on the machine only ever makes them longer. */
  private static final double UNDISTURBED = 5;

  @Option(names = "--jdk", description = "Feature release, or 'this' (${DEFAULT-VALUE}).")
  private String jdk = "25";

  @Option(names = "--to", description = "Folder of the tables (${DEFAULT-VALUE}).")
  private Path to = Path.of(TARGET);

  @Override
  public Integer call() throws IOException, RunnerException {
    write("interpreter", "xint");
    write("c1", "c1");
    write("jit", "default");
    return 0;
  }

  private void write(String mode, String flavor) throws IOException, RunnerException {
    VmSpec vm = VmSpec.parse(jdk + "-" + flavor);
    Options options =
        new OptionsBuilder()
            .include(CostBenchmarks.class.getName() + ".*")
            .jvm(vm.java().toString())
            // Samples of one call each: short enough to miss most of what else the machine does.
            // JMH would cut them to whole nanoseconds for each pass, so the division is ours.
            .mode(Mode.SampleTime)
            .operationsPerInvocation(1)
            .measurementIterations(4)
            .jvmArgs(vm.flags().toArray(new String[0]))
            .build();
    OutputFormat messages =
        OutputFormatFactory.createFormatInstance(System.err, VerboseMode.NORMAL);
    Collection<RunResult> results = new Runner(options, messages).run();
    Map<String, Double> times = new HashMap<>();
    for (RunResult result : results) {
      String benchmark = result.getParams().getBenchmark();
      times.put(
          benchmark.substring(benchmark.lastIndexOf('.') + 1),
          result.getPrimaryResult().getStatistics().getPercentile(UNDISTURBED)
              / CostBenchmarks.LOOPS);
    }
    String table =
        new CostTable(times)
            .properties(
                "Nanoseconds in "
                    + mode
                    + " mode, measured by CostBenchmarks on "
                    + vm.name()
                    + ":",
                "java -jar jmh/target/jpgo-bench.jar costs --jdk " + jdk);
    Path file = to.resolve("cost-" + mode + ".properties");
    Files.writeString(file, table);
    for (String line : List.of(file.toString(), table)) {
      System.out.println(line);
    }
  }
}
