package dev.jpgo.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.options.Option;
import dev.jpgo.agent.options.Options;
import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.cli.launch.JavaHome;
import dev.jpgo.cli.launch.ShellWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {
  @TempDir Path home;

  @BeforeEach
  void anAgentJarIsThere() throws IOException {
    Files.createDirectories(home.resolve("agent/target"));
    Files.createFile(home.resolve("agent/target/jpgo-agent.jar"));
    System.setProperty("jpgo.home", home.toString());
  }

  @AfterEach
  void forgetHome() {
    System.clearProperty("jpgo.home");
  }

  @Test
  void optionsBecomeAgentArgumentsAndTheRestIsPassedOn() {
    CommandRun run =
        CommandRun.of(
            "run", "--dry-run", "--delay", "0", "--mode=c1", "--", "-Xint", "Main", "--delay", "7");
    assertEquals("", run.err());
    String agent = home.resolve("agent/target/jpgo-agent.jar").toString();
    String expected =
        ShellWords.quote(
            List.of(
                JavaHome.current(),
                "-javaagent:" + agent + "=mode=c1,delay=0",
                "-Xint",
                "Main",
                "--delay",
                "7"));
    assertEquals(expected, run.out().strip());
  }

  @Test
  void filesBecomeAbsoluteAndCommasAreQuoted() {
    String out = home.resolve("a,b.jpgo").toString();
    CommandRun run = CommandRun.of("run", "--dry-run", "--out", out, "--", "Main");
    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("a\\,b.jpgo"), run.out());
    CommandRun relative = CommandRun.of("run", "--dry-run", "--out", "x.jpgo", "--", "Main");
    assertTrue(
        relative.out().contains("out=" + Path.of("x.jpgo").toAbsolutePath()), relative.out());
  }

  @Test
  void theCacheIsAFolderThatMayBeThereAlready() throws IOException {
    Path cache = home.resolve("cache");
    assertEquals("", cached(cache).err());
    Files.createDirectory(cache);
    CommandRun again = cached(cache);
    assertEquals("", again.err());
    assertTrue(again.out().contains("cache=" + cache + " "), again.out());
    assertEquals("", cached(home.resolve("none/yet")).err());
    Path file = Files.createFile(home.resolve("file"));
    for (Path place : List.of(file, file.resolve("cache"))) {
      CommandRun refused = cached(place);
      assertEquals(
          "jpgo: cannot write to " + place + ": " + file + " is no folder\n", refused.err());
      assertEquals(ExitCode.BAD_OUTPUT, refused.exitCode());
    }
  }

  private static CommandRun cached(Path folder) {
    return CommandRun.of("run", "--cache", folder.toString(), "--dry-run", "--", "-version");
  }

  @Test
  void whatIsReadOrRunNeedsNoPlaceToWrite() throws IOException {
    assertTakenAsItIs("compiler", home);
    Path java = Files.createFile(home.resolve("java"));
    Assumptions.assumeTrue(java.toFile().setReadOnly(), "permissions");
    assertTakenAsItIs("compiler", java);
    Path profile = home.resolve("run.jpgo");
    ProfileFixture.write(profile, 3);
    Assumptions.assumeTrue(profile.toFile().setReadOnly(), "permissions");
    assertTakenAsItIs("use", profile);
    assertTakenAsItIs("use", home.resolve("not/there-%m.jpgo"));
  }

  @Test
  void theFirstRunOfManyHasNoProfileToUse() {
    Path profile = home.resolve("pool.jpgo");
    CommandRun run =
        CommandRun.of(
            "run", "--use", profile + "", "--out", profile + "", "--dry-run", "--", "-version");
    assertEquals("", run.err());
    assertEquals(0, run.exitCode());
  }

  @Test
  void aPatternIsTakenWhereItsFolderIsThereOrLeftOpen() {
    for (String pattern : List.of(home + "/%p.jpgo", "%t/none/%p.jpgo", home + "/%h/none/%m")) {
      CommandRun run = CommandRun.of("run", "--out", pattern, "--dry-run", "--", "-version");
      assertEquals("", run.err());
      assertTrue(run.out().contains("out=" + pattern + " "), run.out());
    }
  }

  @Test
  void aDeviceMayBeNamedTwice() {
    Assumptions.assumeTrue(Files.exists(Path.of("/dev/null")), "needs /dev");
    CommandRun run =
        CommandRun.of(
            "run", "--out", "/dev/null", "--stats", "/dev/null", "--dry-run", "--", "-version");
    assertEquals("", run.err());
  }

  private static void assertTakenAsItIs(String option, Path value) {
    CommandRun run =
        CommandRun.of("run", "--" + option, value.toString(), "--dry-run", "--", "-version");
    assertEquals("", run.err());
    assertTrue(run.out().contains("=" + option + "=" + value + " "), run.out());
  }

  @Test
  void everyOptionOfTheRegistryIsInTheHelpOfRunAndAttach() {
    for (String command : List.of("run", "attach")) {
      String help = CommandRun.of(command, "--help").out();
      for (Option<?> option : Options.ALL) {
        assertTrue(help.contains("--" + option.key() + "="), command + " --" + option.key());
      }
    }
  }
}
