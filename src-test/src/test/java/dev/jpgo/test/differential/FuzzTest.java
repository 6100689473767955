package dev.jpgo.test.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Thousands of generated programs, plain and transformed, on each VM. {@code -Djpgo.fuzz.first=SEED
 * -Djpgo.fuzz.programs=N} choose others than the regular ones; each VM has seeds of its own.
 */
@Tag("proof")
class FuzzTest {
  private static final long FIRST = Long.getLong("jpgo.fuzz.first", 1);
  private static final int PROGRAMS = Integer.getInteger("jpgo.fuzz.programs", 2000);

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(Vm.class)
  void generatedProgramsMeanTheSameInTierTwo(Vm vm) throws IOException {
    vm.command();
    long first = FIRST + (long) vm.ordinal() * PROGRAMS;
    assertEquals(List.of(), new FuzzCampaign(folder).run(vm, first, PROGRAMS));
  }
}
