package dev.jpgo.jmh.peer;

import dev.jpgo.jmh.driver.JvmFacts;
import dev.jpgo.jmh.driver.NoSuchJvm;
import dev.jpgo.jmh.driver.Treatment;
import dev.jpgo.jmh.driver.Variant;
import dev.jpgo.jmh.driver.VmSpec;
import dev.jpgo.jmh.workload.Program;
import java.io.IOException;
import java.util.List;

/** Makes variants ready. Keeps what took long to make until it is closed. */
public final class Peers implements AutoCloseable {
  /** The release that the Graal compiler on Maven Central is for. */
  private static final int GRAAL_RELEASE = 17;

  private final OptimizedJars optimized = new OptimizedJars();

  /**
   * A variant for a program of the benchmark jar.
   *
   * @throws PeerUnavailable if it cannot be had here
   */
  public Treatment prepare(Variant variant, VmSpec vm, JvmFacts facts, Program program)
      throws PeerUnavailable, IOException, InterruptedException {
    return switch (variant.kind()) {
      case PROGUARD, R8 ->
          new Treatment(variant, List.of(), optimized.classPath(variant.kind(), program));
      default -> prepare(variant, vm, facts);
    };
  }

  /**
   * A variant for any program: what its JVM is started with besides.
   *
   * @throws PeerUnavailable if it cannot be had here
   */
  public Treatment prepare(Variant variant, VmSpec vm, JvmFacts facts)
      throws PeerUnavailable, InterruptedException {
    return new Treatment(variant, arguments(variant, vm, facts), "");
  }

  private static List<String> arguments(Variant variant, VmSpec vm, JvmFacts facts)
      throws PeerUnavailable, InterruptedException {
    return switch (variant.kind()) {
      case JACOCO -> List.of("-javaagent:" + PeerJars.of("jacoco") + "=output=none");
      case GRAAL -> graal(vm, facts);
      case PROGUARD, R8 ->
          throw new PeerUnavailable("it needs to be told what to keep: programs of this jar only");
      case BASE, NOSHARE, CONTROL, AGENT -> List.of();
    };
  }

  private static List<String> graal(VmSpec vm, JvmFacts facts)
      throws PeerUnavailable, InterruptedException {
    if (facts.feature() != GRAAL_RELEASE) {
      throw new PeerUnavailable(
          "the compiler on Maven Central is for " + GRAAL_RELEASE + ", this is " + facts.feature());
    }
    if (!vm.flags().isEmpty()) {
      throw new PeerUnavailable("Graal takes C2's place, which does not run here");
    }
    List<String> arguments =
        List.of(
            "-XX:+UnlockExperimentalVMOptions",
            "-XX:+EnableJVMCI",
            "-XX:+UseJVMCICompiler",
            "--upgrade-module-path",
            PeerJars.of("graal"));
    try {
      JvmFacts.of(vm, arguments);
    } catch (NoSuchJvm refused) {
      throw new PeerUnavailable(String.valueOf(refused.getMessage()));
    }
    return arguments;
  }

  @Override
  public void close() throws IOException {
    optimized.close();
  }
}
