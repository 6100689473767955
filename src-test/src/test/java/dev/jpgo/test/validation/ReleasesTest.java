package dev.jpgo.test.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import dev.jpgo.test.programs.Fits;
import dev.jpgo.test.programs.Releases;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The collector gets what the program has let go of. */
class ReleasesTest {
  private static final String TIERS =
      "delay=0,interval=5,tier1.calls=20,tier1.loops=2000,"
          + "tier2.calls=20,tier2.loops=2000,budget=100,share=100,max-rewrites=1000,log=warn";

  private static final String COLLECTED =
      "worker: collected\nhandler: collected\nnull: collected\n";

  @TempDir private Path folder;

  @ParameterizedTest
  @Execution(CONCURRENT)
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17"})
  void optimizedMethodsHoldOnToNothing(Vm vm) throws IOException {
    Path decisions = folder.resolve("decisions.txt");
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(Releases.class);
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .with("-D" + Releases.AGENT + "=true")
            .withAgent(TIERS + ",mode=interpreter,decisions=" + decisions)
            .run(Releases.class);
    assertEquals("", tiered.err());
    assertTrue(plain.out().startsWith(COLLECTED), plain.out());
    assertEquals(plain.out(), tiered.out());
    String made = Files.readString(decisions);
    for (String method : new String[] {"worked(Z)I", "handled(ZI)I", "nulled(ZI)I"}) {
      assertTrue(made.contains("Releases." + method + ": OPTIMIZED"), method);
    }
  }

  @Test
  void whatFittedInTheHeapDoesStill() throws IOException {
    Path decisions = folder.resolve("decisions.txt");
    ForkedJvm.Result tiered =
        ForkedJvm.on(Vm.JDK25_INT)
            .with("-Xmx200m", "-XX:+UseSerialGC", "-D" + Fits.AGENT + "=true")
            .withAgent(TIERS + ",mode=interpreter,decisions=" + decisions)
            .run(Fits.class);
    assertEquals("", tiered.err());
    assertEquals("passed 0\nin line 3\n", tiered.out());
    String made = Files.readString(decisions);
    for (String method : new String[] {"passed(II)I", "inLine(II)I"}) {
      assertTrue(made.contains("Fits." + method + ": OPTIMIZED"), method);
    }
  }
}
