package dev.jpgo.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.cli.common.ExitCode;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which Java runs the command, its language, the current folder, and where output goes. */
class SurroundingsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"attach", "reset 1", "detach 1", "dump 1", "explain 1 x", "phase 1 x"})
  void aJavaThatCannotAttachIsOneLine(String command) throws Exception {
    ForkedCommand forked = new ForkedCommand(folder, "--limit-modules", "java.base");
    CommandRun run = forked.run(command.split(" "));
    assertEquals(
        "jpgo: the Java at "
            + System.getProperty("java.home")
            + " has no module jdk.attach: run jpgo with a JDK\n",
        run.err());
    assertEquals(ExitCode.FAILURE, run.exitCode());
    assertEquals("", run.out());
  }

  @Test
  void processIdsHaveTheDigitsThatCommandsTake() throws Exception {
    ForkedCommand arabic = new ForkedCommand(folder, "-Duser.language=ar", "-Duser.country=EG");
    CommandRun run = arabic.run("attach");
    assertEquals("", run.err());
    String own = ProcessHandle.current().pid() + "  ";
    assertTrue(run.out().lines().anyMatch(line -> line.strip().startsWith(own)), run.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"out x.jpgo", "out x-%h.jpgo", "use x.jpgo"})
  void aPercentSignOfTheCurrentFolderStandsForItself(String option) throws Exception {
    Path here = Files.createDirectory(folder.toRealPath().resolve("50%p"));
    ForkedCommand forked = new ForkedCommand(here, "-Djpgo.home=" + folder);
    String[] words = option.split(" ");
    ProfileFixture.write(here.resolve("x.jpgo"), 3);
    Path jar = folder.resolve("agent/target/jpgo-agent.jar");
    Files.createDirectories(jar.getParent());
    Files.createFile(jar);
    CommandRun run = forked.run("run", "--" + words[0], words[1], "--dry-run", "--", "Main");
    assertEquals("", run.err());
    String value = here.resolve(words[1]).toString().replace("50%p", "50%%p");
    assertTrue(run.out().contains("=" + words[0] + "=" + value), run.out());
  }

  @Test
  void anOutputThatIsCutIsExitCodeFive() throws Exception {
    File full = new File("/dev/full");
    Assumptions.assumeTrue(full.exists() && Files.exists(Path.of("/proc/self/fd")), "Linux");
    String file = ProfileFixture.write(folder.resolve("a.jpgo"), 3);
    ForkedCommand forked = new ForkedCommand(folder);
    for (String command : new String[] {"show --json " + file, "show " + file, "--help"}) {
      assertEquals(ExitCode.BAD_OUTPUT, forked.run(full, command.split(" ")), command);
      assertEquals("jpgo: standard output cannot be written\n", forked.err());
    }
  }

  @Test
  void dataOnStandardOutputHasNoLineOfOursInIt() throws Exception {
    Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/fd")), "Linux");
    String file = ProfileFixture.write(folder.resolve("a.jpgo"), 3);
    ForkedCommand forked = new ForkedCommand(folder);
    Path out = folder.resolve("data");
    for (String command :
        new String[] {
          "export --format csv -o /dev/stdout " + file,
          "report -o /dev/stdout " + file,
          "strip -o /dev/stdout " + file,
          "merge -o /dev/stdout " + file,
          "merge --json -o /dev/stdout " + file
        }) {
      Files.deleteIfExists(out);
      assertEquals(ExitCode.OK, forked.run(out.toFile(), command.split(" ")), command);
      String data = Files.readString(out, StandardCharsets.ISO_8859_1);
      assertTrue(!data.isEmpty() && !data.contains("wrote ") && !data.contains("\"merged\""), data);
    }
    assertEquals("", CommandRun.of("strip", "-o", "/dev/null", file).out());
  }

  @Test
  void aReaderThatHasSeenEnoughIsNoFailure() throws Exception {
    String file = ProfileFixture.write(folder.resolve("a.jpgo"), 3);
    ForkedCommand forked = new ForkedCommand(folder);
    assertEquals(ExitCode.OK, forked.runUnread("show", "--json", file));
    assertEquals("", forked.err());
  }
}
