package dev.jpgo.test.hooks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.jdk.StringJoining;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StringJoiningTest {
  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "JDK25"})
  void stringsAreJoinedAsTheJdkDoes(Vm vm, @TempDir Path folder) throws IOException {
    Path file = folder.resolve("java/lang/JpgoStrings.class");
    Files.createDirectories(file.getParent());
    Files.write(file, StringJoining.generate("java/lang/JpgoStrings"));
    ForkedJvm.Result result =
        ForkedJvm.on(vm)
            .with("-Xmx600m", "--patch-module", "java.base=" + folder)
            .run(StringJoiningProgram.class);
    assertEquals(0, result.exitCode(), result.err());
    assertEquals("all joined", result.out().strip());
  }
}
