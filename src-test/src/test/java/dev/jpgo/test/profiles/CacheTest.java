package dev.jpgo.test.profiles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.test.programs.Rehearsed;
import dev.jpgo.test.programs.Warmed;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A second start with the optimized code of the first. */
class CacheTest {
  private static final String TIERS =
      "include=dev.jpgo.test.programs.Rehearsed*,delay=0,tier1.calls=500,tier2.calls=500,"
          + "tier1.loops=1000000000,";

  @TempDir Path folder;

  private String run(Vm vm, String when) {
    return run(vm, when, TIERS);
  }

  private String run(Vm vm, String when, String tiers) {
    ForkedJvm.Result run =
        ForkedJvm.on(vm)
            .with("-D" + Rehearsed.AGENT + "=true")
            .withAgent(
                tiers
                    + "cache="
                    + folder.resolve("cache")
                    + ",stats="
                    + folder.resolve("stats.json"))
            .run(Rehearsed.class, when);
    assertEquals("", run.err());
    return run.out();
  }

  private static String plain(Vm vm, String when) {
    return ForkedJvm.on(vm).run(Rehearsed.class, when).out();
  }

  private int stat(String pointer) throws IOException {
    JsonNode figures = new ObjectMapper().readTree(folder.resolve("stats.json").toFile());
    return figures.at(pointer).asInt();
  }

  /**
   * An assumption may break before it needs to, when a class is loaded before what it extends is
   * known; then the method is profiled and compiled.
   */
  private boolean compilesNothingAtFirst() throws IOException {
    return stat("/optimizer/compilations") <= stat("/promotions/reprofile");
  }

  private Path file() throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder.resolve("cache"))) {
      return all.iterator().next();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"JDK17_INT", "JDK25_INT", "ZERO17"})
  void theSecondStartCompilesNothing(Vm vm) throws IOException {
    String first = run(vm, "never");
    assertTrue(stat("/optimizer/compilations") > 0);
    assertTrue(stat("/cache/kept") > 0);
    assertEquals(first, run(vm, "never"));
    assertTrue(compilesNothingAtFirst());
    assertEquals(0, stat("/promotions/tier1"));
    assertTrue(stat("/cache/used") > 0);
    assertEquals(plain(vm, "never"), first);
  }

  /**
   * A class that is left as it is loaded is written anew by the VM when it is to be retransformed,
   * with attributes in another order and, as it has a method that the VM made, with constants that
   * nothing refers to. The second start asks before that, and must know it again.
   */
  @ParameterizedTest
  @EnumSource(names = {"JDK17_INT", "JDK25_INT"})
  void aClassThatTheVmWritesAnewIsTheSame(Vm vm) throws IOException {
    String untouched = TIERS.replace("delay=0", "delay=1");
    String first = run(vm, "never", untouched);
    assertTrue(stat("/cache/kept") > 0);
    assertEquals(first, run(vm, "never", untouched));
    assertEquals(0, stat("/cache/stale"));
    assertTrue(stat("/cache/used") > 0);
    assertTrue(compilesNothingAtFirst());
    assertEquals(0, stat("/promotions/tier1"));
  }

  /** There a call of what has several implementors is worth a test of the dominant one's class. */
  @ParameterizedTest
  @EnumSource(names = {"JDK17_C1", "JDK25_C1"})
  void inC1ModeTheSecondStartCompilesNothingToo(Vm vm) throws IOException {
    String first = runWarmed(vm);
    assertTrue(stat("/optimizer/compilations") > 0);
    assertTrue(stat("/cache/kept") > 0);
    assertEquals(first, runWarmed(vm));
    assertEquals(0, stat("/optimizer/compilations"));
    assertEquals(0, stat("/promotions/tier1"));
    assertTrue(stat("/cache/used") > 0);
    assertEquals(ForkedJvm.on(vm).run(Warmed.class, "square", "4").out(), first);
  }

  private String runWarmed(Vm vm) {
    ForkedJvm.Result run =
        ForkedJvm.on(vm)
            .with("-D" + Warmed.AGENT + "=true")
            .withAgent(
                TIERS.replace("Rehearsed", "Warmed")
                    + "cache="
                    + folder.resolve("cache")
                    + ",stats="
                    + folder.resolve("stats.json"))
            .run(Warmed.class, "square", "4");
    assertEquals("", run.err());
    return run.out();
  }

  @ParameterizedTest
  @EnumSource(names = {"JDK17_C1", "JDK25_C1"})
  void inC1ModeCodeIsRightWhateverClassesComeWhen(Vm vm) throws IOException {
    run(vm, "never");
    assertTrue(stat("/cache/kept") > 0);
    assertEquals(plain(vm, "late"), run(vm, "late"));
    assertEquals(plain(vm, "early"), run(vm, "early"));
  }

  @Test
  void aClassThatBreaksWhatCachedCodeRestsOnIsSeen() throws IOException {
    run(Vm.JDK17_INT, "never");
    String late = run(Vm.JDK17_INT, "late");
    assertTrue(stat("/cache/used") > 0);
    assertEquals(plain(Vm.JDK17_INT, "late"), late);
  }

  @Test
  void codeThatRestsOnAnotherHierarchyIsNotUsed() throws IOException {
    run(Vm.JDK17_INT, "never");
    assertEquals(plain(Vm.JDK17_INT, "early"), run(Vm.JDK17_INT, "early"));
    assertEquals(0, stat("/cache/used"));
    assertTrue(stat("/optimizer/compilations") > 0);
  }

  @Test
  void aProcessThatIsKilledLeavesWhatItMade() throws Exception {
    String options = TIERS + "cache=" + folder.resolve("cache");
    Process process =
        new ProcessBuilder(
                ForkedJvm.on(Vm.JDK17_INT).withAgent(options).command(Rehearsed.class, "stays"))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("messages").toFile())
            .start();
    try {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
      while (!isWritten() && System.nanoTime() < end) {
        assertTrue(process.isAlive(), Files.readString(folder.resolve("messages")));
        process.waitFor(20, TimeUnit.MILLISECONDS);
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
    run(Vm.JDK17_INT, "never");
    assertTrue(stat("/cache/used") > 0);
    assertTrue(compilesNothingAtFirst());
  }

  private boolean isWritten() throws IOException {
    Path cache = folder.resolve("cache");
    if (!Files.isDirectory(cache)) {
      return false;
    }
    try (DirectoryStream<Path> all = Files.newDirectoryStream(cache, "*.jpgocache")) {
      return all.iterator().hasNext();
    }
  }

  @Test
  void otherOptionsHaveAnotherFile() throws IOException {
    run(Vm.JDK17_INT, "never");
    run(Vm.JDK17_INT, "never", TIERS + "growth=900,");
    assertEquals(0, stat("/cache/loaded"));
    assertEquals(0, stat("/cache/damaged"));
  }

  @Test
  void whatIsDamagedIsNotUsed() throws IOException {
    String first = run(Vm.JDK17_INT, "never");
    Path file = file();
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 100] ^= 1;
    Files.write(file, bytes);
    assertEquals(first, run(Vm.JDK17_INT, "never"));
    assertEquals(1, stat("/cache/damaged"));
    assertTrue(stat("/optimizer/compilations") > 0);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
    assertEquals(first, run(Vm.JDK17_INT, "never"));
    assertEquals(1, stat("/cache/damaged"));
    assertEquals(first, run(Vm.JDK17_INT, "never"));
    assertTrue(compilesNothingAtFirst());
  }
}
