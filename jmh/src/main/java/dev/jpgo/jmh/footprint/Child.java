package dev.jpgo.jmh.footprint;

import dev.jpgo.jmh.driver.ForkFailure;
import dev.jpgo.jmh.driver.Installation;
import dev.jpgo.jmh.driver.Scratch;
import dev.jpgo.jmh.driver.VmSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a main class of this package to its end.
 *
 * @param vm the JVM
 * @param agent options of the agent, or "none" for no agent
 */
record Child(VmSpec vm, String agent) {
  static final String NO_AGENT = "none";

  /** The program's output. */
  String run(Class<?> main, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(vm.java().toString());
    command.addAll(vm.flags());
    if (!agent.equals(NO_AGENT)) {
      command.add("-javaagent:" + Installation.agentJar() + (agent.isEmpty() ? "" : "=" + agent));
    }
    command.add("-cp");
    command.add(Installation.benchClassPath());
    command.add(main.getName());
    command.addAll(List.of(arguments));
    Process process = Scratch.start(new ProcessBuilder(command).redirectErrorStream(true));
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    if (code != 0) {
      throw new ForkFailure(main.getSimpleName() + ": exit code " + code + "\n" + output);
    }
    return output;
  }
}
