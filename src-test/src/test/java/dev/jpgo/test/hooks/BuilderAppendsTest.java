package dev.jpgo.test.hooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** String builders hold what they held; interpreted, and by each compiler. */
class BuilderAppendsTest {
  @RegisterExtension static final HookAgentJar HOOKS = new HookAgentJar();

  @ParameterizedTest
  @CsvSource({
    "JDK17, -Xint, 12",
    "JDK17, -XX:TieredStopAtLevel=1, 300",
    "JDK17, -XX:+TieredCompilation, 300",
    "JDK17, -XX:-CompactStrings, 60",
    "JDK25, -Xint, 12",
    "JDK25, -XX:TieredStopAtLevel=1, 300",
    "JDK25, -XX:-CompactStrings, 60"
  })
  void whatIsAppendedIsThere(Vm vm, String flag, String rounds) {
    ForkedJvm.Result result =
        ForkedJvm.on(vm)
            .with("-Xverify:all", "-Xlog:redefine+class+load=info")
            .with(flag, HOOKS.flag("BUILDERS", false))
            .run(BuilderAppendsProgram.class, rounds);
    assertEquals(0, result.exitCode(), result.err());
    assertTrue(result.out().contains("name=java.lang.AbstractStringBuilder,"), result.out());
    assertTrue(result.out().strip().endsWith("all the same"), result.out());
  }
}
