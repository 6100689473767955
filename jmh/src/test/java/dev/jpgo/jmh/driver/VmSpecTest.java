package dev.jpgo.jmh.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

class VmSpecTest {
  @Test
  void thisJvmIsFound() {
    VmSpec vm = VmSpec.parse("this-xint10");
    assertTrue(Files.isExecutable(vm.java()));
    assertEquals(List.of("-Xint", "-XX:StackShadowPages=10"), vm.flags());
  }

  @Test
  void aFeatureReleaseAloneMeansTheDefaultFlags() {
    assertEquals(List.of(), VmSpec.parse("this").flags());
  }

  @Test
  void unknownFlavorsAndReleasesAreNamed() {
    String flavor =
        assertThrows(IllegalArgumentException.class, () -> VmSpec.parse("this-fast")).getMessage();
    assertTrue(flavor.contains("xint"), flavor);
    String release =
        assertThrows(IllegalArgumentException.class, () -> VmSpec.parse("3-xint")).getMessage();
    assertTrue(release.contains("JAVA3_HOME"), release);
  }

  @Test
  void aJavaCommandIsAVmByItsFolder() {
    VmSpec vm = VmSpec.ofJava("xint:/opt/jdk-21/bin/java");
    assertEquals("jdk-21-xint", vm.name());
    assertEquals(List.of("-Xint"), vm.flags());
    assertEquals("jdk-21-default", VmSpec.ofJava("/opt/jdk-21/bin/java").name());
  }

  @Test
  void whatIsNoJvmIsToldApart() {
    assertEquals(17, new JvmFacts("17.0.2", List.of()).feature());
    assertEquals(8, new JvmFacts("1.8.0_292", List.of()).feature());
    VmSpec nowhere = VmSpec.ofJava("/no/such/bin/java");
    String message =
        assertThrows(NoSuchJvm.class, () -> JvmFacts.of(nowhere, List.of())).getMessage();
    assertTrue(message.contains("there is no such file"), message);
  }
}
