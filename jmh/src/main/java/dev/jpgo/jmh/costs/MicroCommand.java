package dev.jpgo.jmh.costs;

import dev.jpgo.jmh.driver.Installation;
import dev.jpgo.jmh.driver.VmSpec;
import dev.jpgo.jmh.micro.BoxingBenchmarks;
import dev.jpgo.jmh.micro.ConcatenationBenchmarks;
import dev.jpgo.jmh.micro.IteratorBenchmarks;
import dev.jpgo.jmh.micro.LambdaBenchmarks;
import dev.jpgo.jmh.micro.RecordBenchmarks;
import dev.jpgo.jmh.micro.StreamBenchmarks;
import dev.jpgo.jmh.micro.SwitchBenchmarks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The micro sets without and with the agent, each benchmark in two JVMs of its own, and the
 * geometric mean of the ratios. What a set has beside it as written by hand is shown and does not
 * count in the mean.
 */
@Command(
    name = "micro",
    description = "Measure the micro sets without and with the agent.",
    mixinStandardHelpOptions = true)
public final class MicroCommand implements Callable<Integer> {
  private static final Map<String, Class<?>> SETS = new LinkedHashMap<>();

  /** Benchmarks that do by hand what others of their set do. */
  private static final Set<String> BY_HAND =
      Set.of("builder", "reusedBuilder", "direct", "array", "none");

  static {
    SETS.put("records", RecordBenchmarks.class);
    SETS.put("concatenation", ConcatenationBenchmarks.class);
    SETS.put("lambdas", LambdaBenchmarks.class);
    SETS.put("streams", StreamBenchmarks.class);
    SETS.put("boxing", BoxingBenchmarks.class);
    SETS.put("iterators", IteratorBenchmarks.class);
    SETS.put("switches", SwitchBenchmarks.class);
  }

  @Option(names = "--vm", split = ",", paramLabel = "VM", description = "As for bench.")
  private List<String> vms = List.of("this-xint");

  @Option(
      names = "--sets",
      split = ",",
      paramLabel = "SET",
      description =
          "records, concatenation, lambdas, streams (those unless given), boxing, iterators,"
              + " switches.")
  private List<String> sets = List.of("records", "concatenation", "lambdas", "streams");

  @Option(
      names = "--seconds",
      description = "Of warm-up with the agent, for each benchmark (${DEFAULT-VALUE}).")
  private int seconds = 10;

  @Option(
      names = "--measure",
      description = "Seconds to measure, for each benchmark (${DEFAULT-VALUE}).")
  private int measured = 5;

  @Option(names = "--options", paramLabel = "KEY=VALUE,...", description = "For the agent.")
  private String agentOptions = "";

  @Override
  public Integer call() throws RunnerException {
    List<Class<?>> classes = new ArrayList<>();
    for (String name : sets) {
      Class<?> set = SETS.get(name);
      if (set == null) {
        throw new IllegalArgumentException(
            "unknown set " + name + "; there are " + String.join(", ", SETS.keySet()));
      }
      classes.add(set);
    }
    String agent =
        "-javaagent:"
            + Installation.agentJar()
            + (agentOptions.isEmpty() ? "" : "=" + agentOptions);
    System.out.println("| benchmark | vm | base, ns | agent, ns | speed |");
    System.out.println("|---|---|---:|---:|---:|");
    List<String> means = new ArrayList<>();
    for (String name : vms) {
      VmSpec vm = VmSpec.parse(name);
      for (int i = 0; i < classes.size(); i++) {
        means.add(compare(sets.get(i), classes.get(i), vm, agent));
      }
    }
    means.forEach(System.out::println);
    return 0;
  }

  private String compare(String set, Class<?> benchmarks, VmSpec vm, String agent)
      throws RunnerException {
    Map<String, Double> base = times(benchmarks, vm, List.of(), 1);
    Map<String, Double> with = times(benchmarks, vm, List.of(agent), seconds);
    double logs = 0;
    int counted = 0;
    for (Map.Entry<String, Double> each : base.entrySet()) {
      double time = with.getOrDefault(each.getKey(), Double.NaN);
      double ratio = each.getValue() / time;
      boolean byHand = isByHand(each.getKey());
      if (!byHand) {
        logs += Math.log(ratio);
        counted++;
      }
      System.out.printf(
          Locale.ROOT,
          "| %s.%s%s | %s | %.1f | %.1f | %.2fx |%n",
          set,
          each.getKey(),
          byHand ? " (by hand)" : "",
          vm.name(),
          each.getValue(),
          time,
          ratio);
    }
    return String.format(
        Locale.ROOT,
        "| %s, geometric mean of %d | %s | | | %.2fx |",
        set,
        counted,
        vm.name(),
        Math.exp(logs / counted));
  }

  static boolean isByHand(String benchmark) {
    return benchmark.endsWith("ByHand")
        || benchmark.endsWith("Loop")
        || benchmark.endsWith("BehindATest")
        || BY_HAND.contains(benchmark);
  }

  /** What the forks print besides (JMH's JVMs warn on 25) is no result. */
  private static OutputFormat messages() {
    return OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT);
  }

  /** Nanoseconds of each benchmark of a set, by name. */
  private Map<String, Double> times(
      Class<?> benchmarks, VmSpec vm, List<String> flags, int warmSeconds) throws RunnerException {
    List<String> arguments = new ArrayList<>(vm.flags());
    arguments.addAll(flags);
    Options options =
        new OptionsBuilder()
            .include(benchmarks.getName().replace(".", "\\.") + "\\.")
            .jvm(vm.java().toString())
            .jvmArgs(arguments.toArray(new String[0]))
            .warmupIterations(warmSeconds)
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations(measured)
            .measurementTime(TimeValue.seconds(1))
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true)
            .build();
    Map<String, Double> times = new TreeMap<>();
    for (RunResult result : new Runner(options, messages()).run()) {
      String name = result.getParams().getBenchmark();
      times.put(name.substring(name.lastIndexOf('.') + 1), result.getPrimaryResult().getScore());
    }
    return times;
  }
}
