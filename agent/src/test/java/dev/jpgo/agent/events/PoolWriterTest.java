package dev.jpgo.agent.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.profile.PoolFile;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileOrigin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoolWriterTest {
  private static final Profile RUN =
      new Profile(
          List.of(new ProfileOrigin("vm", "os", "arch", "jit", "1", "p", "", 5, 10, 1)), List.of());

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Log log =
      new Log(new PrintStream(said, true, StandardCharsets.UTF_8), LogLevel.WARN);

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void aPoolHasItsPlace() {
    file = folder.resolve("pool.jpgo");
  }

  @Test
  void runsAddUp() throws IOException {
    for (int i = 0; i < 3; i++) {
      new PoolWriter(log, 1000).add(file, RUN);
    }
    assertEquals(3, new PoolFile(file).total().runs());
    assertEquals("", said());
  }

  @Test
  void whoeverHoldsTheLockForTooLongIsNotWaitedForAndNothingIsLost() throws IOException {
    PoolFile pool = new PoolFile(file);
    new PoolWriter(log, 0).add(file, RUN);
    try (FileChannel holder =
        FileChannel.open(pool.lockFile(), StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
      holder.lock();
      new PoolWriter(log, 20).add(file, RUN);
    }
    assertEquals(1, pool.parts().size());
    assertTrue(said().contains("another process has held its lock for 20 ms"), said());
    assertEquals(2, pool.total().runs());
    new PoolWriter(log, 1000).add(file, RUN);
    assertEquals(List.of(), pool.parts());
    assertEquals(3, pool.total().runs());
  }

  @Test
  void whereThereAreNoLocksEachProcessLeavesAFileAndSaysSo() throws IOException {
    PoolWriter.Locking none =
        channel -> {
          throw new IOException("No locks available");
        };
    new PoolWriter(log, 1000, none).add(file, RUN);
    assertFalse(Files.exists(file));
    PoolFile pool = new PoolFile(file);
    assertEquals(1, pool.parts().size());
    String expected =
        "not merged into "
            + file
            + ", but left in "
            + pool.parts().get(0)
            + " for the next: its file system has no locks (No locks available)";
    assertTrue(said().contains(expected), said());
  }

  @Test
  void aDamagedPoolIsLeftAsItIs() throws IOException {
    Files.writeString(file, "some notes");
    new PoolWriter(log, 1000).add(file, RUN);
    assertEquals("some notes", Files.readString(file));
    assertEquals(1, new PoolFile(file).parts().size());
    assertTrue(said().contains("no jpgo profile"), said());
  }

  private String said() {
    return said.toString(StandardCharsets.UTF_8);
  }
}
