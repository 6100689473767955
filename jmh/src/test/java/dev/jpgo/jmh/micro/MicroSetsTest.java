package dev.jpgo.jmh.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

class MicroSetsTest {
  @ParameterizedTest
  @ValueSource(
      classes = {
        RecordBenchmarks.class,
        ConcatenationBenchmarks.class,
        LambdaBenchmarks.class,
        StreamBenchmarks.class,
        BoxingBenchmarks.class,
        SwitchBenchmarks.class,
        IteratorBenchmarks.class
      })
  void everyBenchmarkOfASetRunsOnce(Class<?> set) throws Exception {
    // other builds on this machine may run benchmarks, too: nothing is measured here
    System.setProperty("jmh.ignoreLock", "true");
    List<RunResult> results =
        List.copyOf(
            new Runner(
                    new OptionsBuilder()
                        .include(set.getName().replace(".", "\\.") + "\\.")
                        .mode(Mode.SingleShotTime)
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run());
    int benchmarks = 0;
    for (Method method : set.getDeclaredMethods()) {
      benchmarks += method.isAnnotationPresent(Benchmark.class) ? 1 : 0;
    }
    assertEquals(benchmarks, results.size());
  }
}
