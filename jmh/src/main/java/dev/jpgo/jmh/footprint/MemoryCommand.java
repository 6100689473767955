package dev.jpgo.jmh.footprint;

import dev.jpgo.jmh.driver.VmSpec;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Bytes that the agent adds for each method that is only counted: by how much more the memory in
 * use grows from {@value #FEW} to {@value #MANY} generated classes with the agent than without, so
 * that the agent's own classes and tables do not count.
 */
@Command(name = "memory", description = "Measure what a counted method costs in memory.")
public final class MemoryCommand implements Callable<Integer> {
  private static final int FEW = 250;
  private static final int MANY = 1250;
  private static final String WAIT_MILLIS = "4000";

  @Option(names = "--vm", paramLabel = "VM", description = "As for table (${DEFAULT-VALUE}).")
  private String vm = "this-default";

  @Option(
      names = "--options",
      paramLabel = "KEY=VALUE,...",
      description = "For the agent (${DEFAULT-VALUE}).")
  private String agentOptions = "delay=0,tier1.calls=2000000000,tier1.loops=2000000000";

  @Override
  public Integer call() throws IOException, InterruptedException {
    VmSpec spec = VmSpec.parse(vm);
    long[] plain = growth(new Child(spec, Child.NO_AGENT));
    long[] agent = growth(new Child(spec, agentOptions));
    double methods = (double) (MANY - FEW) * ManyMethods.METHODS;
    System.out.printf(
        Locale.ROOT,
        "heap %.1f, metaspace %.1f bytes a counted method%n",
        (agent[0] - plain[0]) / methods,
        (agent[1] - plain[1]) / methods);
    return 0;
  }

  private static long[] growth(Child child) throws IOException, InterruptedException {
    long[] few = used(child, FEW);
    long[] many = used(child, MANY);
    return new long[] {many[0] - few[0], many[1] - few[1]};
  }

  private static long[] used(Child child, int classes) throws IOException, InterruptedException {
    String output = child.run(ManyMethods.class, Integer.toString(classes), WAIT_MILLIS);
    String[] words = output.strip().split(" ");
    if (words.length != 3) {
      throw new IOException("expected two sizes and a count: " + output);
    }
    return new long[] {Long.parseLong(words[0]), Long.parseLong(words[1])};
  }
}
