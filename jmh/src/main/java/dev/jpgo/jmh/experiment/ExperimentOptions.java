package dev.jpgo.jmh.experiment;

import dev.jpgo.jmh.driver.VmSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What every experiment can be told. */
final class ExperimentOptions {
  @Option(
      names = "--vm",
      split = ",",
      paramLabel = "VM",
      description = "FEATURE-FLAVOR, such as this-xint, 17-zero, 25-default (${DEFAULT-VALUE}).")
  private List<String> vms = List.of("this-xint");

  @Option(
      names = "--options",
      paramLabel = "KEY=VALUE,...",
      description = "For the agent, besides what a setting of the experiment asks for.")
  private String agentOptions = "";

  @Option(
      names = "--vm-option",
      paramLabel = "OPTION",
      description = "For every JVM; may be repeated.")
  private List<String> vmOptions = List.of();

  @Option(names = "--json", paramLabel = "FILE", description = "Write the rows as JSON, too.")
  private @Nullable Path json;

  List<VmSpec> vms() {
    List<VmSpec> specs = new ArrayList<>();
    for (String vm : vms) {
      specs.add(VmSpec.parse(vm));
    }
    return specs;
  }

  List<String> vmOptions() {
    return vmOptions;
  }

  /** A setting with the agent; {@code --options} come after {@code options} and so win. */
  Setting agent(String label, String options) {
    String both =
        options.isEmpty() || agentOptions.isEmpty()
            ? options + agentOptions
            : options + "," + agentOptions;
    return new Setting(label, true, both);
  }

  /** Prints the table, and writes it if that was asked for. */
  void publish(Report report) throws IOException {
    System.out.print(report.markdown());
    if (json != null) {
      report.writeJson(json);
    }
  }
}
