package dev.jpgo.cli.launch;

import dev.jpgo.cli.common.OutputPlace;
import dev.jpgo.cli.common.Version;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs real programs without and with the agent, side by side. */
@Command(
    name = "demo",
    description =
        "Run programs from Maven Central in this JVM's interpreter mode, without and with the"
            + " agent, and compare results and speed.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class DemoCommand implements Callable<Integer> {
  private static final String MAIN = "dev.jpgo.jmh.demo.DemoMain";

  @Option(names = "--json", paramLabel = "FILE", description = "Write the table as JSON, too.")
  private @Nullable Path json;

  @Option(names = "--quick", description = "Shorter runs: shows that it works, not how fast.")
  private boolean quick;

  @Option(
      names = "--options",
      paramLabel = "KEY=VALUE,...",
      description = "Further options of the agent.")
  private @Nullable String options;

  @Override
  public Integer call() {
    List<String> arguments = new ArrayList<>();
    if (quick) {
      arguments.add("--quick");
    }
    if (json != null) {
      arguments.add("--json");
      arguments.add(OutputPlace.check(json).toString());
    }
    if (options != null) {
      arguments.add("--options");
      arguments.add(options);
    }
    List<String> command = new ArrayList<>();
    command.add(JavaHome.current());
    command.add("-Djpgo.agent=" + Installation.agentJar());
    command.add("-cp");
    command.add(Installation.benchJar().toString());
    command.add(MAIN);
    command.addAll(arguments);
    return ChildProcess.run(command);
  }
}
