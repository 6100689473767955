package dev.jpgo.test.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.test.programs.Rehearsed;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Methods that are optimized in another process, and what becomes of them without it. */
class CompilerTest {
  private static final String TIERS =
      "include=dev.jpgo.test.programs.Rehearsed*,delay=0,tier1.calls=500,tier2.calls=500,"
          + "tier1.loops=1000000000,";

  @TempDir Path folder;

  private ForkedJvm.Result run(Vm vm, String more) {
    return ForkedJvm.on(vm)
        .withAgent(TIERS + more + ",stats=" + folder.resolve("stats.json"))
        .run(Rehearsed.class, "late");
  }

  private static String plain(Vm vm) {
    return ForkedJvm.on(vm).run(Rehearsed.class, "late").out();
  }

  private int stat(String pointer) throws IOException {
    JsonNode figures = new ObjectMapper().readTree(folder.resolve("stats.json").toFile());
    assertTrue(figures.at(pointer).isNumber(), pointer);
    return figures.at(pointer).asInt();
  }

  /** A class that is loaded late breaks what code rests on, wherever that was made. */
  @ParameterizedTest
  @CsvSource({"JDK17_INT, JDK17", "JDK17_INT, JDK25", "JDK25_INT, JDK17", "ZERO17, JDK17"})
  void methodsAreOptimizedElsewhere(Vm vm, Vm elsewhere) throws IOException {
    ForkedJvm.Result run = run(vm, "compiler=" + elsewhere.home());
    assertEquals("", run.err());
    assertEquals(plain(vm), run.out());
    assertTrue(stat("/optimizer/elsewhere") > 0);
    assertTrue(stat("/optimizer/elsewhere") >= stat("/optimizer/compilations"));
    assertTrue(stat("/promotions/tier2") > 0);
    assertTrue(stat("/promotions/reprofile") > 0);
  }

  @Test
  void whatWasMadeElsewhereIsKeptForTheNextStart() throws IOException {
    String cache = "cache=" + folder.resolve("cache");
    String launcher = Vm.JDK17.home().resolve("bin/java").toString();
    run(Vm.JDK17_INT, cache + ",compiler=" + launcher);
    assertTrue(stat("/optimizer/elsewhere") > 0);
    assertTrue(stat("/cache/kept") > 0);
    assertEquals(plain(Vm.JDK17_INT), run(Vm.JDK17_INT, cache).out());
    assertTrue(stat("/cache/used") > 0);
  }

  @Test
  void withoutAProgramMethodsAreOptimizedHere() throws IOException {
    ForkedJvm.Result run = run(Vm.JDK17_INT, "compiler=/no/such/java");
    assertEquals(
        "jpgo: compiler=: /no/such/java is no program that can be run; methods are optimized in"
            + " this JVM\n",
        run.err());
    checkOptimizedHere(run);
  }

  @Test
  void codeThatIsMadeAtRandomIsMadeHere() throws IOException {
    ForkedJvm.Result run =
        run(
            Vm.JDK17_INT,
            "stress=inlining,stress.seed=1,compiler=" + Vm.JDK17.home().resolve("bin/java"));
    assertEquals(
        "jpgo: compiler= is not used with stress=receivers or inlining: code is made at random, in"
            + " this JVM\n",
        run.err());
    checkOptimizedHere(run);
  }

  @Test
  void withoutAJvmMethodsAreOptimizedHere() throws IOException {
    Path script = script("echo this is no JVM");
    ForkedJvm.Result run = run(Vm.JDK17_INT, "compiler=" + script);
    assertEquals(
        "jpgo: compiler=: "
            + script
            + " runs no JVM of version 17 or later: no message of jpgo's; methods are optimized in"
            + " this JVM\n",
        run.err());
    checkOptimizedHere(run);
  }

  /** It goes in the middle of what it says. */
  @Test
  void whenTheProcessEndsMethodsAreOptimizedHere() throws IOException {
    Path java = Vm.JDK17.home().resolve("bin/java");
    Path script = script(java + " \"$@\" | (dd bs=1 count=300 2>/dev/null; kill -9 $$)");
    ForkedJvm.Result run = run(Vm.JDK17_INT, "compiler=" + script);
    assertEquals(
        "jpgo: compiler=: the other process was ended by signal 9; methods are optimized in this"
            + " JVM\n",
        run.err());
    checkOptimizedHere(run);
  }

  @Test
  void howAProcessEndedThatWasNeverThereIsSaid() throws IOException {
    Path script = script("kill -9 $$");
    assertEquals(
        "jpgo: compiler=: the other process was ended by signal 9; methods are optimized in this"
            + " JVM\n",
        run(Vm.JDK17_INT, "compiler=" + script).err());
    script("exit 3");
    assertEquals(
        "jpgo: compiler=: "
            + script
            + " runs no JVM of version 17 or later: it ended with exit code 3; methods are"
            + " optimized in this JVM\n",
        run(Vm.JDK17_INT, "compiler=" + script).err());
  }

  private void checkOptimizedHere(ForkedJvm.Result run) throws IOException {
    assertEquals(plain(Vm.JDK17_INT), run.out());
    assertEquals(0, stat("/optimizer/elsewhere"));
    assertTrue(stat("/promotions/tier2") > 0);
  }

  private Path script(String line) throws IOException {
    Path script = Files.writeString(folder.resolve("launcher"), "#!/bin/sh\n" + line + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    return script;
  }
}
