package dev.jpgo.jmh.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProgramTest {
  /** What each program computed on JDK 17's and 25's interpreter, Zero and the compilers. */
  private static final Map<String, Long> CHECKSUMS =
      Map.ofEntries(
          Map.entry("jackson", -3522955184202318807L), Map.entry("h2", -4004639833426054098L));

  @ParameterizedTest
  @EnumSource
  void everyIterationOfEveryProgramComputesTheSame(Program program) throws Exception {
    Workload workload = program.create();
    long checksum = workload.iterate();
    assertEquals(checksum, workload.iterate());
    assertEquals(checksum, program.create().iterate(), "a second instance");
    assertEquals(CHECKSUMS.getOrDefault(program.label(), checksum), checksum);
  }

  @ParameterizedTest
  @EnumSource
  void twinsComputeWhatTheirKernelsDo(Program program) throws Exception {
    if (program.kind() == Program.Kind.KERNEL) {
      Program twin = Program.byLabel(program.label() + "-by-hand");
      assertEquals(Program.Kind.TWIN, twin.kind());
      assertEquals(program.create().iterate(), twin.create().iterate());
    }
  }

  @Test
  void anUnknownProgramIsAnErrorThatListsTheKnownOnes() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> Program.byLabel("jakson")).getMessage();
    assertTrue(message.contains("jackson"), message);
  }
}
