package dev.jpgo.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.cli.common.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Profiles in which something is changed, given to every command that reads profiles. */
class MutatedFilesTest {
  @TempDir Path folder;
  private byte[] good = {};
  private String bad = "";
  private String out = "";

  @BeforeEach
  void aGoodFileIsThere() throws IOException {
    Path file = folder.resolve("good.jpgo");
    ProfileFixture.write(file, 3);
    good = Files.readAllBytes(file);
    bad = folder.resolve("bad.jpgo").toString();
    out = folder.resolve("out").toString();
  }

  @Test
  void eachIsRefusedInOneLineAndNothingIsWritten() throws IOException {
    refuse(200, 1);
  }

  @Test
  @Tag("proof")
  void tenThousandAreRefusedInOneLineAndNothingIsWritten() throws IOException {
    refuse(10_000, 2);
  }

  private void refuse(int files, long seed) throws IOException {
    String goodFile = folder.resolve("good.jpgo").toString();
    String[][] commands = {
      {"show", bad},
      {"merge", "-o", out, goodFile, bad},
      {"diff", goodFile, bad},
      {"overlap", bad, goodFile},
      {"export", "--format", "csv", "-o", out, bad},
      {"report", "-o", out, bad},
      {"strip", "-o", out, bad},
      {"explain", bad, "Cart.total"},
    };
    Random random = new Random(seed);
    for (int i = 0; i < files; ) {
      byte[] bytes = mutated(random);
      if (!Arrays.equals(bytes, good)) {
        Files.write(Path.of(bad), bytes);
        String[] command = commands[i++ % commands.length];
        CommandRun run = CommandRun.of(command);
        assertEquals(ExitCode.BAD_FILE, run.exitCode(), () -> String.join(" ", command));
        String said = run.err().lines().findFirst().orElse("");
        assertTrue(said.contains(bad + ": "), said);
        assertTrue(said.matches(".*(no jpgo profile|damaged profile|of format \\d+).*"), said);
        assertEquals(command[0].equals("merge") ? 2 : 1, run.err().lines().count(), run.err());
        assertEquals("", run.out());
        assertTrue(Files.notExists(Path.of(out)), command[0]);
      }
    }
    assertArrayEquals(good, Files.readAllBytes(Path.of(goodFile)));
  }

  /** Some bytes of it are others, or some are missing at the end, or there are more. */
  private byte[] mutated(Random random) {
    byte[] bytes = good.clone();
    for (int i = random.nextInt(6); i >= 0; i--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes[at] = bytes[random.nextInt(bytes.length)];
        default -> bytes[at]++;
      }
    }
    int kept = random.nextInt(8) == 0 ? random.nextInt(2 * bytes.length) : bytes.length;
    return Arrays.copyOf(bytes, kept);
  }
}
