package dev.jpgo.jmh.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.jmh.workload.Program;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class DuetTest {
  private static ForkLauncher launcher(String... vmOptions) {
    return new ForkLauncher(0.5, 0.5, "", List.of(vmOptions), 0);
  }

  @BeforeEach
  void needsTwoProcessors() {
    Assumptions.assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "one processor");
  }

  @Test
  void bothRunAtTheSameTimeAndComputeTheSame() throws Exception {
    Duet duet =
        Duet.run(
            launcher(),
            VmSpec.parse("this-xint"),
            Treatment.plain(Variant.BASE),
            Program.LIST_SUM_BY_HAND,
            seconds -> {});
    assertEquals(duet.base().checksum(), duet.other().checksum());
    assertFalse(duet.base().iterations().isEmpty());
    assertFalse(duet.other().iterations().isEmpty());
  }

  @Test
  void aJvmThatDoesNotStartIsAFailureWithItsMessage() {
    String message =
        assertThrows(
                ForkFailure.class,
                () ->
                    Duet.run(
                        launcher("-XX:+NoSuchFlag"),
                        VmSpec.parse("this"),
                        Treatment.plain(Variant.BASE),
                        Program.LIST_SUM,
                        seconds -> {}))
            .getMessage();
    assertTrue(message.contains("NoSuchFlag"), message);
  }
}
