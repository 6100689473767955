package dev.jpgo.test.hooks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The JDK's methods do by words what they did one by one; interpreted, and by each compiler. */
class ArrayLoopsTest {
  @RegisterExtension static final HookAgentJar HOOKS = new HookAgentJar();

  @ParameterizedTest
  @CsvSource({
    "JDK17, -Xint, 20",
    "JDK17, -XX:TieredStopAtLevel=1, 400",
    "JDK17, -XX:+TieredCompilation, 400",
    "JDK17, -XX:-CompactStrings, 100",
    "JDK25, -Xint, 20",
    "JDK25, -XX:TieredStopAtLevel=1, 400",
    "JDK25, -XX:+UseCompactObjectHeaders, 400"
  })
  void theSameByWords(Vm vm, String flag, String rounds) {
    ForkedJvm.Result result =
        ForkedJvm.on(vm)
            .with("-Xbatch", "-Xverify:all", flag, HOOKS.flag("ARRAYS", false))
            .run(ArrayLoopsProgram.class, rounds);
    assertEquals(0, result.exitCode(), result.err());
    assertEquals("all the same", result.out().strip());
  }
}
