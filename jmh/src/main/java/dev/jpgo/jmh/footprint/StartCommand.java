package dev.jpgo.jmh.footprint;

import dev.jpgo.jmh.driver.Statistics;
import dev.jpgo.jmh.driver.VmSpec;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Wall time of hello world, without and with the agent in turn. */
@Command(name = "start", description = "Measure what the agent adds to hello world.")
public final class StartCommand implements Callable<Integer> {
  @Option(names = "--vm", split = ",", paramLabel = "VM", description = "As for table.")
  private List<String> vms = List.of("this-default", "this-xint");

  @Option(names = "--runs", description = "Of each variant (${DEFAULT-VALUE}).")
  private int runs = 15;

  @Option(names = "--options", paramLabel = "KEY=VALUE,...", description = "For the agent.")
  private String agentOptions = "";

  @Override
  public Integer call() throws IOException, InterruptedException {
    System.out.println("| vm | plain | with the agent | added | quartiles with the agent |");
    System.out.println("|---|---|---|---|---|");
    for (String name : vms) {
      VmSpec vm = VmSpec.parse(name);
      double[] plain = new double[runs];
      double[] agent = new double[runs];
      for (int i = 0; i < runs; i++) {
        plain[i] = millis(new Child(vm, Child.NO_AGENT));
        agent[i] = millis(new Child(vm, agentOptions));
      }
      System.out.printf(
          Locale.ROOT,
          "| %s | %.0f ms | %.0f ms | %.0f ms | %.0f - %.0f ms |%n",
          name,
          Statistics.median(plain),
          Statistics.median(agent),
          Statistics.median(agent) - Statistics.median(plain),
          Statistics.quantile(agent, 0.25),
          Statistics.quantile(agent, 0.75));
    }
    return 0;
  }

  private static double millis(Child child) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    child.run(Hello.class);
    return (System.nanoTime() - begin) / 1e6;
  }
}
