package dev.jpgo.test.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.test.vm.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunTest {
  private static final String CLASS_PATH = System.getProperty("java.class.path");
  private static final String PROGRAM = EchoProgram.class.getName();

  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "42", "255"})
  void theExitCodeIsThatOfTheProgram(String code) throws Exception {
    ForkedJvm.Result run = BuiltCommand.run("run", "--", "-cp", CLASS_PATH, PROGRAM, code);
    assertEquals(Integer.parseInt(code), run.exitCode(), run.err());
    assertEquals("", run.out());
  }

  @Test
  void aSignalEndsTheProgramToo() throws Exception {
    try (LiveProgram program =
        LiveProgram.start(BuiltCommand.line("run", "--", "-cp", CLASS_PATH, PROGRAM))) {
      program.checkAlive(10);
      List<ProcessHandle> children = program.process().children().toList();
      assertEquals(1, children.size());
      // the process's own destroy() closes its input as well, which ends the program by itself
      program.process().toHandle().destroy();
      assertTrue(program.process().waitFor(60, TimeUnit.SECONDS));
      children.get(0).onExit().get(60, TimeUnit.SECONDS);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-h", "--help", "-V", "--version", "--dry-run"})
  void theLauncherBecomesTheProgramWhateverTheProgramIsTold(String argument) throws Exception {
    Path launcher = ForkedJvm.projectRoot().resolve("jpgo");
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "needs a POSIX shell");
    List<String> line = new ArrayList<>();
    line.add(launcher.toString());
    line.addAll(List.of("run", "--", "-cp", CLASS_PATH));
    line.add(PROGRAM);
    if (!argument.isEmpty()) {
      line.addAll(List.of("echo", argument));
    }
    try (LiveProgram program = LiveProgram.start(line)) {
      program.checkAlive(10);
      assertEquals(0, program.process().children().count());
      program.process().toHandle().destroy();
      assertTrue(program.process().waitFor(60, TimeUnit.SECONDS));
      assertEquals(143, program.process().exitValue());
    }
  }

  @Test
  void theLauncherNamesAJavaThatIsTooOld() throws Exception {
    Path home = Files.createTempDirectory("jpgo-java8");
    Path bin = Files.createDirectories(home.resolve("bin"));
    Path java =
        Files.writeString(
            bin.resolve("java"), "#!/bin/sh\necho 'java version \"1.8.0_292\"' >&2\n");
    Assumptions.assumeTrue(java.toFile().setExecutable(true), "executable files");
    Process launcher = launcher(home);
    String err = new String(launcher.getErrorStream().readAllBytes(), UTF_8);
    assertEquals("jpgo: " + java + " is Java 1.8.0_292; jpgo needs 17 or later\n", err);
    assertEquals(1, launcher.waitFor());
    Files.delete(java);
    Files.delete(bin);
    Files.delete(home);
  }

  @Test
  void theLauncherFindsItselfWhateverIsInCdpath() throws Exception {
    Path root = ForkedJvm.projectRoot().toRealPath();
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "needs a POSIX shell");
    ProcessBuilder builder = new ProcessBuilder(root.getFileName() + "/jpgo", "--version");
    builder.directory(root.getParent().toFile());
    builder.environment().put("CDPATH", root.getParent().toString());
    Process launcher = builder.start();
    String err = new String(launcher.getErrorStream().readAllBytes(), UTF_8);
    assertEquals(0, launcher.waitFor(), err);
  }

  private static Process launcher(Path javaHome) throws IOException {
    String launcher = ForkedJvm.projectRoot().resolve("jpgo").toString();
    ProcessBuilder builder = new ProcessBuilder(launcher, "--version");
    builder.environment().put("JAVA_HOME", javaHome.toString());
    return builder.start();
  }
}
