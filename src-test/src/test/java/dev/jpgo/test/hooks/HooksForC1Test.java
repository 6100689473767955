package dev.jpgo.test.hooks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.test.programs.Selected;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The JDK goes by words and the like where C1 is the compiler and nowhere else. */
class HooksForC1Test {
  /** The VM says on standard output which classes were given another version. */
  @ParameterizedTest
  @CsvSource({
    "JDK17_C1, '', true, true, true",
    "JDK25_C1, '', true, true, true",
    "JDK17_C1, ',hooks.off=arrays', false, true, true",
    "JDK17_C1, ',hooks.off=handles', true, false, true",
    "JDK17_C1, ',hooks.off=builders', true, true, false",
    "JDK17_C1, ',jdk=off', false, false, false",
    "JDK17_C1, ',strategy=none', false, false, false",
    "JDK17_INT, ',include=nothing.*', false, false, false",
    "JDK17, ',strategy=hot,include=nothing.*', false, false, false"
  })
  void onlyWhereC1IsTheCompiler(
      Vm vm, String options, boolean arrays, boolean handles, boolean builders) {
    ForkedJvm.Result result =
        ForkedJvm.on(vm)
            .with("-Xlog:redefine+class+load=info")
            .withAgent("delay=0" + options)
            .run(Selected.class, "1500");
    assertEquals(0, result.exitCode(), result.err());
    assertEquals("", result.err());
    for (String name : List.of("lang.StringLatin1", "lang.StringUTF16", "util.Arrays")) {
      assertEquals(arrays, result.out().contains("name=java." + name + ","), result.out());
    }
    String reference = "name=java.util.concurrent.atomic.AtomicReference,";
    assertEquals(handles, result.out().contains(reference), result.out());
    String builder = "name=java.lang.AbstractStringBuilder,";
    assertEquals(builders, result.out().contains(builder), result.out());
  }
}
