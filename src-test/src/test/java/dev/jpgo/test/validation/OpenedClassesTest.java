package dev.jpgo.test.validation;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.test.programs.opened.OpenedMain;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What others see of classes that the agent has opened, while methods climb all tiers. */
class OpenedClassesTest {
  private static final String EAGER =
      "delay=0,interval=5,tier1.calls=0,tier1.loops=0,tier2.calls=20,tier2.loops=2000,budget=100,share=100,"
          + "max-rewrites=1000,mode=interpreter,log=warn,stats=";

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT"})
  void serializationLookupsAndJsonLibrariesSeeWhatWasDeclared(Vm vm) throws IOException {
    check(vm, "jdk=off,", "1500");
  }

  @Tag("proof")
  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17", "JDK17", "JDK25"})
  void theySeeItForLonger(Vm vm) throws IOException {
    check(vm, "jdk=on,", "20000");
  }

  private void check(Vm vm, String options, String millis) throws IOException {
    Path own = folder.resolve("plain.bin");
    Path others = folder.resolve("agent.bin");
    Path stats = folder.resolve("stats.json");
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(OpenedMain.class, "0", path(own));
    assertEquals(0, plain.exitCode(), plain.err());
    ForkedJvm.Result reading =
        ForkedJvm.on(vm)
            .withAgent(options + EAGER + stats)
            .run(OpenedMain.class, millis, path(others), path(own));
    ForkedJvm.Result back = ForkedJvm.on(vm).run(OpenedMain.class, "0", path(own), path(others));

    JsonNode figures = new ObjectMapper().readTree(Files.readString(stats));
    assertAll(
        () -> assertEquals("", reading.err()),
        () -> assertEquals(back.out(), reading.out()),
        () -> assertTrue(reading.out().startsWith(plain.out()), "as without a file to read"),
        () -> assertArrayEquals(Files.readAllBytes(own), Files.readAllBytes(others)),
        () -> assertEquals(0, figures.at("/methods/quarantined").asInt(), figures.toString()),
        () -> assertTrue(figures.at("/redefinition/refused").isEmpty(), figures.toString()),
        () -> assertTrue(figures.at("/promotions/tier2").asInt() > 0, figures.toString()));
  }

  private static String path(Path file) {
    return file.toString();
  }
}
