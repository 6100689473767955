package dev.jpgo.jmh.driver;

import java.util.ArrayList;
import java.util.List;

/**
 * A variant made ready for a program on a VM.
 *
 * @param variant which
 * @param jvmArguments what its JVM is started with besides the VM's own flags; an agent of ours is
 *     not among them, since its statistics go to another file each time
 * @param classPath what a peer made of the program's, or "" for the program's own
 */
public record Treatment(Variant variant, List<String> jvmArguments, String classPath) {

  /** One that needs nothing prepared, on the program's own class path. */
  public static Treatment plain(Variant variant) {
    return new Treatment(variant, List.of(), "");
  }

  /**
   * The JVM arguments of one process.
   *
   * @param commonAgentOptions what every agent of ours gets, or ""
   * @param controlDelayMillis how long the control waits before it retransforms
   * @param stats where an agent of ours is to write its statistics
   */
  public List<String> arguments(String commonAgentOptions, long controlDelayMillis, String stats) {
    List<String> arguments = new ArrayList<>(jvmArguments);
    switch (variant.kind()) {
      case NOSHARE -> arguments.add("-Xshare:off");
      case CONTROL ->
          arguments.add("-javaagent:" + Installation.controlJar() + "=" + controlDelayMillis);
      case AGENT -> {
        StringBuilder options = new StringBuilder();
        for (String some : List.of(commonAgentOptions, variant.agentOptions())) {
          options.append(some).append(some.isEmpty() ? "" : ",");
        }
        arguments.add("-javaagent:" + Installation.agentJar() + "=" + options + "stats=" + stats);
      }
      case BASE, JACOCO, GRAAL, PROGUARD, R8 -> {}
    }
    return arguments;
  }
}
