package dev.jpgo.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.core.profile.PoolFile;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.core.profile.ProfiledMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergeCommandTest {
  @TempDir Path folder;
  private Path out;
  private String one;
  private String two;
  private String bad;

  @BeforeEach
  void profilesAreThere() throws IOException {
    out = folder.resolve("all.jpgo");
    one = ProfileFixture.write(folder.resolve("one.jpgo"), 1);
    two = ProfileFixture.write(folder.resolve("two.jpgo"), 20);
    bad = Files.writeString(folder.resolve("bad.jpgo"), "no profile").toString();
  }

  @Test
  void countsAddUp() throws IOException {
    CommandRun run = CommandRun.of("merge", "-o", out.toString(), one, two);
    assertEquals(0, run.exitCode(), run.err());
    assertEquals("wrote " + out + ": 2 profiles of 2 runs, 2 methods\n", run.out());
    assertEquals(21, mainCalls());
    CommandRun single = CommandRun.of("merge", "-o", out.toString(), one);
    assertEquals("wrote " + out + ": 1 profile of 1 run, 2 methods\n", single.out());
  }

  @Test
  void aWeightMultipliesCounts() throws IOException {
    CommandRun run = CommandRun.of("merge", "-o", out.toString(), "--weight", "5:" + two, one);
    assertEquals(0, run.exitCode(), run.err());
    assertEquals(101, mainCalls());
  }

  @Test
  void theNumberOfThreadsMakesNoDifference() throws IOException {
    List<String> arguments = new ArrayList<>(List.of("merge", "-o", out.toString()));
    for (int i = 0; i < 40; i++) {
      arguments.add(i % 2 == 0 ? one : two);
    }
    byte[] bytes = null;
    for (String threads : List.of("1", "3", "100")) {
      List<String> all = new ArrayList<>(arguments);
      all.addAll(List.of("--threads", threads));
      assertEquals(0, CommandRun.of(all.toArray(new String[0])).exitCode());
      assertTrue(bytes == null || java.util.Arrays.equals(bytes, Files.readAllBytes(out)));
      bytes = Files.readAllBytes(out);
    }
  }

  @Test
  void anUnreadableFileFailsTheMergeAndIsNamed() {
    CommandRun run = CommandRun.of("merge", "-o", out.toString(), one, bad, folder + "/none");
    assertEquals(ExitCode.BAD_FILE, run.exitCode());
    assertEquals(
        "jpgo: skipped "
            + bad
            + ": no jpgo profile: it does not begin as one\n"
            + "jpgo: skipped "
            + folder
            + "/none: there is no such file\n"
            + "jpgo: 2 of 3 profiles cannot be read; nothing was written"
            + " (--failure all merges the others)\n",
        run.err());
    assertFalse(Files.exists(out));
  }

  @Test
  void withFailureAllTheOthersAreMergedAndWhatWasSkippedIsSaid() throws IOException {
    CommandRun run =
        CommandRun.of("merge", "--json", "--failure", "all", "-o", out.toString(), one, bad);
    assertEquals(0, run.exitCode(), run.err());
    JsonNode json = new ObjectMapper().readTree(run.out());
    assertEquals(1, json.get("merged").asInt());
    assertTrue(json.get("skipped").has(bad));
    assertTrue(run.err().contains("skipped " + bad), run.err());
    assertEquals(1, mainCalls());
    assertEquals(
        ExitCode.BAD_FILE,
        CommandRun.of("merge", "--failure", "all", "-o", out.toString(), bad).exitCode());
  }

  @Test
  void whatAPoolHasTakenOverIsNotCountedTwice() throws IOException {
    PoolFile pool = new PoolFile(folder.resolve("pool.jpgo"));
    Path part = pool.leave(ProfileFixture.profile(3), "a");
    byte[] bytes = Files.readAllBytes(part);
    pool.absorb(ProfileFixture.profile(4));
    Files.write(part, bytes);
    Path other = pool.leave(ProfileFixture.profile(100), "b");
    CommandRun run =
        CommandRun.of(
            "merge",
            "--failure",
            "all",
            "-o",
            out.toString(),
            part.toString(),
            other.toString(),
            folder.resolve("pool.jpgo").toString());
    assertEquals(0, run.exitCode(), run.err());
    assertEquals(107, mainCalls());
    assertTrue(run.err().contains("its counts are in the pool's file already"), run.err());
  }

  @Test
  void valuesThatAreNotAllowedAreExitCodeTwo() {
    for (String[] wrong :
        new String[][] {
          {"merge", "-o", out.toString()},
          {"merge", "-o", out.toString(), "--weight", "0:" + one},
          {"merge", "-o", out.toString(), "--weight", one},
          {"merge", "-o", out.toString(), "--threads", "0", one},
          {"merge", "-o", out.toString(), "--failure", "some", one}
        }) {
      CommandRun run = CommandRun.of(wrong);
      assertEquals(ExitCode.USAGE, run.exitCode());
      assertEquals(1, run.err().lines().count(), run.err());
    }
  }

  private long mainCalls() throws IOException {
    Profile profile = ProfileFile.read(out);
    for (ProfiledMethod method : profile.methods()) {
      if (method.counts().method().name().equals("main")) {
        return method.counts().calls();
      }
    }
    throw new AssertionError("no main");
  }
}
