package dev.jpgo.test.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.test.programs.Handled;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Variables that are accessed without their handles are what they were, and so is what throws. */
class HandlesTest {
  private static final String TIERS =
      "include=dev.jpgo.test.programs.Handled*:java.util.concurrent.*,"
          + "delay=0,interval=5,tier1.calls=20,tier1.loops=2000,"
          + "tier2.calls=20,tier2.loops=2000,budget=100,share=100,max-rewrites=1000,log=warn";

  @TempDir private Path folder;

  private String run(Vm vm, String more) {
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .with("-D" + Handled.AGENT + "=true")
            .withAgent(TIERS + more)
            .run(Handled.class);
    assertEquals("", tiered.err());
    return readable(tiered.out());
  }

  /** Slots, which messages name, are others in rewritten methods: see docs/semantics.md. */
  private static String readable(String output) {
    return output.replaceAll("\"<(?:local|parameter)\\d+>\"|\"\\w+\"", "a variable");
  }

  @ParameterizedTest
  @Execution(CONCURRENT)
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17"})
  void accessesDoWhatTheirHandlesDo(Vm vm) throws IOException {
    String plain = readable(ForkedJvm.on(vm).run(Handled.class).out());
    Path decisions = folder.resolve("decisions.txt");
    assertEquals(plain, run(vm, ",decisions=" + decisions));
    assertDirect(decisions);
  }

  private static void assertDirect(Path decisions) throws IOException {
    String made = Files.readString(decisions);
    for (String called :
        new String[] {
          "jdk.internal.misc.Unsafe.compareAndSetReference",
          "jdk.internal.misc.Unsafe.getAndSetReference"
        }) {
      assertTrue(made.contains(called), called);
    }
  }

  /** Offsets of fields are this JVM's, and asked for again. */
  @ParameterizedTest
  @Execution(CONCURRENT)
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT"})
  void codeOfAnEarlierStartDoesToo(Vm vm) throws IOException {
    String plain = readable(ForkedJvm.on(vm).run(Handled.class).out());
    Path stats = folder.resolve("stats.json");
    String cached = ",cache=" + folder.resolve("cache") + ",stats=" + stats;
    assertEquals(plain, run(vm, cached));
    assertEquals(plain, run(vm, cached));
    int used = new ObjectMapper().readTree(stats.toFile()).at("/cache/used").asInt();
    assertTrue(used > 0);
  }

  @ParameterizedTest
  @Execution(CONCURRENT)
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT"})
  void codeThatAnotherProcessMakesDoesToo(Vm vm) throws IOException {
    String plain = readable(ForkedJvm.on(vm).run(Handled.class).out());
    Path decisions = folder.resolve("decisions.txt");
    String elsewhere = ",compiler=" + Vm.JDK17.home() + ",decisions=" + decisions;
    assertEquals(plain, run(vm, elsewhere));
    assertDirect(decisions);
  }
}
