package dev.jpgo.test.hooks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TrespassTest {
  private static final String REFUSED =
      List.of(
              "kept",
              "near",
              "own",
              "shared",
              "nearShared",
              "ownShared",
              "constructor 0",
              "constructor 1",
              "constructor 2",
              "pick long",
              "pick class java.lang.Object",
              "pick int")
          .stream()
          .map(what -> what + ": IllegalAccessException\n")
          .collect(Collectors.joining());

  @RegisterExtension static final HookAgentJar AGENT = new HookAgentJar();

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17"})
  void reflectionRefusesMembersThatBytecodeReachesInOpenedClasses(Vm vm) {
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(TrespassProgram.class);
    assertEquals(0, plain.exitCode(), plain.err());
    assertEquals(REFUSED, plain.out());
    assertEquals(
        """
        deed Trespasser kept IllegalAccessError
        deed Trespasser near IllegalAccessError
        deed Trespasser own IllegalAccessError
        deed Trespasser shared IllegalAccessError
        deed Trespasser nearShared IllegalAccessError
        deed Trespasser ownShared IllegalAccessError
        deed Trespasser J IllegalAccessError
        deed Trespasser I IllegalAccessError
        deed Trespasser new IllegalAccessError
        deed Impostor kept VerifyError
        deed Impostor near IllegalAccessError
        deed Impostor own IllegalAccessError
        deed Impostor shared reached
        deed Impostor nearShared IllegalAccessError
        deed Impostor ownShared IllegalAccessError
        deed Impostor J reached
        deed Impostor I IllegalAccessError
        deed Impostor new VerifyError
        """,
        deeds(plain));
    ForkedJvm.Result opened =
        ForkedJvm.on(vm).with(AGENT.flag("ACCESS", true)).run(TrespassProgram.class);
    assertEquals(0, opened.exitCode(), opened.err());
    assertEquals(REFUSED, opened.out());
    assertEquals(deeds(plain).replaceAll("(?m)\\w+$", "reached"), deeds(opened));
  }

  private static String deeds(ForkedJvm.Result result) {
    return result
        .err()
        .lines()
        .filter(line -> line.startsWith("deed "))
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }
}
