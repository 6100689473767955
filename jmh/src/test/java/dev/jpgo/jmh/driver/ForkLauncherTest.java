package dev.jpgo.jmh.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.jmh.workload.Program;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForkLauncherTest {
  private static ForkLauncher launcher(String... vmOptions) {
    return new ForkLauncher(0.1, 0.1, "", List.of(vmOptions), 0);
  }

  @Test
  void aForkReportsIterationsInOrderWithTheChecksumOfThisJvm() throws Exception {
    List<Double> told = new ArrayList<>();
    Fork fork =
        launcher()
            .run(
                VmSpec.parse("this-xint"),
                Treatment.plain(Variant.BASE),
                Program.LIST_SUM_BY_HAND,
                told::add);
    assertEquals(Program.LIST_SUM_BY_HAND.create().iterate(), fork.checksum());
    assertTrue(fork.stats().isMissingNode());
    assertEquals(fork.iterations().size(), told.size());
    double before = 0;
    long cpu = 0;
    for (Iteration iteration : fork.iterations()) {
      assertTrue(iteration.nanos() > 0 && iteration.cpu() >= 0);
      assertTrue(iteration.elapsed() > before);
      before = iteration.elapsed();
      cpu += iteration.cpu();
    }
    assertTrue(cpu > 0);
  }

  @Test
  void aJvmThatDoesNotStartIsAFailureWithItsMessage() {
    String message =
        assertThrows(
                ForkFailure.class,
                () ->
                    launcher("-XX:+NoSuchFlag")
                        .run(
                            VmSpec.parse("this"),
                            Treatment.plain(Variant.BASE),
                            Program.LIST_SUM,
                            seconds -> {}))
            .getMessage();
    assertTrue(message.contains("list-sum") && message.contains("NoSuchFlag"), message);
  }
}
