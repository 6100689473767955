package dev.jpgo.cli.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.jpgo.cli.common.CliException;
import dev.jpgo.cli.common.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaHomeTest {
  @ParameterizedTest
  @CsvSource({
    "1.8.0_292,8",
    "1.8,8",
    "11.0.2,11",
    "17,17",
    "17.0.1+12,17",
    "25-ea,25",
    "x,0",
    "'',0"
  })
  void theFeatureReleaseIsReadFromAnyFormOfVersion(String version, int feature) {
    assertEquals(feature, JavaHome.feature(version));
  }

  @Test
  void aJvmBelow17IsRefusedByName() {
    JavaHome.requireSupported("JVM 7", "17");
    CliException e =
        assertThrows(CliException.class, () -> JavaHome.requireSupported("JVM 7", "11"));
    assertEquals("JVM 7 is Java 11; jpgo needs 17 or later", e.getMessage());
    assertEquals(ExitCode.BAD_JVM, e.exitCode());
  }
}
