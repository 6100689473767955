package dev.jpgo.test.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.test.targets.TargetMain;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every method of the JDK's base module and of large jars, through the graph and back. Results go
 * to {@code target/round-trip.md}; docs/proof.md holds the last run.
 */
class RoundTripTest {
  /** How much longer code may get in sum. */
  private static final double GROWTH = 1.03;

  @TempDir private Path folder;

  @Test
  void everyClassOfTheJdkIsTheSameAfterARoundTrip() throws IOException {
    checkJavaBase(Vm.JDK17);
  }

  @Tag("proof")
  @ParameterizedTest
  @EnumSource(names = "JDK25")
  void everyClassOfLaterJdksIsTheSameAfterARoundTrip(Vm vm) throws IOException {
    checkJavaBase(vm);
  }

  @Test
  void guavaVerifiesAfterARoundTrip() throws IOException {
    for (Path jar : Corpus.jars()) {
      if (String.valueOf(jar.getFileName()).startsWith("guava")) {
        checkJar(jar);
      }
    }
  }

  @Tag("proof")
  @ParameterizedTest
  @MethodSource("jars")
  void everyClassOfAJarVerifiesAfterARoundTrip(Path jar) throws IOException {
    checkJar(jar);
  }

  static List<Path> jars() throws IOException {
    return Corpus.jars();
  }

  @Test
  void codeThatDoesNotVerifyIsNoticed() throws IOException {
    Path jar = BrokenClass.jar(folder);
    LinkRun run = LinkRun.of(ForkedJvm.on(Vm.JDK17), List.of(BrokenClass.NAME), jar);
    assertEquals(0, run.linked());
    assertTrue(run.errors().toString().contains("VerifyError"), run.errors()::toString);
  }

  private void checkJar(Path jar) throws IOException {
    Path rewritten = folder.resolve("rewritten.jar");
    RoundTrip trip = RoundTrip.of(Corpus.jar(jar), rewritten);
    check(trip);
    LinkRun before = LinkRun.of(ForkedJvm.on(Vm.JDK17), trip.classes(), jar);
    LinkRun after = LinkRun.of(ForkedJvm.on(Vm.JDK17), trip.classes(), rewritten);
    assertEquals(List.of(), after.worseThan(before));
    Results.add(String.valueOf(jar.getFileName()), trip, after);
  }

  /**
   * The JVM is started on the classes as they were emitted, links them all, and then runs programs.
   */
  private void checkJavaBase(Vm vm) throws IOException {
    Path rewritten = folder.resolve("java.base.jar");
    RoundTrip trip = RoundTrip.of(Corpus.javaBase(vm.home()), rewritten);
    check(trip);
    String[] flags = {
      "--patch-module",
      "java.base=" + rewritten,
      "-XX:+UnlockDiagnosticVMOptions",
      "-XX:+BytecodeVerificationLocal"
    };
    LinkRun before = LinkRun.of(ForkedJvm.on(vm), trip.classes());
    LinkRun after = LinkRun.of(ForkedJvm.on(vm).with(flags), trip.classes());
    assertEquals(List.of(), after.worseThan(before));
    assertEquals(runTargets(ForkedJvm.on(vm)), runTargets(ForkedJvm.on(vm).with(flags)));
    Results.add("java.base of " + vm, trip, after);
  }

  private static String runTargets(ForkedJvm vm) {
    ForkedJvm.Result result = vm.run(TargetMain.class, "20", "0");
    assertEquals(0, result.exitCode(), result.err());
    return result.out();
  }

  private static void check(RoundTrip trip) {
    assertEquals(List.of(), trip.failures());
    assertFalse(trip.classes().isEmpty());
    double growth = trip.bytesAfter() / (double) trip.bytesBefore();
    assertTrue(growth <= GROWTH, trip.bytesBefore() + " bytes became " + trip.bytesAfter());
  }
}
