package dev.jpgo.test.hooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FunctionTraceTest {
  private static final String OPTIONS =
      "delay=0,interval=5,tier1.calls=0,tier1.loops=0,tier2.calls=20,tier2.loops=2000,budget=100,share=100,"
          + "max-rewrites=1000,include=dev.jpgo.test.hooks.*:java.util.function.*,decisions=";

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT"})
  void tracesThroughFunctionsOfFunctionsAreThoseOfTheSource(Vm vm) throws IOException {
    Path decisions = folder.resolve("decisions");
    // Helpful messages name slots.
    String same = "-XX:-ShowCodeDetailsInExceptionMessages";
    ForkedJvm.Result plain = ForkedJvm.on(vm).with(same).run(FunctionTraceProgram.class, "0");
    assertEquals(0, plain.exitCode(), plain.err());
    ForkedJvm.Result hot =
        ForkedJvm.on(vm)
            .with(same)
            .withAgent(OPTIONS + decisions)
            .run(FunctionTraceProgram.class, "5000");
    assertEquals(0, hot.exitCode(), hot.err());
    assertEquals(plain.out(), hot.out(), hot.err());
    String decided = Files.readString(decisions);
    for (String name : new String[] {"IntUnaryOperator.lambda$andThen$", "Predicate.lambda$or$"}) {
      assertTrue(decided.contains("inline java.util.function." + name), decided);
    }
  }
}
