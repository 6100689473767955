package dev.jpgo.test.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.test.programs.Guarded;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the agent makes of a method, the VM's compilers must go on compiling. They give methods up,
 * and interpret them for good, in which normal flow runs into a handler, or whose monitors they
 * cannot tell to be balanced.
 */
class CompiledTest {
  private static final String PROGRAM = Guarded.Body.class.getName() + "::";

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_C1", "JDK25_C1"})
  void methodsOfAllTiersAreCompiled(Vm vm) {
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(Guarded.class, "100");
    ForkedJvm.Result tiered =
        ForkedJvm.on(vm)
            .with("-XX:+PrintCompilation")
            .withAgent(
                "profile.values=on,profile.locks=on,"
                    + "delay=0,interval=5,tier1.calls=20,tier1.loops=200,tier2.calls=2000,"
                    + "budget=100,share=100,log=warn")
            .run(Guarded.class, "6000");
    List<String> lines = tiered.out().lines().toList();
    assertTrue(tiered.out().contains(plain.out().strip()), plain.out());
    assertEquals("", tiered.err());
    for (String name :
        List.of("loopInside", "branchesInside", "lockInside", "tried", "synchronizedLoop")) {
      long bodies =
          lines.stream().filter(line -> line.contains(PROGRAM + name + " (")).distinct().count();
      assertTrue(bodies > 1, () -> name + " was compiled " + bodies + " times");
    }
    assertEquals(List.of(), lines.stream().filter(CompiledTest::isGivenUp).toList());
  }

  /**
   * Whether a line says that a method's bytecode is not to the compiler's liking. Of a version that
   * is replaced while it waits for the compiler it is said that it is not compilable; of one that
   * was given up that comes after a line with the reason.
   */
  private static boolean isGivenUp(String line) {
    return line.contains("COMPILE SKIPPED")
        && !line.contains("method is not compilable")
        && !line.contains("Jvmti state change")
        && !line.contains("concurrent class loading")
        && !line.contains("redefined method");
  }
}
